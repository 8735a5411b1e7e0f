"""The arrays that compiled search works on: packed states, and rows of integers (the buffers)."""

from typing import TYPE_CHECKING, Any, Final

from stolik.core.game import Game
from stolik.core.packed import dtype

if TYPE_CHECKING:
    import numpy as np

TRUE, IMAGINED, WORLD, PLAYOUT = range(4)
STATES: Final = 4
"""The states: the match itself, its determinization that a bot is given, a sampled world of its search, a playout."""

CODES, PLAYOUT_CODES, TOTALS, CANDIDATES, PROGRESS, PLACES, SEEDS, CHANCE_RNG, POLICY_RNG = range(9)
"""The rows: legal codes, legal codes in a playout, the total value of each code, the candidates that are left, the
progress of the search, places at an end, the seeds of a world's playouts, and the generators seeded by them: for
chance, for policies."""
SEAT_CODES, VALUES, ACTIONS, AVERAGE = range(9, 13)
"""For regret matching: a seat's legal codes in a world, the value of each there, the action of each seat, and the
average strategy of the bot, by code."""
REGRETS: Final = 13
"""From here on a row for each seat: the cumulative regret of each code."""

ALIVE, WORLDS, SIMULTANEOUS, SPENT, DRAW = range(5)
"""In PROGRESS: how many candidates are left, in how many worlds they were played out in this round; whether moves are
simultaneous, and then: how many playouts of the bot's own codes were spent, and the number by which its code will be
drawn."""
SHORTEST: Final = 16
"""Numbers in a row, at least."""


def new_buffers(game: Game) -> "np.ndarray[Any, Any]":
    import numpy as np

    _, most = game.players_range()
    return np.zeros((REGRETS + most, max(game.moves, SHORTEST)), np.int64)


def new_states(game: Game) -> "np.ndarray[Any, Any]":
    import numpy as np

    return np.zeros(STATES, dtype(game.bot_state))
