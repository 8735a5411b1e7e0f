"""A sample position of a game in which somebody has to decide: to precompile with, before there is a match."""

from stolik.core.bitset import lowest
from stolik.core.game import DEALER, BadOptions, Game
from stolik.core.messages import Options
from stolik.core.rule import Seat, State


def sample_options(game: Game) -> Options:
    """The defaults with the fewest players that they allow."""
    fewest, most = game.players_range()
    options: Options
    for players in range(fewest, most + 1):
        try:
            options = game.options({"players": players})
        except BadOptions:
            if players == most:
                raise
        else:
            break
    return options


def sample_position(game: Game) -> tuple[State, Seat]:
    s = game.begin(sample_options(game), with_memory=True)
    while not game.awaited(s):
        code = game.ticket(s, 0)
        game.remember(s, DEALER, code)
        game.apply(s, DEALER, code)
    return s, lowest(game.awaited(s))
