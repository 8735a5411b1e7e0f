"""Training is repeatable, and writes weights that bots can load."""

import lzma
from array import array
from pathlib import Path

import msgspec
import pytest

from stolik import catalog
from stolik.bots.weights import WeightsFile
from stolik.games.raise_.bots.move_evaluation import PARAMETERS_BEGIN, UNTRAINED
from stolik.games.raise_.bots.two_player_net import HIDDEN_UNITS, OUTPUT_WEIGHTS
from stolik.lab.training.raise_ import evolution, train
from stolik.lab.training.raise_.two_player_net import train_net


def trained(folder: Path, seed: str) -> tuple[WeightsFile, list[int]]:
    folder.mkdir()
    reports: list[float] = []
    train(folder, seed=seed, command="by hand", report=lambda what, share: reports.append(share), games=60, updates=3)
    assert reports == sorted(reports)
    assert reports[-1] == 1.0
    card = msgspec.json.decode((folder / "weights.json").read_bytes(), type=WeightsFile)
    return card, array("h", lzma.decompress((folder / card.packed).read_bytes())).tolist()


@pytest.mark.long
def test_the_same_seed_gives_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "TRIALS", 25)
    one, same, other = (trained(tmp_path / name, seed) for name, seed in (("a", "1"), ("b", "1"), ("c", "2")))
    assert one == same
    card, numbers = one
    assert numbers[:PARAMETERS_BEGIN] != other[1][:PARAMETERS_BEGIN]
    assert numbers[len(UNTRAINED) :] != other[1][len(UNTRAINED) :]
    assert card.made_by == "by hand"
    assert len(numbers) == OUTPUT_WEIGHTS + HIDDEN_UNITS
    assert numbers[:PARAMETERS_BEGIN] != list(UNTRAINED[:PARAMETERS_BEGIN])
    assert numbers[PARAMETERS_BEGIN : len(UNTRAINED)] != list(UNTRAINED[PARAMETERS_BEGIN:])
    assert "2 to 5 players" in card.strength
    assert "against normal, easy and random players" in card.strength


@pytest.mark.long
def test_a_net_learns_to_win_from_matches_alone() -> None:
    """A hundred lessons are a second or two, and enough to beat those who play at random most of the time."""
    _, (_, _, against_random) = train_net(catalog.find("raise"), 100, "x", array("h", UNTRAINED), lambda share: None)
    assert against_random > 0.75
