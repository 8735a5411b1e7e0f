"""Where bots think: the records of a table and the rows of a room, for compiled code."""

from typing import TYPE_CHECKING, Any, Final

from stolik.core.game import Game
from stolik.core.packed import dtype

if TYPE_CHECKING:
    import numpy as np

TRUE, IMAGINED, WORLD, PLAYED = range(4)
RECORDS: Final = 4
"""The records of a table: the match itself, the one in which a bot thinks, a world of its search, a playout in it."""

CODES, REPLIES, TOTALS, TRIED, PROGRESS, PLACES, LUCK, DEALS, DICE = range(9)
"""The rows of a bot's room: legal codes, legal codes in a playout, what each code came to, which codes are still
tried, how far the search is, places at an end, the luck of a world, and the same being used up: by the dealer, by the
players."""
OPTIONS, FOUND, PICKED, AVERAGE = range(9, 13)
"""And where several choose at once: a seat's legal codes in a world, what each came to there, what each seat picked,
and how often the bot would have picked each of its codes."""
REGRETS: Final = 13
"""From here on a row for each seat: by code, what it would have gained had it always picked that code."""

ALIVE, WORLDS, TOGETHER, SPENT, LOT = range(5)
"""What PROGRESS says: how many codes are tried, in how many worlds since the last were given up; whether others choose
at the same time, and then: how many playouts of the bot's own codes there were, and the number by which its choice
will be drawn."""
LEAST_ROOM: Final = 16


def room_for(game: Game) -> "np.ndarray[Any, Any]":
    import numpy as np

    _, most = game.players_range()
    return np.zeros((REGRETS + most, max(game.moves, LEAST_ROOM)), np.int64)


def table_for(game: Game) -> "np.ndarray[Any, Any]":
    import numpy as np

    return np.zeros(RECORDS, dtype(game.bot_state))
