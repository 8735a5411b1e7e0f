"""Compiled code is kept on disk under a fingerprint of all it is made of: a changed rule can never run stale."""

import os
import subprocess
import sys
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from stolik import catalog
from stolik.core.rule import lookup_table, rule
from stolik.games.no_thanks import rules, state
from stolik.jit import fingerprint as module
from stolik.jit.fingerprint import fingerprint, sources_digest
from stolik.lab import compiled_loops

STEP = 1
CONSTANTS = lookup_table([1, 2])
STRANGE: object = None


@rule
def helper(x: int) -> int:
    return x + STEP


@rule
def outer(x: int) -> int:
    return helper(x) * 2


def changed(function: Callable[..., Any], **names: object) -> FunctionType:
    assert isinstance(function, FunctionType)
    return FunctionType(function.__code__, function.__globals__ | names, function.__name__)


def test_it_is_stable() -> None:
    assert fingerprint(outer) == fingerprint(outer)
    game = catalog.find("no_thanks")
    assert fingerprint(compiled_loops.step(game)) == fingerprint(compiled_loops.step(game))


def test_it_notices_a_changed_constant_a_call_deep() -> None:
    other = changed(outer, helper=changed(helper, STEP=2))
    assert fingerprint(other) != fingerprint(outer)


def test_it_notices_a_changed_body_a_call_deep() -> None:
    def helper(x: int) -> int:
        return x - STEP

    assert fingerprint(changed(outer, helper=helper)) != fingerprint(outer)


class Price(IntEnum):
    FAIR = 10


def test_it_notices_what_is_reached_through_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule
    def dear(s: Any, seat: int) -> int:
        return rules.price(s, seat) - state.LOWEST

    before = fingerprint(dear)
    assert fingerprint(dear) == before
    with monkeypatch.context() as patch:
        patch.setattr(state, "LOWEST", 4)
        assert fingerprint(dear) != before
    with monkeypatch.context() as patch:
        patch.setattr(rules, "price", helper)
        assert fingerprint(dear) != before


def test_it_notices_a_changed_enum_and_a_changed_lookup_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def fair(x: int) -> int:
        return x + Price.FAIR + CONSTANTS[0]

    class Other(IntEnum):
        FAIR = 90

    def enum_of(members: Any) -> FunctionType:
        return changed(fair, Price=members, CONSTANTS=lookup_table([1, 2]))

    assert fingerprint(enum_of(Price)) != fingerprint(enum_of(Other))
    assert fingerprint(changed(fair, CONSTANTS=lookup_table([1, 2]))) != fingerprint(
        changed(fair, CONSTANTS=lookup_table([1, 3]))
    )


def test_what_it_cannot_describe_is_refused() -> None:
    class Strange:
        pass

    def uses(x: int) -> int:
        return x if STRANGE else 0

    with pytest.raises(TypeError, match="cannot be told"):
        fingerprint(changed(uses, STRANGE=Strange()))


def test_it_notices_another_policy() -> None:
    game = catalog.find("no_thanks")
    easy, normal = game.levels["easy"], game.levels["normal"]
    prints = {fingerprint(compiled_loops.play_games(game, policies)) for policies in ([easy], [normal], [easy, normal])}
    assert len(prints) == 3


def test_it_notices_how_things_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(outer)
    monkeypatch.setattr(module, "_sources", lambda: b"other sources")
    assert fingerprint(outer) != before


def test_it_reads_the_sources_of_subfolders(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "file.py").write_text("A = 1\n")
    before = sources_digest(tmp_path)
    assert sources_digest(tmp_path) == before
    (tmp_path / "one" / "file.py").write_text("A = 2\n")
    assert sources_digest(tmp_path) != before
    (tmp_path / "one" / "file.py").write_text("A = 1\n")
    (tmp_path / "one").rename(tmp_path / "two")
    assert sources_digest(tmp_path) != before, "moved"


def test_no_sources_are_an_error(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "moved away"):
        with pytest.raises(FileNotFoundError, match="no source files in"):
            sources_digest(folder)


PROGRAM = """
import sys
sys.path.insert(0, "src")
from stolik.lab.simulation import simulate
print(simulate("no_thanks", {"players": 3}, 1, policies=["easy"], cores=1).scores)
"""


def test_a_rule_changed_or_moved_on_disk_is_compiled_anew(tmp_path: Path) -> None:
    """The package is copied and run, a rule is changed, then moved, and it is run again with the same cache."""
    source = Path(rules.__file__).parents[3]
    for file in source.rglob("*"):
        if file.suffix in (".py", ".md") and "__pycache__" not in file.parts:
            target = tmp_path / "src" / file.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())

    def run() -> str:
        environment = {"STOLIK_CACHE": str(tmp_path / "cache"), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, check=True, text=True
        )
        return ran.stdout

    first = run()
    compiled = set((tmp_path / "cache").iterdir())
    assert run() == first
    assert set((tmp_path / "cache").iterdir()) == compiled, "nothing is compiled twice"
    bots = tmp_path / "src" / "stolik" / "games" / "no_thanks" / "bots" / "__init__.py"
    text = bots.read_text()
    assert "4 + below(rng, 16)" in text
    bots.write_text(text.replace("4 + below(rng, 16)", "90"))
    changed = run()
    assert changed != first, "the changed rule ran"
    recompiled = set((tmp_path / "cache").iterdir())
    assert recompiled > compiled

    # Moved to another module and changed once more: what was compiled at the old place is not used.
    bots.with_name("levels.py").write_text(text.replace("4 + below(rng, 16)", "0"))
    bots.write_text("from stolik.games.no_thanks.bots.levels import *\n")
    assert run() not in (first, changed), "the moved rule ran"
    assert set((tmp_path / "cache").iterdir()) > recompiled


TOGETHER = """
import sys
import numpy as np
from stolik import catalog
from stolik.core.packed import dtype
from stolik.jit.compiler import compiled
from stolik.lab.compiled_loops import step

game = catalog.find("no_thanks")
none, flags, rows = np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros((0, 7), np.int64)
states = np.zeros(0, dtype(type(game.begin(game.Options(players=3)))))
loop = compiled(step(game))
print("ready", flush=True)
sys.stdin.readline()
loop(states, none, none, rows, flags, rows, rows)
print(sum(loop.stats.cache_misses.values()), sum(loop.stats.cache_hits.values()), flush=True)
"""


def test_two_processes_do_not_compile_the_same_at_once(tmp_path: Path) -> None:
    """The second waits for the first, and finds it done."""
    environment = os.environ | {"STOLIK_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", TOGETHER]
    both = [
        subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for one in both:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in both:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    found = sorted(one.communicate(timeout=60)[0].split() for one in both)
    assert found == [["0", "1"], ["1", "0"]], "compiled by one, loaded by the other"
