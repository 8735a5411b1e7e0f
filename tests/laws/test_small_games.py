"""The laws on small games that have what the catalog's games lack so far: the laws are ready for them."""

import pytest

from laws import ALL_LAWS
from small_games import SMALL_GAMES
from support.random_play import chance
from support.variants import tour


@pytest.mark.parametrize("name", ALL_LAWS)
@pytest.mark.parametrize("key", SMALL_GAMES)
def test_law(name: str, key: str) -> None:
    game = SMALL_GAMES[key]
    for number, options in enumerate(tour(game, name, 75)):
        ALL_LAWS[name](game, options, chance((name, key, number)))
