"""The number behind a move, for people who ask for a hint. It is given only where it speaks for the move."""

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Reason
from stolik.games.dycha.bots.heuristic_values import POINT, token_value
from stolik.games.dycha.bots.normal import joker_gain
from stolik.games.dycha.components import BOX_OF, CARDS_OF, JOKERS, NUMBER_KINDS, VALUE
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.drawing import breaks
from stolik.games.dycha.rules.scoring import best_value, points
from stolik.games.dycha.state import (
    AUCTION,
    BID,
    DECIDE,
    DRAW,
    LIMIT,
    MARKET,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    State,
    count_duplicates,
    money,
)

RISKY = 0.3
"""From such a chance of a fiasco on, it is a reason to stop; below, to draw."""


def reason(s: State, seat: int, code: int) -> Reason | None:
    """Draw: a low chance of a fiasco, or that there is nothing to lose. Stop: a high one, or what it brings. To
    take no numbers (R31): what can be bought.

    A bid: what the joker is worth, if it is worth the price. Pass: the lowest bid, if it is more than that.
    """
    if s.phase == DECIDE:
        return _reason_to_draw(s, seat) if code == DRAW else _reason_to_stop(s, seat, code)
    return _reason_to_bid(s, seat, code) if s.phase == AUCTION else None


def _reason_to_draw(s: State, seat: int) -> Reason | None:
    risk = _risk(s)
    if risk < RISKY:
        return Reason("fiasco", risk)
    return Reason("row_points", 0) if s.numbers > 0 and _row_points(s, seat) == 0 else None


def _reason_to_stop(s: State, seat: int, code: int) -> Reason | None:
    if _risk(s) >= RISKY:
        return Reason("fiasco", _risk(s))
    if code == TAKE_NUMBERS:
        gained = _row_points(s, seat) if s.numbers > 0 else _market_points(s, seat)
        return Reason("row_points" if s.numbers > 0 else "market_points", gained) if gained > 0 else None
    kept = min(s.currency, LIMIT - s.tokens[seat])
    return Reason("row_tokens", kept) if code == TAKE_CURRENCY and kept > 0 else None


def _reason_to_bid(s: State, seat: int, code: int) -> Reason | None:
    worth = joker_gain(s, seat)
    if code == PASS:
        lowest = lowest_bid(s)
        can_bid = highest_bid(s, seat) >= lowest
        return Reason("too_dear", lowest) if can_bid and lowest * token_value(s) > worth else None
    price = code - BID + 1
    return Reason("worth", worth / POINT) if worth >= price * token_value(s) else None


def _risk(s: State) -> float:
    """The exact chance that the next card is a fiasco."""
    if s.pile == 0:
        return 0
    breaking = sum(size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind]) for kind in range(JOKERS) if breaks(s, kind))
    return breaking / s.pile


def _row_points(s: State, seat: int) -> int:
    """What the row's numbers would bring at once."""
    numbers = s.once[seat]
    for kind in s.laid[: s.length]:
        if kind < NUMBER_KINDS:
            numbers |= 1 << kind
    return (best_value(numbers, s.jokers[seat]) >> 3) - points(s, seat)


def _market_points(s: State, seat: int) -> int:
    """What a purchase would bring at once, of what can be paid without a card that counts."""
    free = money(s, seat) + count_duplicates(s, seat)
    best = points(s, seat)
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        if VALUE[kind] <= free:
            best = max(best, best_value(s.once[seat] | 1 << kind, s.jokers[seat]) >> 3)
    return best - points(s, seat)
