"""Which tests are played with which games.

What a game's own files decide is tried with every game. What is the same for all of them is tried with one, and with
another one in the next test, so that time does not grow with every game.
"""

import pytest

from stolik import catalog

with_every_game = pytest.mark.parametrize("game", catalog.keys())


def with_one_game(number: int) -> pytest.MarkDecorator:
    """`number`: which test this is among those that need only one."""
    return pytest.mark.parametrize("game", [one_game(number)])


def one_game(number: int) -> str:
    return catalog.keys()[number % len(catalog.keys())]
