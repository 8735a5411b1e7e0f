"""A sample position of a game in which somebody has to decide: to precompile with, before there is a match."""

from stolik.core.bitset import lowest
from stolik.core.game import DEALER, BadOptions, Game
from stolik.core.messages import Options
from stolik.core.rule import Seat, State


def sample_options(game: Game) -> Options:
    """The defaults with the fewest players that they allow."""
    fewest, most = game.players_range()
    for players in range(fewest, most):
        try:
            return game.options({"players": players})
        except BadOptions:
            continue
    return game.options({"players": most})


def sample_position(game: Game) -> tuple[State, Seat]:
    s = game.begin(sample_options(game))
    while not game.awaited(s):
        game.apply(s, DEALER, game.ticket(s, 0))
    return s, lowest(game.awaited(s))
