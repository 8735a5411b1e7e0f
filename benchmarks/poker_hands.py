"""How many poker hands of seven cards a second: Gang's evaluator beside eval7, in one run. See README.md.

Exit code 0: the expectation was met in this run; 1: it was not; 2: a library is missing.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

from machine import STOLIK, missing, one_core, short

SEED = 1
HANDS = 100_000
CARDS = 7
RANKS, SUITS = "23456789TJQKA", "cdhs"
AT_LEAST = 20

COMPILED, INTERPRETED, EVAL7 = "Stolik compiled, all in one call", "Stolik interpreted", "eval7"

Deal: TypeAlias = list[list[int]]
Evaluate: TypeAlias = Callable[[], Iterable[int]]
"""Evaluates all hands: the larger the stronger."""
Rates: TypeAlias = dict[str, list[float]]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=1.0, help="for each contender in each round")
    chosen = arguments.parse_args()

    if sentence := missing(STOLIK, "numpy", "numba", "eval7"):
        sys.stderr.write(f"{sentence}\n")
        return 2

    rng = Random(SEED)
    deal = [rng.sample(range(52), CARDS) for _ in range(HANDS)]
    with one_core():
        contenders = {COMPILED: compiled(deal), INTERPRETED: interpreted(deal), EVAL7: eval7(deal)}
        _compare(contenders)
        rates = _measured(contenders, chosen.rounds, chosen.seconds)
    console = Console()
    console.print(_table(rates))
    ratio = _ratio(rates, COMPILED)
    met = ratio >= AT_LEAST
    console.print(
        f"{'[green]met[/]    ' if met else '[red]NOT met[/]'}  {COMPILED}: {ratio:.3g} × {EVAL7} (expected {AT_LEAST})"
    )
    return 0 if met else 1


def compiled(deal: Deal) -> Evaluate:
    import numpy as np

    from stolik.games.gang.rules.poker_hands import strengths
    from stolik.jit.compiler import compiled as machine_code

    evaluate = machine_code(strengths)
    hands, out = np.array(deal, np.int16), np.zeros(HANDS, np.int64)

    def run() -> Iterable[int]:
        evaluate(hands, CARDS, out)
        return out

    return run


def interpreted(deal: Deal) -> Evaluate:
    from stolik.games.gang.rules.poker_hands import strength

    return lambda: [strength(hand, CARDS) for hand in deal]


def eval7(deal: Deal) -> Evaluate:
    import eval7 as library

    deck = [library.Card(rank + suit) for suit in SUITS for rank in RANKS]
    hands = [[deck[card] for card in hand] for hand in deal]
    return lambda: list(map(library.evaluate, hands))


def _compare(contenders: dict[str, Evaluate]) -> None:
    """All must put the hands into one order, or their rates mean nothing. This also warms them up."""
    ours, plain, theirs = (list(evaluate()) for evaluate in contenders.values())
    classes = set(zip(ours, plain, theirs, strict=True))
    orders = [sorted(classes, key=lambda found: found[which]) for which in range(3)]
    if not orders[0] == orders[1] == orders[2] or len(classes) != len(set(ours)) or len(classes) != len(set(theirs)):
        raise RuntimeError("the evaluators do not agree")


def _measured(contenders: dict[str, Evaluate], rounds: int, seconds: float) -> Rates:
    """Interleaved, so that a slow moment of the machine strikes all contenders of a round alike."""
    rates: Rates = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, evaluate in contenders.items():
            hands = 0
            begun = perf_counter()
            while (elapsed := perf_counter() - begun) < seconds:
                evaluate()
                hands += HANDS
            rates[name].append(hands / elapsed)
    return rates


def _ratio(rates: Rates, who: str) -> float:
    """The median of the rounds' ratios."""
    return median(mine / theirs for mine, theirs in zip(rates[who], rates[EVAL7], strict=True))


def _table(rates: Rates) -> Table:
    table = Table(title=f"Hands of {CARDS} cards on one core, median of {len(rates[EVAL7])} rounds")
    table.add_column("", no_wrap=True)
    table.add_column("hands/s", justify="right", no_wrap=True)
    table.add_column("spread", justify="right", style="dim")
    table.add_column(f"× {EVAL7}", justify="right", no_wrap=True)
    for name, mine in rates.items():
        spread = f"±{(max(mine) - min(mine)) / median(mine) / 2:.0%}"
        table.add_row(name, short(median(mine)), spread, f"{_ratio(rates, name):.3g}")
    return table


if __name__ == "__main__":
    sys.exit(main())
