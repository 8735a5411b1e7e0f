"""Finds the games: every folder in `stolik/games` is one. There is no list to edit."""

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from stolik import games
from stolik.core.game import Game


class UnknownGame(ValueError):
    """No such game here. The text lists those there are."""


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order. A folder may end in `_` where Python has taken the word."""
    return tuple(sorted(_folders()))


@cache
def find(key: str) -> Game:
    """The game with this key."""
    if key not in _folders():
        raise UnknownGame(f"there is no game {key!r} here; there are: {', '.join(keys())}")
    found: Game = import_module(f"{games.__name__}.{_folders()[key]}").GAME
    return found


def module(key: str, name: str) -> ModuleType:
    """One file of a game: its bots, its words."""
    return import_module(f"{games.__name__}.{_folders()[key]}.{name}")


def folder(key: str) -> Path:
    """Where the game's files lie."""
    return Path(games.__path__[0]) / _folders()[key]


@cache
def _folders() -> dict[str, str]:
    return {found.name.rstrip("_"): found.name for found in pkgutil.iter_modules(games.__path__) if found.ispkg}
