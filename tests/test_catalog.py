"""A game that is not complete is refused by name; none plays at random because something was not found."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik import catalog, games
from stolik.core.game import BrokenContract


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games, empty at first, in place of the real one."""
    caches = (catalog.keys, catalog.find, catalog._folders)
    for each in caches:
        each.cache_clear()
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])
    yield tmp_path
    for each in caches:
        each.cache_clear()
    for name in [name for name in sys.modules if name.startswith("stolik.games.halma")]:
        del sys.modules[name]


def plant(shelf: Path, *parts: str, package: str = "") -> None:
    for file, text in {"__init__.py": package, **dict.fromkeys(parts, "")}.items():
        path = shelf / "halma" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize("lacking", ["rules", "messages", "bots", "text"])
def test_a_game_that_lacks_a_part_is_refused(shelf: Path, lacking: str) -> None:
    plant(shelf, *(f"{part}.py" for part in ("rules", "messages", "bots", "text") if part != lacking))
    assert catalog.keys() == ("halma",)
    said = f"'halma' has no module '{lacking}': neither {lacking}.py nor {lacking}/__init__.py"
    with pytest.raises(BrokenContract, match=said):
        catalog.find("halma")
    with pytest.raises(BrokenContract, match=said):
        catalog.module("halma", lacking)


def test_a_folder_of_bots_that_is_no_package_is_refused(shelf: Path) -> None:
    """Python imports a folder without `__init__.py`, as a module that holds nothing."""
    plant(shelf, "rules.py", "messages/__init__.py", "text.py", "bots/easy.py")
    with pytest.raises(BrokenContract, match="'halma' has no module 'bots'"):
        catalog.find("halma")


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("", "the package of the game 'halma' does not give: GAME"),
        ("class GAME:\n    levels = {}\n", "the bots of the game 'halma' have no LEVELS"),
    ],
)
def test_a_game_that_is_not_assembled_is_refused(shelf: Path, package: str, said: str) -> None:
    plant(shelf, "rules.py", "messages.py", "text.py", "bots.py", package=package)
    with pytest.raises(BrokenContract, match=said):
        catalog.find("halma")


def test_what_a_module_of_a_game_fails_to_import_is_named(shelf: Path) -> None:
    plant(shelf, "bots.py")
    (shelf / "halma" / "bots.py").write_text("import no_such_library\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        catalog.module("halma", "bots")


def test_a_catalog_without_games_is_refused(shelf: Path) -> None:
    with pytest.raises(BrokenContract, match="there are no games in"):
        catalog.keys()
