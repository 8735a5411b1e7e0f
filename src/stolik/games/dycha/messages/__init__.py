"""What goes in and out of DYCHA: moves, events, and views. The options are in options.py, beside this folder."""

import msgspec

from stolik.core.game import always_up_to_date
from stolik.games.dycha.messages.event_decoder import event
from stolik.games.dycha.messages.events import Event
from stolik.games.dycha.messages.moves import Deal, Move, decode, encode
from stolik.games.dycha.messages.private_view import Private, private
from stolik.games.dycha.messages.public_view import Public, public
from stolik.games.dycha.options import HIGHEST_SOLO_LIMIT, Options
from stolik.games.dycha.rules.scoring import beats_ten
from stolik.games.dycha.state import State

__all__ = [
    "NAME",
    "Deal",
    "Event",
    "Move",
    "Options",
    "Private",
    "Public",
    "decode",
    "encode",
    "event",
    "out_of_date",
    "private",
    "public",
    "rematch",
]

NAME = "DYCHA"

out_of_date = always_up_to_date


def rematch(s: State, options: Options) -> Options:
    """Whoever beats TEN goes on with the next limit (R29)."""
    if options.solo_limit is None or options.solo_limit == HIGHEST_SOLO_LIMIT or not beats_ten(s):
        return options
    return msgspec.structs.replace(options, solo_limit=options.solo_limit + 1)
