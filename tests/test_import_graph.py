"""Who imports whom: no cycle anywhere, no rule that knows a bot, and walls between the rooms that really hold.

Imports within functions and under TYPE_CHECKING count: they tie modules together all the same.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
ABOVE_RULES = {"bots", "game", "text"}
"""What a game's rules and messages must not know."""


def modules(sources: Path) -> dict[str, Path]:
    found = {}
    for path in sources.rglob("*.py"):
        parts = path.relative_to(sources).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def import_graph(sources: Path = SOURCES) -> Mapping[str, frozenset[str]]:
    known = modules(sources)
    assert len(known) > 100, "there is nothing to look at"
    return {name: imports(path.read_text("utf-8"), known.keys()) - {name} for name, path in known.items()}


def imports(code: str, known: Iterable[str]) -> frozenset[str]:
    """The modules among the known ones that this code imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return frozenset(found.intersection(known))


def cycle(graph: Mapping[str, frozenset[str]]) -> list[str]:
    """One, if there is any."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def rules_that_know_bots(graph: Mapping[str, frozenset[str]]) -> list[str]:
    """Of every game there is, and of those to come."""
    found = []
    for module, imported in graph.items():
        match module.split("."):
            case ["stolik", "games", game, part, *_] if part not in ABOVE_RULES:
                above = {f"stolik.games.{game}.{name}" for name in ABOVE_RULES}
                found += [f"{module} -> {other}" for other in imported if ".".join(other.split(".")[:4]) in above]
    return sorted(found)


def test_there_is_no_import_cycle() -> None:
    assert not cycle(import_graph())


def test_no_rule_knows_a_bot() -> None:
    assert not rules_that_know_bots(import_graph())


# The tests can fail


def planted(module: str, code: str) -> Mapping[str, frozenset[str]]:
    """The graph as it would be with this code in that module."""
    graph = import_graph()
    return {**graph, module: graph[module] | imports(code, graph.keys())}


@pytest.mark.parametrize(
    "code",
    [
        "import stolik.server.app_context",
        "if TYPE_CHECKING:\n    from stolik.server.app_context import AppContext",
        "def late():\n    from stolik.server.app_context import AppContext",
        "def late():\n    from stolik.server import app_context",
    ],
)
def test_a_planted_cycle_is_found(code: str) -> None:
    found = cycle(planted("stolik.server.tables.feed", code))
    assert {"stolik.server.tables.feed", "stolik.server.app_context"} <= set(found)


@pytest.mark.parametrize("game", [path.parent.name for path in SOURCES.glob("stolik/games/*/__init__.py")])
def test_a_rule_that_knows_a_bot_is_found(game: str) -> None:
    rules, bots = f"stolik.games.{game}.rules", f"stolik.games.{game}.bots"
    graph = planted(rules, f"def late():\n    from stolik.games.{game} import bots")
    assert rules_that_know_bots(graph) == [f"{rules} -> {bots}"]


PLANTED = {
    "transport/subscribers.py": ("stolik.server.api.errors", "The rooms of the server"),
    "protocol/messages.py": ("stolik.server.tables.table_state", "The rooms of the server"),
    "bots/pool.py": ("stolik.server.tables.presence", "The rooms of the server"),
    "tables/live_table.py": ("stolik.server.tables.scheduler", "Inside the tables"),
    "tables/new_file.py": ("stolik.server.errors", "Inside the tables"),
    "../games/gra/state.py": ("stolik.games.gra.rules", "Inside a game"),
    "../games/no_thanks/state.py": ("stolik.games.no_thanks.a_further_file", "Inside a game"),
    "../games/no_thanks/a_further_file.py": ("stolik.games.no_thanks.bots", "Inside a game"),
}


def test_every_planted_step_across_a_wall_is_found(tmp_path: Path) -> None:
    """By import-linter, as `make lint` runs it, in a copy of the package."""
    beside = shutil.ignore_patterns("pages", "__pycache__", "*.xz")
    shutil.copytree(SOURCES / "stolik", tmp_path / "stolik", ignore=beside)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, (module, _) in PLANTED.items():
        with (tmp_path / "stolik/server" / file).open("a", encoding="utf-8") as source:
            source.write(f"\nimport {module}\n")
    linter = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"}
    said = subprocess.run(
        [*linter, "--no-cache"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert said.returncode == 1, said.stdout + said.stderr
    for contract in {contract for _, contract in PLANTED.values()}:
        assert any(line.startswith(contract) and line.endswith("BROKEN") for line in said.stdout.splitlines()), contract
    for file, (module, _) in PLANTED.items():
        planted = "new_file" if "new_file" in file else module
        assert planted in said.stdout, f"{file} was not found: {said.stdout}"
