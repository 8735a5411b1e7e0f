"""Compiled code is kept on disk under a fingerprint of all it is made of: a changed rule can never run stale."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from stolik import catalog
from stolik.core.rule import rule
from stolik.games.no_thanks import rules
from stolik.lab import drivers
from stolik.lab import fingerprint as module
from stolik.lab.fingerprint import fingerprint

STEP = 1


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
    assert fingerprint(drivers.step(game)) == fingerprint(drivers.step(game))


def test_it_notices_a_changed_constant_a_call_deep() -> None:
    other = changed(outer, helper=changed(helper, STEP=2))
    assert fingerprint(other) != fingerprint(outer)


def test_it_notices_a_changed_body_a_call_deep() -> None:
    def helper(x: int) -> int:
        return x - STEP

    assert fingerprint(changed(outer, helper=helper)) != fingerprint(outer)


def test_it_notices_another_policy() -> None:
    game = catalog.find("no_thanks")
    easy, normal = game.levels["easy"], game.levels["normal"]
    prints = {fingerprint(drivers.play_games(game, policies)) for policies in ([easy], [normal], [easy, normal])}
    assert len(prints) == 3


def test_it_notices_how_things_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(outer)
    monkeypatch.setattr(module, "_sources", lambda: b"other sources")
    assert fingerprint(outer) != before


PROGRAM = """
import sys
sys.path.insert(0, "src")
from stolik.lab.simulation import simulate
print(simulate("no_thanks", {"players": 3}, 1, policies=["normal"], cores=1).scores)
"""


def test_a_rule_changed_on_disk_is_compiled_anew(tmp_path: Path) -> None:
    """The package is copied and run, a rule is changed, and it is run again with the same cache."""
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
    bots = tmp_path / "src" / "stolik" / "games" / "no_thanks" / "bots.py"
    text = bots.read_text()
    assert "FAIR_PRICE = 10" in text
    bots.write_text(text.replace("FAIR_PRICE = 10", "FAIR_PRICE = 90"))
    assert run() != first, "the changed rule ran"
    assert set((tmp_path / "cache").iterdir()) > compiled
