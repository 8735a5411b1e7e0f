"""Training at the command line: what is written is what the bots read, or somebody is told."""

from array import array
from pathlib import Path
from typing import Any

import pytest

from stolik import catalog
from stolik.bots.weights import write_weights
from stolik.lab.training import no_thanks
from support.command_line import Run


def trainer_that_writes(name: str) -> Any:
    def train(folder: Path, *, seed: str, command: str, report: Any) -> None:
        report("a moment", 1.0)
        write_weights(folder, name, array("h", [int(seed)]), made_by=command, strength="none")

    return train


def test_weights_are_written_where_they_were_wanted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_thanks, "train", trainer_that_writes("weights"))
    trained = run(f"train no_thanks --seed 7 --into {tmp_path}")
    assert (trained.code, trained.err) == (0, "")
    assert "written into" in trained.out
    assert '"made_by": "stolik train no_thanks --seed 7"' in tmp_path.joinpath("weights.json").read_text()


def test_a_trainer_that_writes_something_else_is_noticed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where there are weights already, which the bots would go on with."""
    monkeypatch.setattr(no_thanks, "train", trainer_that_writes("an_old_name"))
    for _ in range(2):
        trained = run(f"train no_thanks --into {tmp_path}")
        assert trained.code == 2
        sentence = f"the trainer of No Thanks! has not written weights.json into {tmp_path}"
        assert trained.err == f"stolik: {sentence}\n"
        tmp_path.joinpath("weights.json").touch()


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = run(f"train no_thanks --into {tmp_path / 'nowhere'}")
    assert wanted.code == 2
    assert "does not exist" in wanted.err
    monkeypatch.setattr(catalog, "folder", lambda key: tmp_path / key)
    own = run("train no_thanks")
    assert own.code == 2
    assert own.err == f"stolik: there is no folder {tmp_path / 'no_thanks' / 'bots'} for the weights of No Thanks!\n"


def test_a_game_without_a_trainer(run: Run) -> None:
    refused = run("train gang")
    assert refused.code == 2
    assert refused.err == (
        "stolik: the bots of Gang need no training; those of these games do: dycha, gra, no_thanks, raise\n"
    )
