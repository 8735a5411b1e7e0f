"""Finds the games: every folder in `stolik/games` is one. There is no list to edit."""

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from stolik import games
from stolik.core.game import BrokenContract, Game

PARTS = ("rules", "messages", "bots", "text")


class UnknownGame(ValueError):
    """No such game here. The text lists those there are."""


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order. A folder may end in `_` where Python has taken the word."""
    if not _folders():
        raise BrokenContract(f"there are no games in {', '.join(games.__path__)}")
    return tuple(sorted(_folders()))


@cache
def find(key: str) -> Game:
    """The game with this key."""
    if key not in _folders():
        raise UnknownGame(f"there is no game {key!r} here; there are: {', '.join(keys())}")
    for name in PARTS:
        _check_there(key, name)
    found: Game | None = getattr(import_module(_path(key)), "GAME", None)
    if found is None:
        raise BrokenContract(f"the package of the game {key!r} does not give: GAME")
    if not found.levels:
        raise BrokenContract(f"the bots of the game {key!r} have no LEVELS")
    return found


def module(key: str, name: str) -> ModuleType:
    """One part of a game, a module or a package: its rules, messages, bots or text."""
    _check_there(key, name)
    return import_module(f"{_path(key)}.{name}")


def _check_there(key: str, name: str) -> None:
    """A folder without __init__.py would be imported, too, and be empty."""
    if not ((folder(key) / f"{name}.py").is_file() or (folder(key) / name / "__init__.py").is_file()):
        raise BrokenContract(f"the game {key!r} has no module {name!r}: neither {name}.py nor {name}/__init__.py")


def _path(key: str) -> str:
    return f"{games.__name__}.{_folders()[key]}"


def folder(key: str) -> Path:
    """Where the game's files lie."""
    return Path(games.__path__[0]) / _folders()[key]


@cache
def _folders() -> dict[str, str]:
    return {found.name.rstrip("_"): found.name for found in pkgutil.iter_modules(games.__path__) if found.ispkg}
