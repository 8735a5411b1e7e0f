"""Fills the compile cache, so that the first simulation, the first batch and the first search start at once."""

from stolik.bots.bot import levels
from stolik.bots.sample_position import sample_options
from stolik.bots.timed_search import timed_search
from stolik.core.bot_levels import Search
from stolik.core.game import Game
from stolik.lab.batch import Batch
from stolik.lab.simulation import simulate


def precompile(game: Game) -> None:
    """Compile the loops of a game: simulations of each level, each timed search, and stepping a batch."""
    options = sample_options(game)
    for name, level in levels(game).items():
        simulate(game, options, 1, policies=[name], cores=1)
        if isinstance(level, Search):
            timed_search(game, level).precompile()
    batch = Batch(game, options, 1)
    batch.step(batch.masks.argmax(axis=1))
    batch.observations()
