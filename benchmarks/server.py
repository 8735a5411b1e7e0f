"""Stolik's server beside boardgame.io's, in one run; and what it needs when nothing happens. See README.md.

Exit code 0: every expectation was met in this run; 1: one was not; 2: something is missing.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from machine import cpu, missing

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "server.json"
LOCK = ROOT / "benchmarks" / "peers" / "boardgame_io" / "package-lock.json"
LIBRARIES = ("stolik", "litestar", "msgspec", "picows", "psutil", "uvicorn", "uvloop")

STOLIK, PEER = "stolik", "boardgame_io"
NAMES = {STOLIK: "Stolik (kept on disk)", PEER: "boardgame.io (in memory)"}
AIM = 5_000
"""Moves a second; for information."""
BUSY = 0.9
"""A generator that uses more of its core than this may be what is measured."""
MEGA, KILO = 2**20, 2**10

Rounds = dict[str, list[dict[str, float]]]
"""By server, one for every round: the fields of `server_load.Round`."""


class Expectation(NamedTuple):
    """About Stolik's number beside boardgame.io's, as the median of the rounds' ratios."""

    what: str
    field: str
    at_least: float | None = None
    at_most: float | None = None

    def met(self, ratio: float) -> bool:
        return ratio >= (self.at_least or 0.0) and (self.at_most is None or ratio <= self.at_most)


EXPECTATIONS = (
    Expectation("moves a second", "moves_per_second", at_least=3.0),
    Expectation("p99 until all four know", "p99", at_most=1 / 3),
)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=20.0, help="measured, for each server in each round")
    arguments.add_argument("--warm-up", type=float, default=5.0, help="seconds before that")
    arguments.add_argument("--tables", type=int, default=100)
    arguments.add_argument("--idle-tables", type=int, default=10_000)
    arguments.add_argument("--idle-sockets", type=int, default=1_000)
    arguments.add_argument("--recovered", type=int, default=1_000, help="tables that were live when the server died")
    arguments.add_argument("--only", choices=("load", "resources"), help="half of it; nothing is written")
    chosen = arguments.parse_args()

    if sentence := missing(*LIBRARIES) or _missing_peer():
        sys.stderr.write(f"{sentence}\n")
        return 2
    console = Console()
    results: dict[str, Any] = {"machine": _machine()}
    if chosen.only != "resources":
        results["load"] = _load(chosen, console)
    if chosen.only != "load":
        results["resources"] = _resources(chosen, console)
    if chosen.only is None:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
        console.print(f"Written: {RESULTS.relative_to(ROOT)}", style="dim")
    return 0 if all(found["met"] for found in results.get("load", {}).get("expectations", ())) else 1


def _missing_peer() -> str | None:
    if shutil.which("node") is None:
        return "Not installed: Node.js (20 or newer), on which boardgame.io runs."
    if not (LOCK.parent / "node_modules").is_dir():
        return f"Not installed: boardgame.io. This gets it: npm ci --prefix {LOCK.parent.relative_to(ROOT)}"
    return None


def _machine() -> dict[str, Any]:
    import os
    import platform
    from importlib.metadata import version

    packages = json.loads(LOCK.read_text())["packages"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "node": node.removeprefix("v"),
        "libraries": {
            **{library: version(library) for library in LIBRARIES},
            **{library: packages[f"node_modules/{library}"]["version"] for library in ("boardgame.io", "socket.io")},
        },
    }


@contextmanager
def _folder() -> Iterator[Path]:
    """On a disk, if there is one: what lies in memory is kept too cheaply."""
    with tempfile.TemporaryDirectory(prefix="stolik-bench-", ignore_cleanup_errors=True) as name:
        yield Path(name)


# The load


def _load(chosen: argparse.Namespace, console: Console) -> dict[str, Any]:
    rounds: Rounds = {STOLIK: [], PEER: []}
    with console.status("Playing …") as status:
        for number in range(chosen.rounds):
            for who in (STOLIK, PEER) if number % 2 == 0 else (PEER, STOLIK):
                status.update(f"Playing: round {number + 1} of {chosen.rounds}, {NAMES[who]}")
                rounds[who].append(_round(who, chosen, number))
    found = _load_results(rounds, chosen)
    console.print(_load_table(found, chosen))
    for verdict in _verdicts(found):
        console.print(verdict)
    return found


def _round(who: str, chosen: argparse.Namespace, number: int) -> dict[str, float]:
    from server_load import play, seats_at_boardgame_io, seats_at_stolik
    from server_processes import boardgame_io, stolik

    with _folder() as folder:
        server = stolik(folder / "stolik.db") if who == STOLIK else boardgame_io()
        try:
            server.wait_for("/health" if who == STOLIK else "/socket.io/?EIO=4&transport=polling")
            seats = seats_at_stolik(server, chosen.tables) if who == STOLIK else seats_at_boardgame_io(server)
            found = play(server, seats, chosen.tables, chosen.seconds, chosen.warm_up, number)
        finally:
            server.stop()
    return found._asdict()


