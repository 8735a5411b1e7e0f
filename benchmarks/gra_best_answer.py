"""GRA between two: how much can anybody win against `normal`? Beside it, what `hard` wins.

python benchmarks/gra_best_answer.py

For every pair of hand sizes the way in which `normal` plays is written down as a plan, and the best answer to it is
found (by one who remembers what hard's tables do). These answers are bound in a book like hard's own and play real
matches against `normal`. Where bids rise by value the plan is exact, because `normal` heeds nothing that it leaves out.
Where they rise by count it leaves out which other values the rival has bid on, and the real best answer may be better.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from stolik import catalog
from stolik.bots.weights import weights_array
from stolik.core.bot_levels import Trained
from stolik.games.gra.bots import LEVELS, hard, normal, strategy_layout
from stolik.games.gra.bots.multiplayer import NUMBERS
from stolik.games.gra.state import LARGEST_HAND
from stolik.lab.simulation import Tables
from stolik.lab.training.gra import encoding
from stolik.lab.training.gra.cfr import Learner, Plan
from stolik.lab.training.gra.exploitability import better_answers
from stolik.lab.training.gra.game_tree import Array, Round
from stolik.lab.training.gra.opponents import plan_of

GAMES = 10_000
PASSES, CURIOSITY = 8, 0.3
RESULTS = Path(__file__).parent / "results" / "gra_best_answer.json"
GRA = catalog.find("gra")


def best_answer(round_: Round, which: int, theirs: Plan) -> tuple[Plan, float]:
    """The best plan that was found against theirs, and how often it wins."""
    me = Learner(round_, which)
    best, won = Plan(me.even, me.marginal), 0.0
    for plan, worth in better_answers(round_, me, theirs, me.even, PASSES, CURIOSITY):
        shown, share = _best_showing(me, worth)
        if share > won:
            best, won = Plan(plan, shown), share
    return best, won


def _best_showing(me: Learner, worth: Array) -> tuple[Array, float]:
    """Every hand shows what is worth most; how often each showing comes then, and how often that wins."""
    choices = me.choices
    shown, won = np.zeros(len(worth)), 0.0
    for hand, chance in enumerate(choices.chance):
        can = choices.showing[choices.first[hand] : choices.first[hand + 1]]
        one = can[worth[can].argmax()]
        shown[one] += chance
        won += chance * worth[one]
    return shown, float(won)


def answers(by_count: int, joker: int) -> "tuple[Any, dict[str, float]]":
    """A book of best answers, and how often they win with each pair of hand sizes."""
    tables: dict[int, tuple[list[int], int]] = {}
    shares: dict[str, float] = {}

    def solve(pair: tuple[int, int]) -> None:
        round_ = Round(*pair, by_count=bool(by_count), joker=bool(joker))
        for which in (0, 1):
            own, other = pair if which == 0 else pair[::-1]
            plan, won = best_answer(round_, which, plan_of(normal, round_, 1 - which))
            tables[strategy_layout.number_of(by_count, joker, own, other, int(which == 0))] = encoding.pack(
                round_, plan, which
            )
            shares[f"{own}-{other}, {'starts' if which == 0 else 'answers'}"] = round(won, 4)

    sizes = range(1, LARGEST_HAND + 1)
    solve((1, 1))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(solve, [pair for pair in product(sizes, sizes) if pair != (1, 1)]))
    return encoding.bind(tables, [0] * NUMBERS), dict(sorted(shares.items()))


def won_by(weights: Any, options: dict[str, Any]) -> tuple[float, float]:
    """The share of matches against `normal`, from both seats, and its standard error."""
    tables = Tables(GRA, GRA.options(options), [Trained(hard, ""), LEVELS["normal"]])
    tables.weights = np.array(weights, np.int16), *tables.weights[1:]
    won = 0.0
    for seat in (0, 1):
        tables.seat([seat, 1 - seat])
        won += float((tables.play(GAMES // 2, "best answer").places[:, seat] == 1).mean()) / 2
    return won, sqrt(won * (1 - won) / GAMES)


def main() -> None:
    found = []
    for by_count, joker in product((0, 1), (0, 1)):
        options = {"players": 2, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        weights, shares = answers(by_count, joker)
        best, own = won_by(weights, options), won_by(weights_array("stolik.games.gra.bots:strategy"), options)
        print(
            f"{options}: the best answer wins {best[0]:.3f} ± {best[1]:.3f}, hard {own[0]:.3f} ± {own[1]:.3f}",
            flush=True,
        )
        found.append({**options, "best answer": best, "hard": own, "rounds": shares})
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main()
