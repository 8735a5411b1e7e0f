"""Best response in GRA between two: how much can anybody win against `normal`? Beside it, what `hard` wins.

python benchmarks/gra_best_response.py

For every pair of hand sizes the strategy of `normal` is written down, and a best response to it is found (by one who
remembers what hard's tables do). These responses are encoded as weights like hard's own and play real matches against
`normal`. Where bids rise by value the strategy is exact, because `normal` heeds nothing that it leaves out.
Where they rise by count it leaves out which other values the rival has bid on, and a real best response may be better.
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
from stolik.games.gra.bots.multiplayer import PARAMETERS_END
from stolik.games.gra.state import LARGEST_HAND
from stolik.lab.simulation import Simulator
from stolik.lab.training.gra import encoding
from stolik.lab.training.gra.cfr import CfrPlayer, Strategy
from stolik.lab.training.gra.exploitability import improving_responses
from stolik.lab.training.gra.game_tree import Array, Round
from stolik.lab.training.gra.opponents import strategy_of

GAMES = 10_000
PASSES, EXPLORATION = 8, 0.3
RESULTS = Path(__file__).parent / "results" / "gra_best_response.json"
GRA = catalog.find("gra")


def best_response(round_: Round, which: int, theirs: Strategy) -> tuple[Strategy, float]:
    """The best strategy that was found against theirs, and how often it wins."""
    me = CfrPlayer(round_, which)
    best, won = Strategy(me.uniform, me.showing_distribution), 0.0
    for strategy, worth in improving_responses(round_, me, theirs, me.uniform, PASSES, EXPLORATION):
        shown, share = _best_showing(me, worth)
        if share > won:
            best, won = Strategy(strategy, shown), share
    return best, won


def _best_showing(me: CfrPlayer, worth: Array) -> tuple[Array, float]:
    """Every hand shows what is worth most; how often each showing comes then, and how often that wins."""
    choices = me.choices
    shown, won = np.zeros(len(worth)), 0.0
    for hand, chance in enumerate(choices.chance):
        can = choices.showing[choices.first[hand] : choices.first[hand + 1]]
        one = can[worth[can].argmax()]
        shown[one] += chance
        won += chance * worth[one]
    return shown, float(won)


def best_responses(by_count: int, joker: int) -> "tuple[Any, dict[str, float]]":
    """Weights of best responses, and how often they win with each pair of hand sizes."""
    tables: dict[int, tuple[list[int], int]] = {}
    shares: dict[str, float] = {}

    def solve(pair: tuple[int, int]) -> None:
        round_ = Round(*pair, by_count=bool(by_count), joker=bool(joker))
        for which in (0, 1):
            own, other = pair if which == 0 else pair[::-1]
            strategy, won = best_response(round_, which, strategy_of(normal, round_, 1 - which))
            tables[strategy_layout.strategy_number(by_count, joker, own, other, int(which == 0))] = encoding.pack(
                round_, strategy, which
            )
            shares[f"{own}-{other}, {'starts' if which == 0 else 'answers'}"] = round(won, 4)

    sizes = range(1, LARGEST_HAND + 1)
    solve((1, 1))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(solve, [pair for pair in product(sizes, sizes) if pair != (1, 1)]))
    return encoding.bind(tables, [0] * PARAMETERS_END), dict(sorted(shares.items()))


def won_by(weights: Any, options: dict[str, Any]) -> tuple[float, float]:
    """The share of matches against `normal`, from both seats, and its standard error."""
    simulator = Simulator(GRA, GRA.options(options), [Trained(hard, ""), LEVELS["normal"]])
    simulator.weights = np.array(weights, np.int16), *simulator.weights[1:]
    won = 0.0
    for seat in (0, 1):
        simulator.seat([seat, 1 - seat])
        won += float((simulator.play(GAMES // 2, "best answer").places[:, seat] == 1).mean()) / 2
    return won, sqrt(won * (1 - won) / GAMES)


def main() -> None:
    found = []
    for by_count, joker in product((0, 1), (0, 1)):
        options = {"players": 2, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        weights, shares = best_responses(by_count, joker)
        best, own = won_by(weights, options), won_by(weights_array("stolik.games.gra.bots:strategy"), options)
        print(
            f"{options}: the best response wins {best[0]:.3f} ± {best[1]:.3f}, hard {own[0]:.3f} ± {own[1]:.3f}",
            flush=True,
        )
        found.append({**options, "best response": best, "hard": own, "rounds": shares})
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main()
