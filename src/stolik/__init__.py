"""Stolik: a card table for five modern card games.

from stolik import Match

m = Match("no_thanks", {"players": 4})
"""

from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove, MoveErrorCode
from stolik.core.game import DEALER, BadOptions, Game
from stolik.core.match import Match
from stolik.core.record import BadRecord, Record
from stolik.core.verify import Verdict, verify

__all__ = [
    "DEALER",
    "BadOptions",
    "BadRecord",
    "Dealer",
    "IllegalMove",
    "Match",
    "MoveErrorCode",
    "Record",
    "Verdict",
    "verify",
]


def _find_game(key: str) -> Game:
    from stolik.catalog import find  # late: whoever imports stolik may want no game at all

    return find(key)


Match.find_game = staticmethod(_find_game)
