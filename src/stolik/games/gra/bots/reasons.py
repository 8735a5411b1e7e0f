"""The number behind a suggested move of GRA: how likely the bid in question is right, for all that a seat knows."""

from math import comb

from stolik.core.bitset import size
from stolik.core.bot_levels import Reason
from stolik.games.gra.state import (
    ALL_CARDS,
    BID,
    CHECK,
    HIGH,
    KIND,
    LOW,
    PACK,
    State,
    count_of,
    hand_length,
    kind_at,
    matching,
    value_of,
    without,
)


def reason(s: State, seat: int, code: int) -> Reason | None:
    """For a bid: how likely it would be right. For a check: how likely the bid that is checked is right."""
    if code >= BID:
        return Reason("true", chance_that_right(s, seat, count_of(code), value_of(code)))
    if code == CHECK and s.count:
        return Reason("true", chance_that_right(s, seat, s.count, s.value))
    return None


def chance_that_right(s: State, seat: int, count: int, value: int) -> float:
    """Any cards but the own ones may be in the other hands, and each shows either end equally likely."""
    hand = s.hands[seat]
    jokers = bool(s.jokers) and value != 1
    needed = count - size(matching(hand, s.faces[seat], value, s.jokers))
    unseen = ALL_CARDS
    for place in range(hand_length(hand)):
        unseen = without(unseen, kind_at(hand, place))
    ends = [0, 0, 0]  # how many cards have so many ends that count
    for card in range(PACK):
        if unseen >> card & 1:
            ends[sum(end == value or (jokers and end == 1) for end in (LOW[KIND[card]], HIGH[KIND[card]]))] += 1
    return _at_least(needed, s.total - s.sizes[seat], ends)


def _at_least(needed: int, dealt: int, ends: list[int]) -> float:
    """That so many count of the cards dealt: those with both ends do, those with one every other time."""
    found = 0.0
    for both in range(min(dealt, ends[2]) + 1):
        for one in range(min(dealt - both, ends[1]) + 1):
            ways = comb(ends[2], both) * comb(ends[1], one) * comb(ends[0], dealt - both - one)
            right = sum(comb(one, shown) for shown in range(max(needed - both, 0), one + 1))
            found += ways * right / 2**one
    return found / comb(sum(ends), dealt)