def _median(rounds: list[dict[str, float]], field: str) -> float:
    return float(median(one[field] for one in rounds))


def _load_results(rounds: Rounds, chosen: argparse.Namespace) -> dict[str, Any]:
    return {
        "game": "no_thanks",
        "tables": chosen.tables,
        "players": 4,
        "seconds": chosen.seconds,
        "warm_up": chosen.warm_up,
        "servers": [
            {
                "key": who,
                "name": NAMES[who],
                **{field: _rounded(_median(found, field)) for field in found[0]},
                "rounds": [{field: _rounded(value) for field, value in one.items()} for one in found],
            }
            for who, found in rounds.items()
        ],
        "expectations": [_judged(rounds, expectation) for expectation in EXPECTATIONS],
        "aim": {"moves_per_second": AIM, "reached": _median(rounds[STOLIK], "moves_per_second") >= AIM},
        "generator_was_busy": any(one["generator_cpu"] > BUSY for found in rounds.values() for one in found),
    }


def _rounded(value: float) -> float:
    return value if isinstance(value, int) else float(f"{value:.4g}")


def _judged(rounds: Rounds, expectation: Expectation) -> dict[str, Any]:
    field = expectation.field
    ratio = median(mine[field] / theirs[field] for mine, theirs in zip(rounds[STOLIK], rounds[PEER], strict=True))
    return {**expectation._asdict(), "measured": float(f"{ratio:.3g}"), "met": expectation.met(ratio)}


def _verdicts(found: dict[str, Any]) -> Iterator[str]:
    for one in found["expectations"]:
        wanted = f"at least {one['at_least']:g}" if one["at_least"] else f"at most {one['at_most']:.2g}"
        word = "[green]met[/]    " if one["met"] else "[red]NOT met[/]"
        yield f"{word}  {one['what']}: {one['measured']:g} × boardgame.io (expected {wanted})"
    yield f"aim      {AIM:,} moves a second: {'reached' if found['aim']['reached'] else 'not reached'}"
    if found["generator_was_busy"]:
        yield "[red]The load generator was busy all the time: these numbers tell more of it than of the servers.[/]"


def _load_table(found: dict[str, Any], chosen: argparse.Namespace) -> Table:
    table = Table(
        title=f"{chosen.tables} tables of four, a socket each, as fast as it goes; median of {chosen.rounds} rounds",
        caption="Latency: from sending a move until the last of the four has it. Nothing is pinned.",
        box=SIMPLE,
        padding=0,
    )
    table.add_column("", no_wrap=True)
    for heading in ("moves/s", "p50 ms", "p99 ms", "MB", "with children", "server CPU", "our CPU"):
        table.add_column(heading, justify="right")
    for one in found["servers"]:
        table.add_row(
            one["name"],
            f"{one['moves_per_second']:,.0f}",
            *(f"{one[field] * 1000:.1f}" for field in ("p50", "p99")),
            *(f"{one[field] / MEGA:.0f}" for field in ("rss", "rss_all")),
            *(f"{one[field]:.0%}" for field in ("server_cpu", "generator_cpu")),
        )
    return table


# At rest


def _resources(chosen: argparse.Namespace, console: Console) -> dict[str, Any]:
    from server_resources import measure

    with console.status("Measuring a server at rest (some minutes) …"), _folder() as folder:
        found = measure(folder, chosen.idle_tables, chosen.idle_sockets, chosen.recovered)
    table = Table(title="Stolik at rest, and getting up", box=SIMPLE, padding=0, show_header=False)
    table.add_column("")
    table.add_column("", justify="right", no_wrap=True)
    for what, value in (
        (f"a table in memory, of {found.tables:,}", f"{found.table_live / KILO:.1f} kB"),
        ("… not given back when all have left memory", f"{found.table_left / KILO:.1f} kB"),
        ("… when all are there for the second time", f"{found.table_again / KILO:.1f} kB"),
        (f"an idle socket, of {found.sockets:,}", f"{found.socket / KILO:.1f} kB"),
        ("from starting the process to /health", f"{found.start:.2f} s"),
        (f"after a kill, with {found.recovered:,} matches: to /health", f"{found.recovery_health:.2f} s"),
        ("… until a bot has moved at each of them, if nobody comes", f"{found.recovery_moved:.2f} s"),
        ("… until each has answered, if everybody comes at once", f"{found.recovery_answered:.2f} s"),
    ):
        table.add_row(what, value)
    console.print(table)
    return {field: _rounded(value) for field, value in found._asdict().items()}


if __name__ == "__main__":
    sys.exit(main())
