"""Trains the numbers by which GRA's bots play among three or more.

In every generation many sets of numbers are drawn around the best known; each plays the same games among `normal` bots
and one of its forebears, and the few that left most rivals behind are the middle of the next generation.
"""

from collections.abc import Callable

import numpy as np

from stolik import catalog
from stolik.bots.bot import level_of
from stolik.core.kit import Row, table
from stolik.core.levels import Book, Trained
from stolik.core.rule import rule
from stolik.games.gra.bots import among_many
from stolik.games.gra.crowd import NUMBERS, SET, UNTRAINED
from stolik.games.gra.state import State
from stolik.lab.simulation import Tables
from stolik.lab.training.gra_rounds import Array
from stolik.lab.training.gra_solving import hash_of

PLAYERS = (3, 5)
GAMES = 500
GENERATIONS = 14
BROOD = 16
PARENTS = 4
SPREAD = table((30, 8, 25, 50, 120, 50, 50, 120, 400, 120, 150, 150, 70, 15, 60, 8, 100, 200, 300, 0))
"""How far numbers are drawn apart at first."""


@rule
def forebear(s: State, seat: int, moves: Row, n: int, rng: Row, book: Book) -> int:
    """The same, but with a book of its own."""
    return among_many(s, seat, moves, n, rng, book)


class Field:
    """Tables at which numbers are tried."""

    def __init__(self, by_count: int, joker: int) -> None:
        game = catalog.find("gra")
        normal = level_of(game, "normal")
        self.begin = (2 * by_count + joker) * SET
        self.tables = []
        for players in PLAYERS:
            options = {"players": players, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
            tables = Tables(game, game.options(options), [Trained(among_many, ""), normal, Trained(forebear, "")])
            tables.seat([0, *[1] * (players - 2), 2])
            self.tables.append(tables)

    def left_behind(self, numbers: Array, before: Array, games: int, *names: object) -> float:
        """The share of rivals that the one with these numbers leaves behind."""
        total = 0.0
        for tables in self.tables:
            tables.books = self._book(numbers), tables.books[1], self._book(before)
            scores = tables.play(games, repr((*names, tables.players))).scores
            total += float(scores[:, 0].mean()) / (tables.players - 1)
        return total / len(self.tables)

    def _book(self, numbers: Array) -> Array:
        book = np.zeros(NUMBERS, np.int16)
        book[self.begin : self.begin + SET] = np.rint(numbers)
        return book


def train_crowd(
    seed: str, report: Callable[[str, float], None], *, generations: int = GENERATIONS, games: int = GAMES
) -> list[int]:
    """The head of the book."""
    found: list[int] = []
    for which in range(NUMBERS // SET):
        report("rounds of many", which * SET / NUMBERS)
        start = np.array(UNTRAINED[which * SET : (which + 1) * SET], float)
        found += evolve(Field(which // 2, which % 2), start, (seed, which), generations, games)
    return found


def evolve(field: Field, middle: Array, seed: object, generations: int, games: int) -> list[int]:
    random = np.random.default_rng(hash_of(seed))
    spread = np.array(SPREAD, float)
    for generation in range(generations):
        brood = middle + spread * random.standard_normal((BROOD, SET))
        worth = [field.left_behind(each, middle, games, seed, generation) for each in brood]
        best = brood[np.argsort(worth)[-PARENTS:]]
        middle = 0.4 * middle + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.9 * spread, np.array(SPREAD) * 0.2)
    return [int(number) for number in np.clip(np.rint(middle), -30_000, 30_000)]
