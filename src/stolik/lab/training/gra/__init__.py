"""Trains GRA's hard bot: strategies for every round between two players, by CFR+. The numbers for rounds between more
are joined to them as they stand in multiplayer.py, where they can be evolved further.

The rounds are solved one hand size against another, in both bid orders, with jokers and without, on all cores.
"""

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

from stolik.bots.weights import write_weights
from stolik.core.bot_levels import weights_name
from stolik.games.gra.bots import LEVELS, easy, normal, strategy_layout
from stolik.games.gra.bots.multiplayer import PARAMETERS_END
from stolik.games.gra.state import LARGEST_HAND
from stolik.lab.training.gra import encoding, exploitability
from stolik.lab.training.gra.cfr import CfrSolver, Strategy
from stolik.lab.training.gra.game_tree import Round
from stolik.lab.training.gra.multiplayer import NUMBERS
from stolik.lab.training.gra.opponents import asking, strategy_of

EFFORT = 10_000
LONGEST = 1_000
"""Iterations of CFR+ in rounds with large and with small hands."""
SMALL = 3
"""So many cards are a small hand."""
SAMPLES_OF_SMALL, SAMPLES = 60, 30
"""How many showings of the other are sampled in each iteration, at most."""
OPPONENTS = (normal, easy)
"""Bots that the solver also plays against, so that it learns to exploit their mistakes."""
EXACTLY = 6_000
"""Iterations with one card each."""
PAUSES = 4
EXPLORATIONS = (0.0, 0.1, 0.3, 0.5)
"""With one card each the strategy is measured so often, for each of these, and the best for each player is kept."""

Report = Callable[[str, float], None]


class Pair(NamedTuple):
    by_count: bool
    joker: bool
    own: int
    other: int

    @property
    def small(self) -> bool:
        return max(self.own, self.other) <= SMALL

    def round(self) -> Round:
        return Round(self.own, self.other, by_count=self.by_count, joker=self.joker)


class Solved(NamedTuple):
    pair: Pair
    strategies: dict[int, tuple[list[int], int]]
    gain: float
    """Exploitability, on average over both players, of the strategies as they are written."""


def train(
    folder: Path,
    *,
    seed: str,
    command: str,
    report: Report,
    sizes: Sequence[int] = range(1, LARGEST_HAND + 1),
    iterations: int | None = None,
) -> None:
    """Write the weights of `hard` into the folder. Fewer sizes and iterations are for a quick look."""
    solved = list(solve_all(seed, report, sizes, iterations))
    strategies = {number: strategy for each in solved for number, strategy in each.strategies.items()}
    head = [number for numbers in NUMBERS for number in numbers]
    write_weights(folder, file_name(), encoding.bind(strategies, head), made_by=command, strength=strength(solved))


def file_name() -> str:
    """Of the weights that `hard` loads."""
    return weights_name(LEVELS["hard"]).partition(":")[2]


def solve_all(
    seed: str, report: Report, sizes: Sequence[int] = range(1, LARGEST_HAND + 1), iterations: int | None = None
) -> Iterator[Solved]:
    """The longest first, so that no core waits long at the end."""
    pairs = [Pair(*each) for each in product((False, True), (False, True), sizes, sizes)]
    pairs.sort(key=work, reverse=True)
    total, done = sum(map(work, pairs)), 0.0
    for bot in OPPONENTS:
        asking(bot)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for solved in pool.map(lambda pair: solve(pair, seed, iterations), pairs):
            done += work(solved.pair)
            report(f"{solved.pair.own} to {solved.pair.other} cards", done / total)
            yield solved


def iterations_for(pair: Pair) -> int:
    """The larger the hands, the fewer: they take longer, and mistakes with one of many showings matter less."""
    if pair.small:
        return LONGEST
    return int(EFFORT / (pair.own + pair.other) ** 1.5)


def work(pair: Pair) -> float:
    showings = strategy_layout.showing_count(pair.own, pair.other) + strategy_layout.showing_count(pair.other, pair.own)
    cards = pair.own + pair.other
    return float(showings * min(showings, 64) * cards**2 * (1 + pair.joker) * iterations_for(pair))


def solve(pair: Pair, seed: str, iterations: int | None = None) -> Solved:
    round_ = pair.round()
    if round_.exact and iterations is None:
        strategies = _best_of_several(round_, (seed, *pair))
    else:
        opponents = [(strategy_of(bot, round_, 0), strategy_of(bot, round_, 1)) for bot in OPPONENTS]
        solver = CfrSolver(
            round_, (seed, *pair), samples=SAMPLES_OF_SMALL if pair.small else SAMPLES, opponents=opponents
        )
        solver.iterate(iterations or iterations_for(pair))
        strategies = averages(solver)
    packed = {}
    for which, strategy in enumerate(strategies):
        own, other = round_.sizes if which == 0 else round_.sizes[::-1]
        number = strategy_layout.strategy_number(int(pair.by_count), int(pair.joker), own, other, int(which == 0))
        packed[number] = encoding.pack(round_, strategy, which)
    return Solved(pair, packed, gain(round_, encoding.bind(packed, []), 0))


def averages(solver: CfrSolver) -> tuple[Strategy, Strategy]:
    first, second = (player.average() for player in solver.players)
    return first, second


def _best_of_several(round_: Round, seed: object) -> tuple[Strategy, Strategy]:
    """Where the real game can be measured, that decides how much exploration is best, and how long, for each player."""
    found: list[tuple[Strategy, Strategy]] = []
    for exploration in EXPLORATIONS:
        solver = CfrSolver(round_, seed, exploration=exploration)
        for _ in range(PAUSES):
            solver.iterate(EXACTLY // PAUSES)
            found.append(averages(solver))
    first = min(found, key=lambda strategies: exploitability.best_response_value(round_, strategies, 1))
    second = min(found, key=lambda strategies: exploitability.best_response_value(round_, strategies, 0))
    return first[0], second[1]


def gain(round_: Round, weights: "array[int]", index: int = PARAMETERS_END) -> float:
    """Exploitability: half of what both players together can gain against these strategies by a best response.

    With one card each that is measured in the real game, else for a player who remembers what the strategies do.
    """
    strategies = encoding.unpack(round_, 0, weights, index), encoding.unpack(round_, 1, weights, index)
    if round_.exact:
        real = sum(exploitability.best_response_value(round_, strategies, which) for which in (0, 1))
        return (real - 1) / 2
    return sum(exploitability.gains(round_, strategies)) / 2


def strength(solved: list[Solved]) -> str:
    def worst(cards: range) -> str:
        gains = [each.gain for each in solved if each.pair.own + each.pair.other in cards]
        return f"{max(gains):.4f}" if gains else "?"

    return (
        "What the best answer gains over equal play, in wins: "
        f"at most {worst(range(2, 3))} with one card each (the whole game), and for one that remembers what the"
        f" strategies do, at most {worst(range(3, 5))} with 3 or 4 cards in all, {worst(range(5, 8))} with 5 to 7,"
        f" {worst(range(8, 11))} with 8 to 10."
    )
