"""A very short training: the same seed gives the same files, another one others."""

from pathlib import Path

import msgspec
import pytest

from stolik.bots.weights import WeightsFile
from stolik.games.no_thanks.bots.linear_policy import FEATURES, KINDS, TRAINING_POPULATIONS
from stolik.lab.training import no_thanks as training


def trained(folder: Path, seed: str) -> tuple[bytes, bytes]:
    folder.mkdir()
    said: list[float] = []
    training.train(
        folder, seed=seed, command="by a test", report=lambda what, share: said.append(share), generations=2, proved=0
    )
    assert said == sorted(said)
    assert said[-1] == 1
    return folder.joinpath("weights.json").read_bytes(), folder.joinpath("weights_table.py").read_bytes()


@pytest.mark.long
def test_training_is_repeatable_by_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES", 4)
    monkeypatch.setattr(training, "CANDIDATES", 6)
    first = trained(tmp_path / "first", "0")
    assert trained(tmp_path / "again", "0") == first
    assert trained(tmp_path / "other", "1") != first
    card = msgspec.json.decode(first[0], type=WeightsFile)
    assert card.made_by == "by a test"
    assert len(card.numbers) == FEATURES * KINDS * TRAINING_POPULATIONS
