"""The number behind a move, for people who ask for a hint."""

from stolik.core.bitset import size
from stolik.core.bot_levels import Reason
from stolik.games.dycha.bots.heuristic_values import POINT
from stolik.games.dycha.bots.normal import joker_gain
from stolik.games.dycha.components import BOX_OF, CARDS_OF, JOKERS
from stolik.games.dycha.rules.drawing import breaks
from stolik.games.dycha.state import AUCTION, DECIDE, State


def reason(s: State, seat: int, code: int) -> Reason | None:
    """Draw or stop: the exact chance that the next card is a fiasco. A bid: about how many points the joker brings."""
    if s.phase == DECIDE and s.pile > 0:
        return Reason("fiasco", _breaking(s) / s.pile)
    if s.phase == AUCTION:
        return Reason("worth", joker_gain(s, seat) / POINT)
    return None


def _breaking(s: State) -> int:
    return sum(size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind]) for kind in range(JOKERS) if breaks(s, kind))
