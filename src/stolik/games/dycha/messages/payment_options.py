"""A payment to propose to whoever must pay: the cheapest that R16 allows.

Cards that one has twice come first, since nothing else can be done with them; then tokens and fiasco tokens; cards that
may still count only if nothing else is left, and those first that count the least.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from stolik.core.bitset import members
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.messages.cards import NUMBER_CARDS, NumberCard, number_cards
from stolik.games.dycha.messages.moves import Payment, Settle, SpendCard, SpendFiasco
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.payment import only_duplicates
from stolik.games.dycha.rules.scoring import best_value, value_bound
from stolik.games.dycha.state import FIASCO_WORTH, NOTHING, SPENT, State, count_duplicates, own_joker

COST_OF_DUPLICATE, COST_OF_TOKEN, COST_OF_FIASCO, COST_OF_CARD, COST_OF_POINT = 1, 2, 6, 5, 50


class Way(msgspec.Struct, frozen=True):
    """A way to pay: so many of the cards that may pay, whichever, so many fiasco tokens, and the rest in tokens."""

    cards: int
    fiascos: int
    tokens: int
    lost: int
    """Paid too much: no change is given."""


class BidPayment(msgspec.Struct, frozen=True):
    """What a bid would be paid with if it won: the cheapest payment, which is proposed then."""

    amount: int
    cards: tuple[NumberCard, ...]
    fiascos: int
    tokens: int
    lost: int
    """Paid too much: no change is given."""
    points: int
    """What the collection would count with the joker, and without what is paid."""


class _Purse(NamedTuple):
    """What can still be spent, cheapest first, and how."""

    due: int
    tokens: int
    fiascos: int
    duplicates: list[int]
    cards: list[int]
    points: list[int]
    """What the collection counts with what is paid for, and without the first so many of the cards."""
    may_overshoot: bool


class _Spent(NamedTuple):
    """How many of each are spent; the rest is paid in tokens."""

    duplicates: int
    cards: int
    fiascos: int


def proposal_to_buy(s: State, seat: int, kind: int) -> tuple[Payment, ...]:
    """For a card of the market that can be bought."""
    return _steps(_purse_to_buy(s, seat, kind))


def points_when_bought(s: State, seat: int, kind: int) -> int:
    """What the collection counts with a card of the market that can be bought, paid as proposed."""
    if VALUE[kind] <= s.tokens[seat] + count_duplicates(s, seat):  # nothing that counts has to be spent
        return best_value(s.once[seat] | 1 << kind, s.jokers[seat]) >> 3
    purse = _purse_to_buy(s, seat, kind)
    return purse.points[_cheapest(purse).cards]


def proposal_to_go_on(s: State, seat: int) -> tuple[Payment, ...]:
    """For the rest of a payment that has begun."""
    numbers = s.once[seat] if s.buying < 0 else s.once[seat] | 1 << s.buying
    return _steps(_purse(s, seat, s.still_due, numbers, cards_too=not only_duplicates(s), begun=True))


def bid_payments(s: State, seat: int) -> tuple[BidPayment, ...]:
    """For every bid that may be made, the lowest first."""
    most = highest_bid(s, seat)
    purse = _purse(s, seat, most, s.once[seat], cards_too=not only_duplicates(s))
    return tuple(_bid_payment(purse, amount) for amount in range(lowest_bid(s), most + 1))


def _bid_payment(purse: _Purse, amount: int) -> BidPayment:
    spent = _cheapest(purse._replace(due=amount))
    due = amount - spent.duplicates - spent.cards - FIASCO_WORTH * spent.fiascos
    cards = tuple(NUMBER_CARDS[kind] for kind in _kinds_spent(purse, spent))
    return BidPayment(amount, cards, spent.fiascos, max(due, 0), max(-due, 0), purse.points[spent.cards])


def ways_to_buy(s: State, seat: int, kind: int) -> tuple[Way, ...]:
    """All that R16 allows for a card of the market that can be bought."""
    return tuple(_all_ways(s, seat, VALUE[kind], len(cards_to_buy(s, seat)), may_overshoot=True))


def ways_to_go_on(s: State, seat: int) -> tuple[Way, ...]:
    """All ways to complete a payment that has begun."""
    cards = len(cards_to_go_on(s, seat))
    return tuple(_all_ways(s, seat, s.still_due, cards, may_overshoot=s.once[SPENT] == 0))


def cards_to_buy(s: State, seat: int) -> tuple[NumberCard, ...]:
    """Those that may pay for a card of the market, in the order in which they are spent."""
    return number_cards(s.once[seat], s.twice[seat], s.thrice[seat])


def cards_to_go_on(s: State, seat: int) -> tuple[NumberCard, ...]:
    """Those that may still be spent in a payment that has begun, in order."""
    allowed = 0 if s.spent_fiascos else -1 << s.spent_from
    if only_duplicates(s):
        return number_cards(s.twice[seat] & allowed, s.thrice[seat] & allowed, 0)
    return number_cards(s.once[seat] & allowed, s.twice[seat] & allowed, s.thrice[seat] & allowed)


def _all_ways(s: State, seat: int, price: int, cards: int, *, may_overshoot: bool) -> Iterator[Way]:
    for fiascos in range(s.fiascos[seat] + 1):
        due = price - FIASCO_WORTH * fiascos
        if due < 0:
            if may_overshoot and -due < FIASCO_WORTH:
                yield Way(0, fiascos, 0, -due)
            return
        for spent in range(max(0, due - s.tokens[seat]), min(cards, due) + 1):
            yield Way(spent, fiascos, due - spent, 0)


def _purse_to_buy(s: State, seat: int, kind: int) -> _Purse:
    return _purse(s, seat, VALUE[kind], s.once[seat] | 1 << kind, cards_too=True)


def _purse(s: State, seat: int, due: int, numbers: int, *, cards_too: bool, begun: bool = False) -> _Purse:
    first, spent = (s.spent_from, s.once[SPENT] != 0) if begun else (0, False)
    closed = begun and s.spent_fiascos > 0  # no more cards after fiasco tokens
    allowed = 0 if closed else -1 << first
    duplicates = [*members(s.twice[seat] & allowed), *members(s.thrice[seat] & allowed)]
    jokers = s.jokers[seat] if s.joker == NOTHING else own_joker(s.jokers[seat], s.joker)
    cards, points = _cheapest_cards(numbers, jokers, s.once[seat] & allowed if cards_too else 0, due)
    return _Purse(due, s.tokens[seat], s.fiascos[seat], duplicates, cards, points, may_overshoot=not spent)


def _cheapest_cards(numbers: int, jokers: int, spendable: int, most: int) -> tuple[list[int], list[int]]:
    """Kinds to spend, one after the other, and what is counted without so many of them."""
    cards: list[int] = []
    points = [best_value(numbers, jokers) >> 3]
    left = list(members(spendable))
    while left and len(cards) < most:
        value, _, kind = max(_value_without(numbers & ~(1 << kind), jokers, kind) for kind in left)
        left.remove(kind)
        cards.append(kind)
        numbers &= ~(1 << kind)
        points.append(value >> 3)
    return cards, points


def _value_without(numbers: int, jokers: int, kind: int) -> tuple[int, int, int]:
    """Of what is left without this kind: what it counts, and what it would count with another card in every color."""
    return best_value(numbers, jokers), value_bound(numbers, jokers, 1), kind


def _steps(purse: _Purse) -> tuple[Payment, ...]:
    spent = _cheapest(purse)
    kinds = _kinds_spent(purse, spent)
    return (*(SpendCard(NUMBER_CARDS[kind]) for kind in kinds), *[SpendFiasco()] * spent.fiascos, Settle())


def _kinds_spent(purse: _Purse, spent: _Spent) -> list[int]:
    return sorted(purse.duplicates[: spent.duplicates] + purse.cards[: spent.cards])


def _cheapest(purse: _Purse) -> _Spent:
    return min(_ways(purse))[1]


def _ways(purse: _Purse) -> list[tuple[int, _Spent]]:
    """What each way to pay costs, and what is spent."""
    ways = []
    for fiascos in range(purse.fiascos + 1):
        due = purse.due - FIASCO_WORTH * fiascos
        if due < 0:
            if purse.may_overshoot and -due < FIASCO_WORTH:
                ways.append((COST_OF_FIASCO * fiascos, _Spent(0, 0, fiascos)))
            break
        for duplicates in range(min(len(purse.duplicates), due) + 1):
            cards = max(0, due - duplicates - purse.tokens)
            if cards <= len(purse.cards):
                lost = purse.points[0] - purse.points[cards]
                cost = COST_OF_DUPLICATE * duplicates + COST_OF_CARD * cards + COST_OF_POINT * lost
                tokens = due - duplicates - cards
                total = cost + COST_OF_TOKEN * tokens + COST_OF_FIASCO * fiascos
                ways.append((total, _Spent(duplicates, cards, fiascos)))
    return ways
