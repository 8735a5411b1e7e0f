"""The list of laws. A law takes a game, options and a source of choices, and fails with an AssertionError."""

from collections.abc import Callable
from typing import TypeAlias

from stolik.core.game import Game
from stolik.core.messages import Options
from support.random_play import Choose

Law: TypeAlias = Callable[[Game, Options, Choose], None]

LAWS: dict[str, Law] = {}


def law(function: Law) -> Law:
    LAWS[function.__name__] = function
    return function
