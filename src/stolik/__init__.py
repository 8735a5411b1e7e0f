"""Stolik: a card table for five modern card games.

from stolik import Match

m = Match("no_thanks", {"players": 4})
"""

from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove, Refusal
from stolik.core.game import DEALER, BadOptions
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
    "Record",
    "Refusal",
    "Verdict",
    "verify",
]
