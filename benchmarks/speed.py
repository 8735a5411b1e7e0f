"""How many steps a second: our games beside OpenSpiel, RLCard and PettingZoo, in one run. See README.md.

Exit code 0: every expectation was met in this run; 1: one was not; 2: a library is missing.
"""

import argparse
import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from contenders import COMPILED, CONTENDERS, INTERPRETED, OPEN_SPIEL_HANABI, Contender, Run
from machine import LIBRARIES, OPEN_SPIEL, PETTING_ZOO, RLCARD, description, missing, one_core, short

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "speed.json"
CHART = ROOT / "docs" / "images" / "speed.svg"

YARDSTICKS = {OPEN_SPIEL: "OpenSpiel", RLCARD: "RLCard", PETTING_ZOO: "PettingZoo"}

Rates = dict[str, list[float]]
"""Steps per second, by contender, one for every round."""


class Expectation(NamedTuple):
    who: str
    beside: str
    at_least: float


EXPECTATIONS = (
    Expectation(COMPILED, OPEN_SPIEL, 100),
    Expectation(INTERPRETED, OPEN_SPIEL, 1.5),
    Expectation(INTERPRETED, RLCARD, 50),
    Expectation(INTERPRETED, PETTING_ZOO, 50),
    Expectation(f"dycha_{COMPILED}", OPEN_SPIEL_HANABI, 20),
    Expectation(f"dycha_{INTERPRETED}", OPEN_SPIEL_HANABI, 0.3),
    Expectation(f"gang_{COMPILED}", OPEN_SPIEL_HANABI, 20),
    Expectation(f"gang_{INTERPRETED}", OPEN_SPIEL_HANABI, 0.2),
    Expectation(f"gra_{COMPILED}", OPEN_SPIEL, 50),
    Expectation(f"gra_{INTERPRETED}", OPEN_SPIEL, 0.5),
    Expectation(f"raise_{COMPILED}", OPEN_SPIEL, 20),
    Expectation(f"raise_{INTERPRETED}", OPEN_SPIEL, 0.5),
)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=1.0, help="for each contender in each round")
    chosen = arguments.parse_args()

    if sentence := missing(*LIBRARIES):
        sys.stderr.write(f"{sentence}\n")
        return 2
    from chart import draw

    rates = _measured(_prepared(), chosen.rounds, chosen.seconds)
    results = _results(rates, chosen.seconds)
    console = Console()
    console.print(_table(rates))
    for verdict in _verdicts(results):
        console.print(verdict)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    draw(results, CHART)
    console.print(f"Written: {RESULTS.relative_to(ROOT)}, {CHART.relative_to(ROOT)}", style="dim")
    return 0 if all(expectation["met"] for expectation in results["expectations"]) else 1


def _prepared() -> dict[str, Run]:
    runs = {}
    for contender in CONTENDERS:
        with _cores(contender):
            runs[contender.key] = contender.prepare()
    return runs


def _cores(contender: Contender) -> AbstractContextManager[None]:
    return nullcontext() if contender.all_cores else one_core()


def _measured(runs: dict[str, Run], rounds: int, seconds: float) -> Rates:
    """Interleaved, so that a slow moment of the machine strikes all contenders of a round alike."""
    rates: Rates = {key: [] for key in runs}
    turns = [contender for _ in range(rounds) for contender in CONTENDERS]
    for contender in track(turns, "Playing", transient=True):
        with _cores(contender):
            rates[contender.key].append(runs[contender.key](seconds))
    return rates


def _ratio(rates: Rates, who: str, beside: str) -> float:
    """The median of the rounds' ratios."""
    return median(mine / theirs for mine, theirs in zip(rates[who], rates[beside], strict=True))


def _results(rates: Rates, seconds: float) -> dict[str, Any]:
    return {
        "machine": description(),
        "seconds": seconds,
        "rounds": len(rates[COMPILED]),
        "contenders": [
            {
                "key": contender.key,
                "name": contender.name,
                "plays": contender.plays,
                "peer": contender.peer,
                "all_cores": contender.all_cores,
                "steps_per_second": round(median(rates[contender.key])),
                "rounds": [round(rate) for rate in rates[contender.key]],
                "ratios": {} if contender.all_cores else _ratios(rates, contender.key),
            }
            for contender in CONTENDERS
        ],
        "expectations": [_judged(rates, expectation) for expectation in EXPECTATIONS],
    }


def _ratios(rates: Rates, who: str) -> dict[str, float]:
    return {peer: float(f"{_ratio(rates, who, peer):.3g}") for peer in YARDSTICKS}


def _judged(rates: Rates, expectation: Expectation) -> dict[str, Any]:
    ratio = _ratio(rates, expectation.who, expectation.beside)
    return {
        **expectation._asdict(),
        "measured": float(f"{ratio:.3g}"),
        "met": ratio >= expectation.at_least,
    }


def _verdicts(results: dict[str, Any]) -> list[str]:
    names = {contender.key: contender.label for contender in CONTENDERS}
    return [
        f"{'[green]met[/]    ' if found['met'] else '[red]NOT met[/]'}"
        f"  {names[found['who']]}: {found['measured']:g} × {names[found['beside']]} (expected {found['at_least']:g})"
        for found in results["expectations"]
    ]


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _table(rates: Rates) -> Table:
    rounds = len(rates[COMPILED])
    table = Table(
        title=f"Random whole games on one core, median of {rounds} rounds",
        caption="Stolik plays with four players: No Thanks!, if the row names no game",
        box=SIMPLE,
        padding=0,
    )
    table.add_column("", no_wrap=True)
    table.add_column("steps/s", justify="right", no_wrap=True)
    table.add_column("spread", justify="right", style="dim")
    for name in YARDSTICKS.values():
        table.add_column(f"× {name}", justify="right", no_wrap=True)
    for number, contender in enumerate(CONTENDERS):
        mine = rates[contender.key]
        spread = f"±{(max(mine) - min(mine)) / median(mine) / 2:.0%}"
        peers = () if contender.all_cores else YARDSTICKS
        ratios = [_times(_ratio(rates, contender.key, peer)) for peer in peers]
        last_of_kind = CONTENDERS[number : number + 2][-1].peer != contender.peer
        table.add_row(contender.label, short(median(mine)), spread, *ratios, end_section=last_of_kind)
    return table


if __name__ == "__main__":
    sys.exit(main())
