"""The weights of the hard bot are made from games that can be played again."""

import lzma
from array import array
from pathlib import Path

import msgspec
import pytest

from stolik.bots.weights import WeightsFile
from stolik.games.dycha.bots.weights_layout import CHANCE_UNIT, CHANCES, GAP_WEIGHTS, MONEY_VALUES, SIZE
from stolik.lab.training.dycha import train


def trained(folder: Path, seed: str) -> bytes:
    folder.mkdir()
    train(
        folder,
        seed=seed,
        command="stolik train dycha",
        report=lambda what, share: None,
        all_options=[{"players": 2}],
        games=4,
        rounds=1,
        first="easy",
        proved=0,
    )
    card = msgspec.json.decode(folder.joinpath("weights.json").read_bytes(), type=WeightsFile)
    assert card.made_by == "stolik train dycha"
    return folder.joinpath(card.packed).read_bytes()


@pytest.mark.long
def test_training_is_repeatable_by_its_seed_and_gives_readable_weights(tmp_path: Path) -> None:
    packed = trained(tmp_path / "first", "1")
    assert packed == trained(tmp_path / "again", "1")
    assert packed != trained(tmp_path / "other", "2")
    numbers = array("h", lzma.decompress(packed))
    assert len(numbers) == SIZE
    assert all(0 <= chance <= CHANCE_UNIT for chance in numbers[CHANCES:GAP_WEIGHTS])
    assert any(numbers[CHANCES:GAP_WEIGHTS])
    assert all(worth >= 0 for worth in numbers[GAP_WEIGHTS:])
    assert any(numbers[MONEY_VALUES:])
