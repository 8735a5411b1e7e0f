"""Purchases by heuristic values: for the normal bot, and for the hard one at the end."""

from stolik.core.bitset import members, size
from stolik.core.rule import rule
from stolik.games.dycha.bots.heuristic_values import DUPLICATE, POINT, collection_value, token_value
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.rules.scoring import best_value, value_bound
from stolik.games.dycha.state import BUY_CARD, MARKET, NO_BUY, State, count_duplicates, money

TRIES = 3  # cards at the end for which it is looked up whether idle cards could pay: that takes a while


@rule
def profit(s: State, seat: int, kind: int, before: int) -> int:
    """The gain by a card of the market less its price."""
    price = VALUE[kind]
    by_duplicates = min(price, count_duplicates(s, seat)) * (100 - DUPLICATE) // 100
    after = collection_value(s, s.once[seat] | 1 << kind, s.jokers[seat])
    return after - before - (price - by_duplicates) * token_value(s)


@rule
def can_spare(s: State, seat: int, numbers: int, wanted: int) -> bool:
    """Whether the collection would count as much without so many cards."""
    if wanted > size(s.once[seat]):
        return False
    value = best_value(numbers, s.jokers[seat])
    for kind in members(s.once[seat]):
        without = numbers & ~(1 << kind)
        if value_bound(without, s.jokers[seat], 0) >= value and best_value(without, s.jokers[seat]) == value:
            numbers = without
            wanted -= 1
            if wanted == 0:
                return True
    return False


@rule
def best_purchase(s: State, seat: int) -> int:
    """The most profitable kind of card that can be paid without a card that may count; −1: none is worth it."""
    before = collection_value(s, s.once[seat], s.jokers[seat])
    free = money(s, seat) + count_duplicates(s, seat)
    tries = TRIES if s.last_purchases > 0 else 0
    best = 0
    chosen = -1
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        missing = VALUE[kind] - free
        if (missing > 0 and tries == 0) or (s.last_purchases > 0 and cannot_gain(s, seat, kind, before)):
            continue
        found = profit(s, seat, kind, before)
        if found <= best:
            continue
        if missing > 0:
            tries -= 1
            if not can_spare(s, seat, s.once[seat] | 1 << kind, missing):
                continue
        best = found
        chosen = kind
    return chosen


@rule
def cannot_gain(s: State, seat: int, kind: int, before: int) -> bool:
    """At the end: whether the card brings nothing, not even by the upper bound."""
    return (value_bound(s.once[seat] | 1 << kind, s.jokers[seat], 0) >> 3) * POINT <= before


@rule
def best_profit(s: State, seat: int) -> int:
    kind = best_purchase(s, seat)
    return 0 if kind < 0 else profit(s, seat, kind, collection_value(s, s.once[seat], s.jokers[seat]))


@rule
def choose_purchase(s: State, seat: int) -> int:
    kind = best_purchase(s, seat)
    return NO_BUY if kind < 0 else BUY_CARD + kind
