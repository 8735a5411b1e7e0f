"""Cards and dice as messages, and what stands for them in a state."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core.bitset import members
from stolik.core.game import NO_CODE
from stolik.games.raise_.components import KIND, KINDS
from stolik.games.raise_.options import SEATS

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
Symbol: TypeAlias = Literal["diamond", "gear", "cloud", "hourglass", "bell"]
Face: TypeAlias = Literal["diamond", "gear", "cloud", "hourglass", "bell", "blank"]
ScoringCard: TypeAlias = Annotated[int, msgspec.Meta(ge=6, le=20)]

SYMBOLS: tuple[Symbol, ...] = ("diamond", "gear", "cloud", "hourglass", "bell")
FACES: tuple[Face, ...] = (*SYMBOLS, "blank")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbol: Symbol
    number: int
    points: int


class Valued(msgspec.Struct, frozen=True):
    card: Card
    value: int
    """How far it carries a marker, by this round's dice."""


CARD_OF = tuple(Card(SYMBOLS[kind.symbol], kind.number, kind.points) for kind in KINDS)
"""The card of each kind."""
_KIND_OF = {card: kind for kind, card in enumerate(CARD_OF)}


def kind_of(card: Card) -> int:
    return _KIND_OF.get(card, NO_CODE)


@lru_cache(maxsize=16384)
def in_order(cards: int) -> tuple[Card, ...]:
    """A set of cards as messages: by symbol, number and points."""
    return tuple(CARD_OF[KIND[card]] for card in members(cards))


@lru_cache(maxsize=16384)
def valued(cards: int, multipliers: tuple[int, ...]) -> tuple[Valued, ...]:
    return tuple(Valued(card, card.number * multipliers[SYMBOLS.index(card.symbol)]) for card in in_order(cards))


@lru_cache(maxsize=16384)
def by_symbol(cards: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of these cards, a row for each symbol."""
    return tuple(tuple(card.number for card in in_order(cards) if card.symbol == symbol) for symbol in SYMBOLS)


def slots_of(hand: int, cards: Iterable[Card]) -> int:
    """The set of slots of a sorted hand that hold these cards, the lowest of equal ones first; 0 if it lacks one."""
    free = {slot: KIND[card] for slot, card in enumerate(members(hand))}
    slots = 0
    for wanted in cards:
        slot = next((slot for slot, kind in free.items() if CARD_OF[kind] == wanted), None)
        if slot is None:
            return 0
        del free[slot]
        slots |= 1 << slot
    return slots


def faces_shown(codes: Iterable[int]) -> tuple[Face, ...]:
    return tuple(FACES[code] for code in codes)
