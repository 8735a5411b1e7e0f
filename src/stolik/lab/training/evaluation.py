"""How strong a trained book came out, for the note beside it."""

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from stolik.core.bot_levels import Level, Trained
from stolik.core.game import Game
from stolik.lab.simulation import Tables


def times_its_part(
    game: Game, options: Mapping[str, Any], one: Trained, weights: "array[int]", others: Level, games: int, seed: str
) -> float:
    """What one bot with this book wins among others, in every seat in turn: 1 is what an equal one would win."""
    tables = Tables(game, game.options(dict(options)), [one, others])
    tables.weights = (np.frombuffer(weights, np.int16), *tables.weights[1:])
    won = 0.0
    for seat in range(tables.players):
        tables.seat([int(each != seat) for each in range(tables.players)])
        first = tables.play(games, seed).places == 1
        won += float((first[:, seat] / first.sum(axis=1)).mean())
    return won
