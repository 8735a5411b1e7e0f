"""`stolik arena`: which bot is stronger."""

import json
import re
from pathlib import Path

import pytest

from support.command_line import Run


def test_arena(run: Run, tmp_path: Path) -> None:
    drawn = tmp_path / "arena.svg"
    shown = run(f"arena no_thanks random easy normal -p 3 -n 90 --svg {drawn}").out
    assert "No Thanks!, 3 players, seed 0" in shown
    assert "parity 33.3" in shown
    assert re.search(r"easy +\d+\.\d ± \d\.\d +· +\d+\.\d ± \d\.\d", shown)
    assert re.search(r"normal +\+\d+ +█+ +\d+\.\d µs +\d+", shown)
    assert "<svg" in drawn.read_text("utf-8")
    assert "normal" in drawn.read_text("utf-8")


def test_arena_as_json(run: Run) -> None:
    report = json.loads(run("arena no_thanks random easy -p 3 -o tactical -n 30 --json").out)
    assert report["options"] == {"players": 3, "tactical": True, "open_chips": False}
    assert [(met["one"], met["others"], met["games"]) for met in report["encounters"]] == [
        ("random", "easy", 30),
        ("easy", "random", 30),
    ]
    assert report["ratings"]["easy"] > report["ratings"]["random"]


@pytest.mark.long
def test_arena_for_one(run: Run) -> None:
    shown = run("arena dycha random easy -p 1 -o solo_limit=4 -n 40").out
    assert "DYCHA, 1 player" in shown
    assert re.search(r"easy +\d+\.\d ± \d+\.\d", shown)
