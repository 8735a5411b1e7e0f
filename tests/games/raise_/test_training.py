"""Training is repeatable, and writes a book that bots can open."""

from pathlib import Path

import msgspec
import pytest

from stolik.bots.books import Card
from stolik.games.raise_.weighing import HABITS, ROUGHLY
from stolik.lab.training import raise_habits
from stolik.lab.training.raise_ import train


def trained(folder: Path, seed: str) -> Card:
    folder.mkdir()
    reports: list[float] = []
    train(folder, seed=seed, command="by hand", report=lambda what, share: reports.append(share), games=60)
    assert reports == sorted(reports)
    assert reports[-1] == 1.0
    return msgspec.json.decode((folder / "outlook.json").read_bytes(), type=Card)


def test_the_same_seed_gives_the_same_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raise_habits, "TRIALS", 25)
    one, same, other = (trained(tmp_path / name, seed) for name, seed in (("a", "1"), ("b", "1"), ("c", "2")))
    assert one == same
    assert one.numbers != other.numbers
    assert one.made_by == "by hand"
    assert len(one.numbers) == len(ROUGHLY)
    assert one.numbers[:HABITS] != list(ROUGHLY[:HABITS])
    assert "2 to 5 players" in one.strength
    assert one.numbers[HABITS:] != list(ROUGHLY[HABITS:])
