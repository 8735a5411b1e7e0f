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


def plant(shelf: Path, *files: str, text: str = "") -> None:
    for file in ("__init__.py", *files):
        path = shelf / "halma" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if file == files[-1] else "")


def test_a_game_without_bots_is_refused(shelf: Path) -> None:
    plant(shelf, "rules.py", "messages.py")
    assert catalog.keys() == ("halma",)
    with pytest.raises(BrokenContract, match=r"'halma' has no module 'bots': neither bots\.py nor bots/__init__\.py"):
        catalog.find("halma")


def test_a_folder_of_bots_that_is_no_package_is_refused(shelf: Path) -> None:
    """Python imports a folder without `__init__.py`, as a module that holds nothing."""
    plant(shelf, "rules.py", "messages.py", "bots/easy.py")
    with pytest.raises(BrokenContract, match="'halma' has no module 'bots'"):
        catalog.find("halma")


def test_bots_without_levels_are_refused(shelf: Path) -> None:
    plant(shelf, "rules.py", "messages.py", "bots.py", text="LEVELS = {}\n")
    with pytest.raises(BrokenContract, match="the bots of the game 'halma' have no LEVELS"):
        catalog.find("halma")


def test_what_a_module_of_a_game_fails_to_import_is_named(shelf: Path) -> None:
    plant(shelf, "bots.py", text="import no_such_library\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        catalog.module("halma", "bots")


def test_a_catalog_without_games_is_refused(shelf: Path) -> None:
    with pytest.raises(BrokenContract, match="there are no games in"):
        catalog.keys()
