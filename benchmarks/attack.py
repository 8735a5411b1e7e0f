"""How long a move takes while somebody at another address does what is dearest for the server. See README.md.

Exit code 0: every expectation was met in this run; 1: one was not; 2: a library is missing.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as TextTable

from attack_client import ATTACKS
from attack_tables import Prepared, file_beside
from machine import cpu, missing

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
RESULTS = HERE / "results" / "attack.json"
LIBRARIES = ("stolik", "litestar", "msgspec", "psutil", "uvicorn", "uvloop")
MOST = 3.0
"""How much longer than in quiet the slowest move of a hundred may take."""
VICTIMS = 20
LONG = 12
PACE = 0.1
"""Seconds that a player thinks."""
FOR_INFORMATION = ("flood_each_socket", "earlier_match_each_socket")
"""More than a server lets through that counts commands by guest and by address."""


class Phase(NamedTuple):
    """What the victims lived through for some seconds; times in milliseconds."""

    p50: float
    p99: float
    moves: int
    answers: dict[str, int]
    """What the attacker got."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=8.0, help="of quiet, and of each attack, in each round")
    arguments.add_argument("--only", nargs="*", choices=list(ATTACKS), help="these alone; nothing is written")
    chosen = arguments.parse_args()
    if sentence := missing(*LIBRARIES):
        sys.stderr.write(f"{sentence}\n")
        return 2
    console = Console()
    kinds = chosen.only or list(ATTACKS)
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory(prefix="stolik-bench-", ignore_cleanup_errors=True) as folder:
        database = Path(folder) / "stolik.db"
        with console.status("Making long matches …") as status:
            subprocess.run(
                [sys.executable, str(HERE / "attack_tables.py"), str(database), str(VICTIMS), str(LONG)], check=False
            )
            prepared = msgspec.json.decode(file_beside(database).read_bytes(), type=Prepared)
            for number in range(chosen.rounds):
                for kind in kinds:
                    status.update(f"Round {number + 1} of {chosen.rounds}: {kind}")
                    found[kind].append(_beside(kind, database, prepared, chosen.seconds, number))
    results = _results(found, prepared, chosen)
    console.print(_shown(results))
    if chosen.only is None:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
        console.print(f"Written: {RESULTS.relative_to(ROOT)}", style="dim")
    return 0 if all(row["met"] for row in results["attacks"].values()) else 1


def _beside(kind: str, database: Path, prepared: Prepared, seconds: float, number: int) -> dict[str, Any]:
    """A new server; quiet, then the attack, in the same process."""
    import uvloop

    from server_processes import Process, free_port

    port = free_port()
    command = [sys.executable, "-m", "stolik", "serve", "--port", str(port), "--database", str(database)]
    server = Process([*command, "--log", "text"], port, {"STOLIK_WARM": "0"})
    try:
        server.wait_for("/health")
        return uvloop.run(_play(kind, port, database, prepared, seconds, number))
    finally:
        server.stop()


async def _play(
    kind: str, port: int, database: Path, prepared: Prepared, seconds: float, number: int
) -> dict[str, Any]:
    from attack_victims import Victims

    victims = Victims(f"127.0.0.1:{port}", prepared.victims, Random(number), PACE)
    await victims.come(port)
    await victims.measured(2.0)
    quiet = Phase(*await victims.measured(seconds), {})
    prepared_file = str(file_beside(database))
    attacker = await asyncio.create_subprocess_exec(
        sys.executable,
        str(HERE / "attack_client.py"),
        *(kind, str(port), prepared_file, str(seconds + 2)),
        stdout=asyncio.subprocess.PIPE,
    )
    await victims.measured(1.5)  # until it has begun
    attacked = await victims.measured(seconds)
    answers = json.loads((await attacker.communicate())[0] or b"{}")
    victims.leave()
    beside = Phase(*attacked, answers)
    return {"quiet": quiet._asdict(), "attacked": beside._asdict(), "ratio": beside.p99 / quiet.p99}


def _results(found: dict[str, list[dict[str, Any]]], prepared: Prepared, chosen: argparse.Namespace) -> dict[str, Any]:
    import platform
    from importlib.metadata import version

    attacks = {}
    for kind, rounds in found.items():
        ratio = median(each["ratio"] for each in rounds)
        met = ratio <= MOST or kind in FOR_INFORMATION
        attacks[kind] = {"p99_ratio": ratio, "met": met, "rounds": rounds}
    return {
        "machine": {
            "cpu": cpu(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "libraries": {library: version(library) for library in LIBRARIES},
        },
        "entries_of_long_match": prepared.entries,
        "seconds": chosen.seconds,
        "attacks": attacks,
    }


def _shown(results: dict[str, Any]) -> TextTable:
    title = f"A move at other tables, beside an attacker (long match: {results['entries_of_long_match']} entries)"
    table = TextTable(title=title, box=SIMPLE)
    for heading in ("attack", "quiet p50", "p99", "attacked p50", "p99", "ratio of p99", "", "the attacker got"):
        table.add_column(heading, justify="left" if heading in ("attack", "the attacker got", "") else "right")
    for kind, row in results["attacks"].items():
        last = sorted(row["rounds"], key=lambda each: each["ratio"])[len(row["rounds"]) // 2]
        quiet, beside = last["quiet"], last["attacked"]
        got = ", ".join(f"{count} {answer}" for answer, count in sorted(beside["answers"].items()))
        times = [f"{phase[name]:.1f} ms" for phase in (quiet, beside) for name in ("p50", "p99")]
        verdict = "" if kind in FOR_INFORMATION else "met" if row["met"] else "NOT MET"
        table.add_row(kind, *times, f"{row['p99_ratio']:.2f}", verdict, got)
    return table


if __name__ == "__main__":
    sys.exit(main())
