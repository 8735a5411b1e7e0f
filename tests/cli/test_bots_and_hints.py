"""Bots at the command line: the arena, hints, and levels that have to be compiled."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stolik import catalog
from stolik.bots.bot import levels
from stolik.core.bot_levels import Search
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


def test_arena_for_one(run: Run) -> None:
    shown = run("arena dycha random easy -p 1 -o solo_limit=4 -n 40").out
    assert "DYCHA, 1 player" in shown
    assert re.search(r"easy +\d+\.\d ± \d+\.\d", shown)


@pytest.mark.parametrize("key", catalog.keys())
def test_a_hint_is_one_of_the_moves(run: Run, key: str) -> None:
    """Asked for twice, it says the same; then it is typed as it was said."""
    shown = run(f"play {key} --seed hints --hints --pace 0", "h\nh\nq\n").out
    assert "h: hint" in shown
    hints = re.findall(r"^  > +Hint: (.+)$|^ +Hint: (.+)$", shown, re.MULTILINE)
    said = [one or other for one, other in hints]
    assert len(said) == 2
    assert said[0] == said[1]


def test_without_asking_for_them_there_are_no_hints(run: Run) -> None:
    shown = run("play no_thanks --seed s", "h\nq\n").out
    assert "There is no move 'h' here." in shown
    assert "h: hint" not in shown


def test_hard_bots_can_be_played_with(run: Run, tmp_path: Path) -> None:
    typed = "".join("n\n1\n" for _ in range(200))
    shown = run(f"play no_thanks -p 3 --level hard --seed s --save {tmp_path / 'm.json'}", typed).out
    assert " won." in shown


def test_levels_that_search_say_what_they_need() -> None:
    assert any(isinstance(level, Search) for level in levels(catalog.find("no_thanks")).values())
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--level', 'hard'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "this needs numpy and numba: pip install 'stolik[lab]'" in ran.stderr


def test_without_numpy_and_numba_there_are_hints_all_the_same() -> None:
    program = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--seed', 's', '--hints'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], input="h\nq\n", capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "Hint: " in ran.stdout
