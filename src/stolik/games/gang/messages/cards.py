"""Cards, ranks and categories as messages, and what stands for them in a state."""

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, cast, get_args

import msgspec

from stolik.core.bitset import members
from stolik.games.gang.components import ACE, FIVE, HIGHEST_NUMBER, JACK, STRAIGHT, STRAIGHT_FLUSH, rank_of
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.poker_hands import best_five, category, strength_of
from stolik.games.gang.state import ROUNDS

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
Stars: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_NUMBER)]
Round: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)]
Card: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^([2-9TJQKA][cdhs]|J\*)$")]
Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Category: TypeAlias = Literal[
    "high_card",
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]
Answer: TypeAlias = Literal[Rank, Category]
"""What a scan asks for."""
Color: TypeAlias = Literal["white", "yellow", "orange", "red"]

RANKS: tuple[Rank, ...] = get_args(Rank)
CATEGORIES: tuple[Category, ...] = get_args(Category)
COLORS: tuple[Color, ...] = get_args(Color)
SUITS = "cdhs"

CARD_NAMES = [*(rank + suit for suit in SUITS for rank in RANKS), "J*"]
"""By card: the Jack without suit is the last."""
_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}


_CALLED_BY: dict[Category, int] = {
    "high_card": 1,
    "pair": 2,
    "two_pairs": 4,
    "three_of_a_kind": 3,
    "flush": 1,
    "four_of_a_kind": 4,
}
"""How many cards a hand is called by; the others are kickers."""


class Best(msgspec.Struct, frozen=True):
    """What some cards make."""

    category: Category
    cards: tuple[Card, ...]
    """The five that make it, pocket and community cards; before the flop, all there are. What counts most is first."""


def card_named(name: str) -> int:
    return _CARDS[name]


@lru_cache(maxsize=65536)
def in_order(cards: int) -> tuple[Card, ...]:
    """A set of cards as messages, the highest first."""
    return tuple(CARD_NAMES[card] for card in _sorted(cards))


@lru_cache(maxsize=65536)
def best_set(cards: int) -> int:
    """The five of these cards that make the best hand: all of them, if they are fewer."""
    held = _sorted(cards)
    if len(held) <= 5:
        return cards
    chosen = best_five(held, len(held))
    return sum(1 << held[position] for position in members(chosen))


@lru_cache(maxsize=65536)
def best_of(cards: int) -> Best:
    kind = category(strength_of(cards, cards.bit_count()))
    chosen = _sorted(best_set(cards))
    ranks = [rank_of(card) for card in chosen]
    if kind in (STRAIGHT, STRAIGHT_FLUSH) and ranks[:2] == [ACE, FIVE]:  # 5-4-3-2-A
        chosen = [*chosen[1:], chosen[0]]
    else:
        chosen = [card for _, card in sorted(enumerate(chosen), key=lambda each: -ranks.count(ranks[each[0]]))]
    return Best(CATEGORIES[kind], tuple(CARD_NAMES[card] for card in chosen))


def kickers_of(best: Best, number: int) -> tuple[Rank, ...]:
    """The highest cards of a hand beside those that it is called by."""
    first = _CALLED_BY.get(best.category, len(best.cards))
    return tuple(cast("Rank", card[0]) for card in best.cards[first : first + number])


def _sorted(cards: int) -> list[int]:
    return sorted(members(cards), key=lambda card: (-rank_of(card), card == JACK, -card))
