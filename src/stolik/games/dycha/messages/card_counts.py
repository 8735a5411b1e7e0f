"""What is left in the deck, and what is out of the game: all but the deck's order can be known by counting (R6)."""

from collections import Counter

import msgspec

from stolik.core.bitset import size
from stolik.games.dycha.components import (
    BOX_OF,
    CARDS_OF,
    COLOR_COUNT,
    COLORED,
    CURRENCY,
    FULL,
    JOKERS,
    KINDS,
    NUMBERED,
    NUMBERS,
    boxes,
)
from stolik.games.dycha.messages.cards import held, kind_of, own_jokers
from stolik.games.dycha.state import MARKET, NOTHING, State


class CardCounts(msgspec.Struct, frozen=True):
    """How many there are of each kind of card."""

    numbers: tuple[tuple[int, ...], ...]
    """A row for each color (blue, green, orange, pink): of 1 to 9."""
    currency: tuple[int, ...]
    """Of 1 to 5."""
    numbered_jokers: tuple[int, ...]
    """Of 1 to 9."""
    colored_jokers: tuple[int, ...]
    """One for each color."""
    full_jokers: int


def deck_counts(s: State) -> CardCounts:
    return _counts(_copies(s.unseen))


def discard_counts(s: State) -> CardCounts:
    """All that we play with, but for the deck, what somebody has, the market, the row, and a joker that is sold."""
    left = _copies(boxes(s.players))
    left.subtract(_copies(s.unseen))
    for holder in (*range(s.sides), MARKET):
        left.subtract(kind_of(card) for card in held(s, holder))
    for side in range(s.sides):
        left.subtract(kind_of(joker) for joker in own_jokers(s.jokers[side]))
    left.subtract(s.laid[: s.length])
    if s.joker != NOTHING:
        left[s.joker] -= 1
    return _counts(left)


def _copies(cards: list[int]) -> Counter[int]:
    return Counter({kind: size(cards[BOX_OF[kind]] & CARDS_OF[kind]) for kind in range(KINDS)})


def _counts(left: Counter[int]) -> CardCounts:
    row = [left[kind] for kind in range(KINDS)]
    return CardCounts(
        numbers=tuple(tuple(row[NUMBERS * color : NUMBERS * (color + 1)]) for color in range(COLOR_COUNT)),
        currency=tuple(row[CURRENCY:JOKERS]),
        numbered_jokers=tuple(row[NUMBERED:COLORED]),
        colored_jokers=tuple(row[COLORED:FULL]),
        full_jokers=row[FULL],
    )
