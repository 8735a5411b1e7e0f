"""Cards as messages, and what stands for them in a state."""

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core.bitset import members
from stolik.core.game import NO_CODE
from stolik.games.dycha.components import (
    COLORED,
    CURRENCY,
    FULL,
    JOKERS,
    KINDS,
    NUMBER_KINDS,
    NUMBERED,
    NUMBERS,
    OWN_COLORED,
    OWN_FULL,
    VALUE,
)
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.state import TEN, State
from stolik.games.dycha.tellings import TOLD_TEN, told_side

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
Who: TypeAlias = Seat | Literal["ten"]
"""A seat or, in a solo game, TEN, which has none."""
Color: TypeAlias = Literal["blue", "green", "orange", "pink"]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)]

COLORS: tuple[Color, ...] = ("blue", "green", "orange", "pink")


class NumberCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="number"):
    color: Color
    number: Number


class CurrencyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="currency"):
    value: Annotated[int, msgspec.Meta(ge=1, le=5)]


class Joker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="joker"):
    """Null: any."""

    color: Color | None
    number: Number | None


Card: TypeAlias = NumberCard | CurrencyCard | Joker

NUMBER_CARDS = tuple(NumberCard(COLORS[kind // NUMBERS], number=kind % NUMBERS + 1) for kind in range(NUMBER_KINDS))
CURRENCY_CARDS = tuple(CurrencyCard(VALUE[kind]) for kind in range(CURRENCY, JOKERS))
JOKER_CARDS = (
    *(Joker(None, number + 1) for number in range(NUMBERS)),
    *(Joker(color, None) for color in COLORS),
    Joker(None, None),
)
CARD_OF: tuple[Card, ...] = (*NUMBER_CARDS, *CURRENCY_CARDS, *JOKER_CARDS)
"""The card of each kind."""
_KIND_OF = {card: kind for kind, card in enumerate(CARD_OF)}


def kind_of(card: Card) -> int:
    return _KIND_OF.get(card, NO_CODE)


def joker_of(kind: int) -> Joker:
    return JOKER_CARDS[kind - JOKERS]


def as_who(side: int) -> Who:
    """A side as it was told (see `told_side`)."""
    return "ten" if side == TOLD_TEN else side


def who(s: State, side: int) -> Who:
    return as_who(told_side(s, side))


@lru_cache(maxsize=16384)
def number_cards(once: int, twice: int, thrice: int) -> tuple[NumberCard, ...]:
    """By color and number, equal ones beside each other."""
    return tuple(
        NUMBER_CARDS[kind] for kind in members(once) for _ in range(1 + (twice >> kind & 1) + (thrice >> kind & 1))
    )


def held(s: State, holder: int) -> tuple[NumberCard, ...]:
    return number_cards(s.once[holder], s.twice[holder], s.thrice[holder])


@lru_cache(maxsize=4096)
def own_jokers(jokers: int) -> tuple[Joker, ...]:
    """The numbered ones, # by color, the full one."""
    return tuple(joker_of(_kind_of_own(place)) for place in members(jokers))


def _kind_of_own(place: int) -> int:
    if place == OWN_FULL:
        return FULL
    return NUMBERED + place if place < OWN_COLORED else COLORED + (place - OWN_COLORED) // 2


assert len(CARD_OF) == KINDS
assert TEN < SEATS
