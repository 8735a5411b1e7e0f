"""How long until a first match is on the table, beside importing other libraries. See README.md.

Exit code 0: a match within 0.25 s and without numpy or numba; 1: not so; 2: a library is missing.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from machine import OPEN_SPIEL, PETTING_ZOO, RLCARD, STOLIK, missing

LIMIT = 0.25
HEAVY = ("numpy", "numba")

A_MATCH = "Stolik and a match"
STATEMENTS = {
    A_MATCH: 'from stolik import Match; Match("no_thanks", {"players": 4})',
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

    if sentence := missing(STOLIK, OPEN_SPIEL, RLCARD, PETTING_ZOO):
        sys.stderr.write(f"{sentence}\n")
        return 2

    timings = _measured(rounds)
    console = Console()
    console.print(_table(timings))
    ours = timings[A_MATCH]
    seconds = median(timing.inside for timing in ours)
    loaded = sorted({name for timing in ours for name in timing.loaded})
    verdicts = [
        (seconds < LIMIT, f"a match within {seconds:.3f} s, expected below {LIMIT} s"),
        (not loaded, f"of {' and '.join(HEAVY)}, it loaded {' and '.join(loaded) or 'neither'}"),
    ]
    for met, what in verdicts:
        console.print(f"{'[green]met[/]    ' if met else '[red]NOT met[/]'}  {what}")
    return 0 if all(met for met, _ in verdicts) else 1


def _measured(rounds: int) -> dict[str, list[Timing]]:
    """Interleaved, after one round that only fills the caches."""
    timings: dict[str, list[Timing]] = {name: [] for name in STATEMENTS}
    with TemporaryDirectory() as bytecode:
        for number in range(rounds + 1):
            bare, _ = _process("pass", bytecode)
            for name, statement in STATEMENTS.items():
                whole, printed = _process(INSIDE.format(statement=statement, heavy=HEAVY), bytecode)
                inside, loaded = json.loads(printed.splitlines()[-1])
                if number:
                    timings[name].append(Timing(inside, whole - bare, loaded))
    return timings


def _process(source: str, bytecode: str) -> tuple[float, str]:
    """Run it with its bytecode kept, as in any installation, but in a folder of our own."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-c", source]
    begun = perf_counter()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return perf_counter() - begun, done.stdout


def _table(timings: dict[str, list[Timing]]) -> Table:
    table = Table(title=f"Seconds in fresh processes, median of {len(timings[A_MATCH])} rounds")
    table.add_column("", no_wrap=True)
    table.add_column("inside", justify="right")
    table.add_column("range", justify="right", style="dim")
    table.add_column("whole process", justify="right")
    table.add_column(" or ".join(HEAVY))
    for name, mine in timings.items():
        inside = [timing.inside for timing in mine]
        table.add_row(
            name,
            f"{median(inside):.3f}",
            f"{min(inside):.3f} – {max(inside):.3f}",
            f"{median(timing.process for timing in mine):.3f}",
            ", ".join(mine[0].loaded) or "neither",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
