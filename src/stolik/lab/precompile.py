"""Fills the disk cache, so that the first simulation, the first batch and the first bot that searches start at once."""

from stolik.bots.bot import levels
from stolik.bots.sample_position import first_options
from stolik.bots.timed_search import timed_search
from stolik.core.bot_levels import Search
from stolik.core.game import Game
from stolik.lab.batch import Batch
from stolik.lab.simulation import simulate


def warm(game: Game) -> None:
    """Compile what is needed of a game: each level playing, each search thinking, and stepping a batch."""
    options = first_options(game)
    for name, level in levels(game).items():
        simulate(game, options, 1, policies=[name], cores=1)
        if isinstance(level, Search):
            timed_search(game, level).precompile()
    batch = Batch(game, options, 1)
    batch.step(batch.masks.argmax(axis=1))
    batch.observations()
