"""Trained weights: they come back as they were written, and what is missing is named."""

from array import array
from pathlib import Path

import pytest

from stolik import catalog
from stolik.bots.weights import PACKED, MissingWeights, load_weights, weights_array, write_weights
from stolik.core.bot_levels import weights_name


@pytest.mark.parametrize("count", [3, PACKED])
def test_what_was_written_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    package = f"some_weights_{count}"
    folder = tmp_path / package
    folder.mkdir()
    folder.joinpath("__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    numbers = array("h", [k % 7 - 3 for k in range(count)])
    write_weights(folder, "some", numbers, made_by="by hand", strength="none")
    assert load_weights(f"{package}:some") == numbers
    assert weights_array(f"{package}:some").tolist() == numbers.tolist()
    if count == PACKED:
        load_weights.cache_clear()
        folder.joinpath("some.xz").unlink()
        with pytest.raises(MissingWeights, match=rf"no weights 'some\.xz' in {package}; this makes them: by hand"):
            load_weights(f"{package}:some")


def test_every_level_finds_its_weights() -> None:
    names = {weights_name(level) for key in catalog.keys() for level in catalog.find(key).levels.values()} - {""}
    assert names
    for name in names:
        assert len(load_weights(name)) > 1


def test_missing_weights_are_named_with_the_command_that_makes_them() -> None:
    with pytest.raises(
        MissingWeights,
        match=r"no weights 'old\.json' in stolik\.games\.raise_\.bots; this makes them: stolik train raise$",
    ):
        load_weights("stolik.games.raise_.bots:old")
    with pytest.raises(MissingWeights, match="this makes them: stolik train halma"):
        load_weights("stolik.games.halma.bots:weights")


@pytest.mark.parametrize("name", ["weights", "stolik.games.gra.bots:", ":weights"])
def test_a_name_has_two_parts(name: str) -> None:
    with pytest.raises(ValueError, match="weights are named package:file"):
        load_weights(name)


def test_weights_are_not_written_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="there is no folder"):
        write_weights(tmp_path / "nowhere", "some", array("h", [1]), made_by="by hand", strength="none")
