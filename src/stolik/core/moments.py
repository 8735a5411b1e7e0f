"""Replays, moment by moment, as one seat or a spectator lived through them."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stolik.core.game import DEALER, Game
from stolik.core.messages import Options, View
from stolik.core.packed import clone
from stolik.core.record import Entry
from stolik.core.rule import Seat
from stolik.core.step import code_of
from stolik.core.tell import Telling


class Moment(msgspec.Struct, frozen=True):
    """A point of a replay, as one seat or a spectator lived through it."""

    seq: int
    """How many log entries lie behind it."""
    events: tuple[Any, ...]
    view: View[Any, Any]


class Remembered(msgspec.Struct, frozen=True):
    """Where memory begins: what was told before it is not told again."""

    seq: int = 0
    """The log entry …"""
    skipped: int = 0
    """… and how many of its tellings are forgotten too."""

    @property
    def first_moment(self) -> int:
        """The number of the first moment that may be looked at."""
        return self.seq + 1 if self.seq or self.skipped else 0


def moments(
    game: Game,
    options: Options,
    log: Sequence[Entry],
    told: Sequence[Sequence[Telling]],
    seat: Seat | None,
    remembered: Remembered,
    since: int,
) -> Iterator[Moment]:
    """From moment number `since` on, or from where memory begins. Those before it are passed by quickly.

    `log` is known to be good, and `told` is what its entries told.
    """
    first = max(since, remembered.first_moment)
    s = game.begin(options)
    if first == 0:
        yield Moment(0, (), game.view(s, seat))
    for number, entry in enumerate(log, 1):
        mover = DEALER if entry.seat is None else entry.seat
        code = code_of(game, s, mover, entry.move)
        if number >= first:
            s = clone(s)  # a view may hold on to rows of the state that it shows
        game.apply(s, mover, code)
        if number >= first:
            tellings = told[number - 1][remembered.skipped if number == remembered.seq + 1 else 0 :]
            events = tuple(game.tell(telling, seat) for telling in tellings if telling.is_event)
            yield Moment(number, events, game.view(s, seat))
