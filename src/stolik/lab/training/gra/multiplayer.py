"""The numbers by which GRA's bots play among three and more, and the evolution strategy that finds better ones.

In every generation a population is drawn around the mean; each member plays the same matches among `normal` bots, and
the same rounds, with hands of all sizes, among ancestors. The mean moves to the few that do best. Without the ancestors
a habit of `normal` bots would be taken for the way of the world: whoever bids as high as they never check is checked
by everybody else.
"""

import numpy as np

from stolik import catalog
from stolik.bots.bot import level_of
from stolik.core.bot_levels import Trained
from stolik.games.gra.bots import hard
from stolik.games.gra.bots.multiplayer import SET_SIZE, parameter_set
from stolik.lab.simulation import Simulator
from stolik.lab.training.gra.cfr import seed_number
from stolik.lab.training.gra.game_tree import Array
from stolik.lab.training.gra.rounds import Rounds

MATCHES, ROUNDS = 1_500, 1_000
GENERATIONS = 12
POPULATION = 16
PARENTS = 4
AMONG_NORMAL = 3.0
"""What is won in matches among `normal` bots counts so many times what is lost in rounds among ancestors."""
SPREAD = (15, 4, 12, 25, 60, 25, 25, 60, 200, 60, 75, 75, 35, 8, 30, 4, 50, 0, 0, 0)
"""Standard deviations of the first population. How a joker is turned, and how likely an opening must be, is given."""
NUMBERS = (
    # by value: among 3, 4, 5, 6
    (146, 21, 164, 154, 443, 338, 258, 735, 2281, 216, 501, 1132, 833, -5, -99, 6, 189, 520, 0, 600),
    (149, 18, 188, 178, 438, 250, 252, 804, 2011, 4, 384, 846, 790, 0, -132, 10, 511, 494, 0, 600),
    (190, 22, 195, 177, 505, 276, 221, 799, 1737, -85, 536, 895, 875, 4, -92, 7, 595, 445, 0, 600),
    (209, 16, 178, 203, 396, 272, 187, 802, 1599, -180, 535, 867, 886, -6, -88, 7, 498, 380, 0, 600),
    # by value, jokers: among 3, 4, 5, 6
    (114, 13, 114, 277, 528, 326, 199, 564, 1640, 31, 48, 1236, 543, 20, -21, -1, 305, 100, -1500, 600),
    (124, 32, 157, 435, 159, 257, 201, 484, 2105, 94, 193, 1211, 570, 12, -206, -4, 408, 100, -1800, 600),
    (128, 9, 161, 296, 356, 367, 232, 701, 1618, -1, 146, 1236, 763, -2, -54, -3, 393, 100, 0, 600),
    (184, 8, 154, 314, 237, 247, 251, 713, 1852, 112, 397, 1156, 665, 19, -70, 4, -56, 100, 0, 600),
    # by count: among 3, 4, 5, 6
    (170, 6, 117, 319, 459, 220, 223, 377, 1157, 478, 768, 702, 738, 4, -70, 21, -44, 411, 0, 900),
    (183, 11, 157, 256, 576, 330, 304, 476, 1568, 485, 923, 603, 799, -7, -88, 11, -60, 238, 0, 900),
    (223, -9, 161, 187, 351, 269, 305, 596, 1004, 448, 848, 605, 814, 22, -87, 19, -151, 558, 0, 900),
    (217, -9, 147, 222, 442, 261, 308, 522, 1300, 565, 875, 738, 782, 13, -100, 22, -137, 516, 0, 900),
    # by count, jokers: among 3, 4, 5, 6
    (163, 21, 85, 215, 672, 270, 245, 566, 1304, 340, 959, 547, 875, -2, -94, 31, -132, 100, 0, 600),
    (160, -20, 99, 252, 616, 313, 335, 481, 1356, 423, 947, 683, 799, 7, -134, 26, -185, 100, 0, 600),
    (211, -16, 115, 148, 837, 334, 324, 497, 1586, 452, 989, 682, 839, 8, -160, 32, -92, 100, 0, 600),
    (213, -14, 205, 156, 699, 329, 248, 683, 2227, 567, 1103, 752, 803, 36, -229, 24, -156, 100, 0, 600),
)
"""What the bots play by. They were evolved in several runs, each from the numbers of the one before and in company that
has changed since: so no seed makes them from nothing. How a joker is turned, and how likely an opening must
be, were chosen by matches among `normal` bots, and by how many jokers were kept and how many openings were right.
"""


class Fitness:
    """Fitness of numbers, by simulation. When only two are left, all but `normal` play by the strategies for two."""

    def __init__(self, by_count: int, joker: int, players: int, weights: Array) -> None:
        """`weights`: all of them, with what else the bots play by."""
        self.players = players
        self.weights = weights
        self.begin = parameter_set(by_count, joker, players) * SET_SIZE
        self.rounds = Rounds(by_count, joker, players)
        game = catalog.find("gra")
        options = {"players": players, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        self.matches = Simulator(game, game.options(options), [Trained(hard, ""), level_of(game, "normal")])
        self.matches.seat([0, *[1] * (players - 1)])

    @property
    def numbers(self) -> Array:
        """Those that the weights have."""
        return np.array(self.weights[self.begin : self.begin + SET_SIZE], float)

    def __call__(self, numbers: Array, before: Array, seed: object) -> float:
        """The more, the better."""
        return AMONG_NORMAL * self.won(numbers, MATCHES, seed) - self.lost(numbers, before, ROUNDS, seed)

    def won(self, numbers: Array, matches: int, seed: object) -> float:
        """How many matches the one with these numbers wins among `normal` bots; 1 is a fair part."""
        self.matches.weights = self.with_numbers(numbers), self.matches.weights[1]
        won = self.matches.play(matches, repr(seed)).places == 1
        return float((won[:, 0] / won.sum(axis=1)).mean()) * self.players

    def lost(self, numbers: Array, others: Array, rounds: int, seed: object) -> float:
        """How many rounds the one with these numbers loses among those with the others; 1 is a fair part."""
        learner, rest = self.with_numbers(numbers), self.with_numbers(others)
        losers = self.rounds.losers(learner, rest, rounds, seed, ancestors=100)
        return float((losers == 0).mean()) * self.players

    def with_numbers(self, numbers: Array) -> Array:
        weights = self.weights.copy()
        weights[self.begin : self.begin + SET_SIZE] = np.rint(numbers)
        return weights


def evolve(fitness: Fitness, seed: object, generations: int = GENERATIONS) -> list[int]:
    """Numbers that do better than those that the weights have, most likely."""
    random = np.random.default_rng(seed_number(seed))
    mean, spread = fitness.numbers, np.array(SPREAD, float)
    for generation in range(generations):
        population = mean + spread * random.standard_normal((POPULATION, SET_SIZE))
        worth = [fitness(each, mean, (seed, generation)) for each in population]
        best = population[np.argsort(worth)[-PARENTS:]]
        mean = 0.4 * mean + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.9 * spread, np.array(SPREAD) * 0.2)
    return [int(number) for number in np.clip(np.rint(mean), -30_000, 30_000)]
