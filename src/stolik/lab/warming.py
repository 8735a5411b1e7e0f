"""Fills the disk cache, so that the first simulation and the first batch start at once."""

from stolik.bots.bot import levels
from stolik.core.game import BadOptions, Game
from stolik.core.messages import Options
from stolik.lab.batch import Batch
from stolik.lab.simulation import simulate


def warm(game: Game) -> None:
    """Compile what the lab needs of a game: each level playing, and stepping a batch."""
    options = _first_accepted(game)
    for level in levels(game):
        simulate(game, options, 1, policies=[level], cores=1)
    batch = Batch(game, options, 1)
    batch.step(batch.masks.argmax(axis=1))
    batch.observations()


def _first_accepted(game: Game) -> Options:
    """The defaults with the fewest players that they allow."""
    fewest, most = game.players_range()
    for players in range(fewest, most):
        try:
            return game.options({"players": players})
        except BadOptions:
            continue
    return game.options({"players": most})
