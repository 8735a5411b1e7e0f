"""Which tests are played with which games.

What a game's own files decide is tried with every game. What is the same for all of them is tried with one, and with
another one in the next test, so that time does not grow with every game.
"""

import pytest

from browser.drivers import driver
from stolik import catalog

with_every_game = pytest.mark.parametrize("game", catalog.keys())


def with_one_game(number: int) -> pytest.MarkDecorator:
    """`number`: which test this is among those that need only one."""
    return pytest.mark.parametrize("game", [one_game(number)])


def with_one_game_in_turns(number: int) -> pytest.MarkDecorator:
    """The same, for what can be told only where nobody moves while it is one's turn."""
    games = [key for key in catalog.keys() if driver(key).in_turns]
    return pytest.mark.parametrize("game", [games[number % len(games)]])


def one_game(number: int) -> str:
    return catalog.keys()[number % len(catalog.keys())]
