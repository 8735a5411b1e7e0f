"""The game tree of a round of GRA between two, as arrays: moments of the bidding, what can be shown, how cards fall."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any, NamedTuple

import numpy as np

from stolik.games.gra.bots import strategy_layout
from stolik.games.gra.state import CARDS, KINDS, PACK, VALUES

LAYERS = 3
"""Bids are told apart by when they were made: the first of the round, the second, or later."""
RAISES = 42, 24
"""So many next bids are considered where they rise by value (all, or nearly) and by count; at the opening, all."""

Array = np.ndarray[Any, Any]

ENDS = 2 * PACK
BOTH_SHOW = PACK * (PACK - 1) * 4
"""Pairs of ends on two different cards."""


class Choices(NamedTuple):
    """What each hand can show, one row after the other: `showing[first[h]:first[h + 1]]` for the hand h."""

    first: Array
    showing: Array
    ways: Array
    """In how many ways the hand can be turned so."""
    chance: Array
    """Of each hand."""


class Round:
    """`own` and `other` cards; the one with `own` cards starts."""

    def __init__(self, own: int, other: int, *, by_count: bool, joker: bool) -> None:
        self.sizes = (own, other)
        self.by_count = by_count
        self.joker = joker
        self.top = strategy_layout.highest_known_count(own + other, joker)
        self.steps = VALUES * self.top
        self.bids = [(0, 0, int(joker))] + [self._bid(k) for k in range(LAYERS * (1 + joker) * self.steps)]
        self.need = np.array([count for count, _, _ in self.bids], np.int64)
        raises = [self._raises(node) for node in range(len(self.bids))]
        self.raises = np.array([len(found) for found in raises], np.int64)
        self.next = np.full((len(raises), max(self.raises)), -1, np.int64)
        for node, found in enumerate(raises):
            self.next[node, : len(found)] = found
        self.exact = own == other == 1

    def _bid(self, k: int) -> tuple[int, int, int]:
        """Count, value, and whether 1s are jokers."""
        step = k % self.steps
        jokers = int(self.joker and k // self.steps % 2 == 0)
        return (
            strategy_layout.count_of_rank(step, self.top, self.by_count),
            strategy_layout.value_of_rank(step, self.top, self.by_count),
            jokers,
        )

    def _raises(self, node: int) -> list[int]:
        """The moments after each next bid; −1 for those that cannot come, so that the n-th bid is at n."""
        ladders = 1 + self.joker
        if node == 0:
            offs = [int(self.joker and self.bids[1 + step][1] == 1) for step in range(self.steps)]
            return [1 + off * self.steps + step for step, off in enumerate(offs)]
        layer, ladder = divmod((node - 1) // self.steps, ladders)
        step = (node - 1) % self.steps
        after = 1 + (min(layer + 1, LAYERS - 1) * ladders + ladder) * self.steps
        return [after + later for later in range(step + 1, min(self.steps, step + 1 + RAISES[self.by_count]))]

    @cached_property
    def showings(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        return _showings(self.sizes[0], exact=self.exact), _showings(self.sizes[1], exact=self.exact)

    @cached_property
    def matching(self) -> tuple[Array, Array]:
        """For each player: how many cards of each showing count for the bid of each moment."""
        mine, theirs = (self._matching(shown) for shown in self.showings)
        return mine, theirs

    def _matching(self, shown: list[tuple[int, ...]]) -> Array:
        counts = np.array([[values.count(value) for values in shown] for value in range(VALUES + 1)], np.int32)
        rows = [counts[v] + (counts[1] if jokers and v != 1 else 0) for _, v, jokers in self.bids]
        return np.array(rows, np.int32)

    @cached_property
    def affinity(self) -> Array:
        """How much likelier than by themselves a showing of the one and a showing of the other come together."""
        mine, theirs = self.showings
        if self.exact:
            return _pairs_of_cards()
        same = (10 * 9 / BOTH_SHOW) * VALUES**2
        different = ((10 * 10 - 2) / BOTH_SHOW) * VALUES**2
        counts = [
            np.array([[shown.count(v) for v in range(1, VALUES + 1)] for shown in each]) for each in (mine, theirs)
        ]
        alike = counts[0] @ counts[1].T
        found: Array = (same**alike * different ** (self.sizes[0] * self.sizes[1] - alike)).astype(np.float32)
        return found

    @cached_property
    def choices(self) -> tuple[Choices, Choices]:
        return choices(self.sizes[0], exact=self.exact), choices(self.sizes[1], exact=self.exact)


def _showings(cards: int, *, exact: bool) -> list[tuple[int, ...]]:
    if exact:
        return [(end,) for low, high, _ in CARDS for end in (low, high)]
    every = combinations_with_replacement(range(1, VALUES + 1), cards)
    return sorted(every, key=lambda values: [values.count(value) for value in range(VALUES, 0, -1)])


def _pairs_of_cards() -> Array:
    """With one card each: cards that are there twice come to both a little less often."""
    kinds = np.repeat(np.arange(KINDS), 2)
    alike = kinds[:, None] == kinds[None, :]
    found: Array = np.where(alike, 1, 2).astype(np.float32) * np.float32(PACK / 2 / (PACK - 1))
    return found


@lru_cache(maxsize=16)
def choices(cards: int, *, exact: bool) -> Choices:
    number = {shown: k for k, shown in enumerate(_showings(cards, exact=False))}
    first: list[int] = [0]
    showing: list[int] = []
    ways: list[int] = []
    chance: list[float] = []
    for hand, likely in _hands(cards):
        if exact:
            can = {2 * hand[0]: 1, 2 * hand[0] + 1: 1}
        else:
            turned = product(*(CARDS[kind][:2] for kind in hand))
            can = Counter(number[tuple(sorted(values))] for values in turned)
        showing += can.keys()
        ways += can.values()
        first.append(len(showing))
        chance.append(likely)
    return Choices(np.array(first), np.array(showing), np.array(ways, float), np.array(chance))


def _hands(cards: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every hand of so many cards, and how likely it is dealt."""
    for hand in combinations_with_replacement(range(KINDS), cards):
        ways = 1
        for kind, held in Counter(hand).items():
            ways *= comb(CARDS[kind][2], held)
        if ways:
            yield hand, ways / comb(PACK, cards)
