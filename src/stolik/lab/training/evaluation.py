"""How strong trained weights are, for the note in their file."""

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from stolik.core.bot_levels import Level, Trained
from stolik.core.game import Game
from stolik.lab.simulation import Simulator


def win_ratio(
    game: Game, options: Mapping[str, Any], one: Trained, weights: "array[int]", others: Level, games: int, seed: str
) -> float:
    """Wins of one bot with these weights among others, in every seat in turn, over those of an equal: 1 is parity."""
    simulator = Simulator(game, game.options(dict(options)), [one, others])
    simulator.weights = (np.frombuffer(weights, np.int16), *simulator.weights[1:])
    won = 0.0
    for seat in range(simulator.players):
        simulator.seat([int(each != seat) for each in range(simulator.players)])
        first = simulator.play(games, seed).places == 1
        won += float((first[:, seat] / first.sum(axis=1)).mean())
    return won
