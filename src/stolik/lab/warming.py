"""Fills the disk cache, so that the first simulation and the first batch start at once."""

from stolik.bots.bot import levels
from stolik.core.game import Game
from stolik.lab.batch import Batch
from stolik.lab.simulation import simulate


def warm(game: Game) -> None:
    """Compile what the lab needs of a game: each level playing, and stepping a batch."""
    options = {"players": game.players_range()[0]}
    for level in levels(game):
        simulate(game, options, 1, policies=[level], cores=1)
    batch = Batch(game, options, 1)
    batch.step(batch.masks.argmax(axis=1))
    batch.observations()
