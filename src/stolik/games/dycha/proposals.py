"""A payment to propose to whoever must pay: the cheapest that R16 allows.

Cards that one has twice come first, since nothing else can be done with them; then tokens and fiasco tokens; cards that
may still count only if nothing else is left, and those first that count the least.
"""

from typing import NamedTuple

from stolik.core.kit import members
from stolik.games.dycha.cards import NUMBER_CARDS
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.moves import Payment, Settle, SpendCard, SpendFiasco
from stolik.games.dycha.paying import only_duplicates
from stolik.games.dycha.scoring import best_value, hoped_value
from stolik.games.dycha.state import FIASCO_WORTH, SPENT, State

COST_OF_DUPLICATE, COST_OF_TOKEN, COST_OF_FIASCO, COST_OF_CARD, COST_OF_POINT = 1, 2, 6, 5, 50


class _Purse(NamedTuple):
    """What can still be spent, cheapest first, and how."""

    due: int
    tokens: int
    fiascos: int
    duplicates: list[int]
    cards: list[int]
    losses: list[int]
    """What the first so many of the cards are worth together, in points."""
    may_overshoot: bool


def proposal_to_buy(s: State, seat: int, kind: int) -> tuple[Payment, ...]:
    """For a card of the market that can be bought."""
    return _steps(_purse(s, seat, VALUE[kind], s.once[seat] | 1 << kind, cards_too=True))


def proposal_to_go_on(s: State, seat: int) -> tuple[Payment, ...]:
    """For the rest of a payment that has begun."""
    numbers = s.once[seat] if s.buying < 0 else s.once[seat] | 1 << s.buying
    return _steps(_purse(s, seat, s.still_due, numbers, cards_too=not only_duplicates(s), begun=True))


def _purse(s: State, seat: int, due: int, numbers: int, *, cards_too: bool, begun: bool = False) -> _Purse:
    first, spent = (s.spent_from, s.once[SPENT] != 0) if begun else (0, False)
    closed = begun and s.spent_fiascos > 0  # no more cards after fiasco tokens
    allowed = 0 if closed else -1 << first
    duplicates = [*members(s.twice[seat] & allowed), *members(s.thrice[seat] & allowed)]
    cards, losses = _least_missed(s, seat, numbers, allowed if cards_too else 0, due)
    return _Purse(due, s.tokens[seat], s.fiascos[seat], duplicates, cards, losses, may_overshoot=not spent)


def _least_missed(s: State, seat: int, numbers: int, allowed: int, most: int) -> tuple[list[int], list[int]]:
    """Kinds to part with, one after the other, and the points that are lost with so many of them."""
    jokers = s.jokers[seat]
    whole = best_value(numbers, jokers) >> 3
    cards: list[int] = []
    losses = [0]
    left = list(members(s.once[seat] & allowed))
    while left and len(cards) < most:
        value, _, kind = max(_worth(numbers & ~(1 << kind), jokers, kind) for kind in left)
        left.remove(kind)
        cards.append(kind)
        numbers &= ~(1 << kind)
        losses.append(whole - (value >> 3))
    return cards, losses


def _worth(numbers: int, jokers: int, kind: int) -> tuple[int, int, int]:
    """Of what is left without this kind: what it counts, and what it would count with another card in every color."""
    return best_value(numbers, jokers), hoped_value(numbers, jokers, 1), kind


def _steps(purse: _Purse) -> tuple[Payment, ...]:
    _cost, duplicates, cards, fiascos = min(_ways(purse))
    spent = sorted(purse.duplicates[:duplicates] + purse.cards[:cards])
    return (*(SpendCard(NUMBER_CARDS[kind]) for kind in spent), *[SpendFiasco()] * fiascos, Settle())


def _ways(purse: _Purse) -> list[tuple[int, int, int, int]]:
    """Cost, and how many duplicates, other cards and fiasco tokens are spent; the rest in tokens."""
    ways = []
    for fiascos in range(purse.fiascos + 1):
        due = purse.due - FIASCO_WORTH * fiascos
        if due < 0:
            if purse.may_overshoot and -due < FIASCO_WORTH:
                ways.append((COST_OF_FIASCO * fiascos, 0, 0, fiascos))
            break
        for duplicates in range(min(len(purse.duplicates), due) + 1):
            cards = max(0, due - duplicates - purse.tokens)
            if cards <= len(purse.cards):
                cost = COST_OF_DUPLICATE * duplicates + COST_OF_CARD * cards + COST_OF_POINT * purse.losses[cards]
                tokens = due - duplicates - cards
                ways.append((cost + COST_OF_TOKEN * tokens + COST_OF_FIASCO * fiascos, duplicates, cards, fiascos))
    return ways
