"""An evolution strategy for the numbers by which GRA's bots play among three or more.

In every generation a population is drawn around the mean; each member plays the same games among `normal` bots and one
of its ancestors, and the mean moves to the few that won most.
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
from stolik.lab.simulation import Simulator
from stolik.lab.training.gra.cfr import seed_number
from stolik.lab.training.gra.game_tree import Array

GAMES = 1_500
GENERATIONS = 24
POPULATION = 16
PARENTS = 4
ALONE = {3: "alone", 4: "four alone"}
"""Among so many, numbers are evolved without an ancestor in the end; the name seeds the generator."""
SPREAD = lookup_table((30, 8, 25, 50, 120, 50, 50, 120, 400, 120, 150, 150, 70, 15, 60, 8, 100, 200, 300, 0))
"""Standard deviations of the first population."""


@rule
def ancestor(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """The same, but with weights of its own."""
    return hard(s, seat, moves, n, rng, weights)


class Fitness:
    """Fitness of numbers, by simulation. When only two are left, all but `normal` play by the strategies for two."""

    def __init__(self, weights: "array[int]", by_count: int, joker: int, players: int, *, ancestors: int = 1) -> None:
        self.weights = np.array(weights, np.int16)
        game = catalog.find("gra")
        normal = level_of(game, "normal")
        self.begin = parameter_set(by_count, joker, players) * SET_SIZE
        options = {"players": players, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        self.simulator = Simulator(game, game.options(options), [Trained(hard, ""), normal, Trained(ancestor, "")])
        self.simulator.seat([0, *[1] * (players - 1 - ancestors), *[2] * ancestors])

    def won(self, numbers: Array, before: Array, games: int, *names: object) -> float:
        """The share of the wins that the one with these numbers has."""
        self.simulator.weights = self._with_numbers(numbers), self.simulator.weights[1], self._with_numbers(before)
        won = self.simulator.play(games, repr(names)).places == 1
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

    Among few an ancestor is much of the company, and what suits it suits nobody else: so those numbers are evolved once
    more, among normal bots alone.
    """
    kinds = list(product((0, 1), (0, 1)))
    found: dict[tuple[int, int], list[int]] = {}
    fitnesses = {
        (*kind, players): Fitness(weights, *kind, players)
        for kind in kinds
        for players in range(FEWEST_PLAYERS, SEATS + 1)
    }
    alone = {(*kind, players): Fitness(weights, *kind, players, ancestors=0) for kind in kinds for players in ALONE}

    def train_kind(kind: tuple[int, int]) -> None:
        numbers: list[int] = []
        mean = beginning(kind)
        for players in range(FEWEST_PLAYERS, SEATS + 1):
            numbers += evolve(fitnesses[*kind, players], mean, (seed, *kind, players), generations, games)
            mean = np.array(numbers[-SET_SIZE:], float)
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


def evolve(fitness: Fitness, mean: Array, seed: object, generations: int, games: int) -> list[int]:
    random = np.random.default_rng(seed_number(seed))
    spread = np.array(SPREAD, float)
    for generation in range(generations):
        population = mean + spread * random.standard_normal((POPULATION, SET_SIZE))
        won = [fitness.won(each, mean, games, seed, generation) for each in population]
        best = population[np.argsort(won)[-PARENTS:]]
        mean = 0.4 * mean + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.9 * spread, np.array(SPREAD) * 0.2)
    return [int(number) for number in np.clip(np.rint(mean), -30_000, 30_000)]
