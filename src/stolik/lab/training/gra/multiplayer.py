"""Trains the parameters by which GRA's bots play among three or more.

In every generation many sets of parameters are drawn around the best known; each plays the same games among `normal`
bots and one of its forebears, and the few that won most are the middle of the next generation.
"""

import os
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np

from stolik import catalog
from stolik.bots.bot import level_of
from stolik.core.bot_levels import Trained, Weights
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.gra.bots import hard
from stolik.games.gra.bots.multiplayer import FEWEST_PLAYERS, SET_SIZE, UNTRAINED, parameter_set
from stolik.games.gra.options import SEATS
from stolik.games.gra.state import State
from stolik.lab.simulation import Tables
from stolik.lab.training.gra.cfr import hash_of
from stolik.lab.training.gra.game_tree import Array

GAMES = 1_500
GENERATIONS = 24
BROOD = 16
PARENTS = 4
ALONE = {3: "alone", 4: "four alone"}
"""Among so many, numbers are evolved without a forebear in the end; the name is for the luck that they have then."""
SPREAD = lookup_table((30, 8, 25, 50, 120, 50, 50, 120, 400, 120, 150, 150, 70, 15, 60, 8, 100, 200, 300, 0))
"""How far numbers are drawn apart at first."""


@rule
def forebear(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """The same, but with weights of its own."""
    return hard(s, seat, moves, n, rng, weights)


class Field:
    """A table at which numbers are tried. When only two are left, all but `normal` play by the strategies for two."""

    def __init__(self, weights: "array[int]", by_count: int, joker: int, players: int, *, forebears: int = 1) -> None:
        self.weights = np.array(weights, np.int16)
        game = catalog.find("gra")
        normal = level_of(game, "normal")
        self.begin = parameter_set(by_count, joker, players) * SET_SIZE
        options = {"players": players, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        self.tables = Tables(game, game.options(options), [Trained(hard, ""), normal, Trained(forebear, "")])
        self.tables.seat([0, *[1] * (players - 1 - forebears), *[2] * forebears])

    def won(self, numbers: Array, before: Array, games: int, *names: object) -> float:
        """The share of the wins that the one with these numbers has."""
        self.tables.weights = self._with_numbers(numbers), self.tables.weights[1], self._with_numbers(before)
        won = self.tables.play(games, repr(names)).places == 1
        return float((won[:, 0] / won.sum(axis=1)).mean())

    def _with_numbers(self, numbers: Array) -> Array:
        weights = self.weights.copy()
        weights[self.begin : self.begin + SET_SIZE] = np.rint(numbers)
        return weights


def train_multiplayer(
    seed: str,
    report: Callable[[str, float], None],
    weights: "array[int]",
    *,
    generations: int = GENERATIONS,
    games: int = GAMES,
) -> list[int]:
    """The head of the weights, which have nothing but their strategies yet.

    Every set begins with the one before, if that is for fewer players of the same game.

    Among few a forebear is much of the company, and what suits it suits nobody else: so those numbers are evolved once
    more, among normal bots alone.
    """
    kinds = list(product((0, 1), (0, 1)))
    found: dict[tuple[int, int], list[int]] = {}
    fields = {
        (*kind, players): Field(weights, *kind, players)
        for kind in kinds
        for players in range(FEWEST_PLAYERS, SEATS + 1)
    }
    alone = {(*kind, players): Field(weights, *kind, players, forebears=0) for kind in kinds for players in ALONE}

    def train_kind(kind: tuple[int, int]) -> None:
        numbers: list[int] = []
        middle = beginning(kind)
        for players in range(FEWEST_PLAYERS, SEATS + 1):
            numbers += evolve(fields[*kind, players], middle, (seed, *kind, players), generations, games)
            middle = np.array(numbers[-SET_SIZE:], float)
        for players, name in ALONE.items():
            its = slice((players - FEWEST_PLAYERS) * SET_SIZE, (players - FEWEST_PLAYERS + 1) * SET_SIZE)
            before = np.array(numbers[its], float)
            numbers[its] = evolve(alone[*kind, players], before, (seed, *kind, name), generations, games)
        found[kind] = numbers
        report("rounds of many", len(found) / len(kinds))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(train_kind, kinds))
    return [number for kind in kinds for number in found[kind]]


def beginning(kind: tuple[int, int]) -> Array:
    return np.array(UNTRAINED[parameter_set(*kind, FEWEST_PLAYERS) * SET_SIZE :][:SET_SIZE], float)


def evolve(field: Field, middle: Array, seed: object, generations: int, games: int) -> list[int]:
    random = np.random.default_rng(hash_of(seed))
    spread = np.array(SPREAD, float)
    for generation in range(generations):
        brood = middle + spread * random.standard_normal((BROOD, SET_SIZE))
        worth = [field.won(each, middle, games, seed, generation) for each in brood]
        best = brood[np.argsort(worth)[-PARENTS:]]
        middle = 0.4 * middle + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.9 * spread, np.array(SPREAD) * 0.2)
    return [int(number) for number in np.clip(np.rint(middle), -30_000, 30_000)]
