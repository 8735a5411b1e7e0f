"""How long until a first match is on the table, beside importing other libraries. See README.md.

Exit code 0: a match within 0.25 s and without numpy or numba; 1: not so; 2: a library is missing.
"""

import argparse
import json
import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from machine import missing
from rich.console import Console
from rich.table import Table

LIMIT = 0.25
HEAVY = ("numpy", "numba")

STOLIK = 'from stolik import Match; Match("no_thanks", {"players": 4})'
STATEMENTS = {
    "Stolik, with a match": STOLIK,
    "OpenSpiel": "import pyspiel",
    "RLCard": "import rlcard",
    "PettingZoo": "import pettingzoo",
}

INSIDE = """
import sys
from time import perf_counter
begun = perf_counter()
{statement}
seconds = perf_counter() - begun
import json
print(json.dumps([seconds, [name for name in {heavy} if name in sys.modules]]))
"""


class Timing(NamedTuple):
    inside: float
    """From before the import to after it."""
    process: float
    """The whole process, less a bare `python -c pass` of the same round."""
    loaded: list[str]
    """Which of the heavy modules it loaded."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=9)
    rounds = arguments.parse_args().rounds

    try:
        for name, statement in STATEMENTS.items():
            _check(name, statement)
    except ModuleNotFoundError as error:
        sys.stderr.write(f"{missing(str(error), error)}\n")
        return 2

    timings = _measured(rounds)
    console = Console()
    console.print(_table(timings))
    ours = timings["Stolik, with a match"]
    seconds = median(timing.inside for timing in ours)
    loaded = sorted({name for timing in ours for name in timing.loaded})
    verdicts = [
        (seconds < LIMIT, f"a match within {seconds:.3f} s, expected below {LIMIT} s"),
        (not loaded, f"of {' and '.join(HEAVY)}, it loaded {' and '.join(loaded) or 'neither'}"),
    ]
    for met, sentence in verdicts:
        console.print(f"{'[green]met[/]    ' if met else '[red]NOT met[/]'}  {sentence}")
    return 0 if all(met for met, _ in verdicts) else 1
