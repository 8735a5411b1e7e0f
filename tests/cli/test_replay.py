"""`stolik replay`: a saved match, from any seat."""

import io
import re
from pathlib import Path

import pytest

from support.command_line import Run


def test_replay_from_any_seat(run: Run, match_file: Path) -> None:
    watched = run(f"replay {match_file}").out
    assert "Never in the pile" in watched
    own = run(f"replay {match_file} --seat 1 --all").out
    assert re.search(r"^ . Seat 1 +10 +", own, re.MULTILINE)
    assert not re.search(r"^ . Seat 1 +10 +", watched.split("Never")[0], re.MULTILINE)


def test_replay_steps(run: Run, match_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "StringIO", Terminal)
    shown = run(f"replay {match_file}", "\n\nb\nwhat\n20\nq\n").out
    assert [int(number) for number in re.findall(r"(\d+)/\d+   Enter", shown)] == [0, 1, 2, 1, 1, 20]
