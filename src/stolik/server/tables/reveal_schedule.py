"""The reveal schedule: when the moves of bots appear. Drawn before they think, from what everybody knows and chance.

What counts is the pace of the table, the levels and the number of its bots, who has moved and when. What a bot holds,
how many moves it has to choose from and how long it thought about them does not: it thinks while it is waited, and a
move that is not ready by then comes later by whole steps. Bots that are awaited together move in the order that was
drawn: nobody is first for having thought less.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from stolik.bots.bot import effort
from stolik.core.game import Game
from stolik.server.bots.pool import stand_in_level
from stolik.server.settings import LATE_STEP, Settings
from stolik.server.tables.deadlines import Deadline
from stolik.server.tables.match_session import MatchSession
from stolik.server.tables.pace import BotPause
from stolik.server.tables.table_state import TableState

NEVER = float("inf")
ALMOST = 0.001
"""Seconds by which a timer may be early."""


class ScheduledTable(Protocol):
    """What everybody at a table knows."""

    game: Game
    state: TableState
    settings: Settings
    session: MatchSession | None
    bot_seats: int
    steady: Callable[[], float]


@dataclass(slots=True)
class BotTurn:
    """One decision of a bot."""

    session: MatchSession
    since: float
    """When the seat was first awaited for it."""
    begun: float
    """When it fell to the bot: later, if it sits in for somebody."""
    pause: BotPause
    postponed: tuple[float, float] = (0.0, 0.0)
    """From when to when, since it was not ready."""


class RevealSchedule:
    def __init__(self, table: ScheduledTable, random: Random) -> None:
        self._table = table
        self._random = random
        self._turns: dict[int, BotTurn] = {}
        """By seat."""
        self._hurried: tuple[int, int] | None = None
        """Match and seat: until it is that seat's turn, bots move as soon as they may."""

    def clear(self) -> None:
        """No bot is awaited."""
        self._turns.clear()

    def hurry(self, seat: int) -> None:
        if self._table.session is not None:
            self._hurried = (self._table.session.number, seat)

    def in_order(self, awaited: Sequence[Deadline], is_thinking: Callable[[int], bool]) -> list[Deadline]:
        """The bots that are awaited, in the order in which their moves appear, each at the time when it does.

        `is_thinking` counts without a floor only: there are no steps then, and whoever thinks is waited for.
        """
        session = self._table.session
        if session is None or not awaited:
            self.clear()
            return []
        self._turns = {found.seat: self._turn(session, found) for found in awaited}
        floor = self.floor(list(self._turns))
        due = sorted((self._due(session, seat, floor), seat) for seat in self._turns)
        found, earliest = [], 0.0
        for at, seat in due:
            first, later = self._turns[seat].postponed
            shown = max(earliest, later if first == at else at)
            earliest = NEVER if is_thinking(seat) and not floor else shown
            found.append(Deadline(earliest, "bot", seat))
        return found

    def postpone(self, seat: int) -> None:
        """It is not ready: a step later, or as many as have passed."""
        session, turn = self._table.session, self._turns.get(seat)
        if session is None or turn is None:
            return
        floor = self.floor(list(self._turns))
        due = self._due(session, seat, floor)
        step = LATE_STEP * floor
        if step:
            passed = max(0.0, self._table.steady() + ALMOST - due)
            turn.postponed = (due, due + step * (1 + passed // step))

    def floor(self, seats: Sequence[int]) -> float:
        """No move appears sooner: usually all of these bots have thought by then, one after the other."""
        table = self._table
        chairs = [table.state.chairs[seat] for seat in seats]
        work = sum(effort(table.game, chair.level or stand_in_level(table.game)) for chair in chairs)
        return table.settings.bot_floor * max(1, work)

    def _turn(self, session: MatchSession, awaited: Deadline) -> BotTurn:
        known = self._turns.get(awaited.seat)
        if known is not None and (known.session, known.since) == (session, awaited.at):
            return known
        begun = max(awaited.at, self._table.steady())
        return BotTurn(session, awaited.at, begun, BotPause.draw(self._random, self._table.settings.bot_delay))

    def _due(self, session: MatchSession, seat: int, floor: float) -> float:
        """A bot does not move at once, it would look like a machine; nor first, where all reach for the same things."""
        turn, table = self._turns[seat], self._table
        pace, bots = table.state.pace, table.bot_seats.bit_count()
        thinks = max(turn.begun, session.open_at)  # again, if others have moved
        if self._is_hurried(session):
            return thinks + floor
        if not table.game.votes:
            return max(turn.begun + turn.pause.at_pace(pace, bots), thinks + floor)
        # All decide over the same things at the same time: people first, then one after the other.
        last = turn.begun + turn.pause.for_people(pace)
        people = any(not table.state.chairs[other].played_by_bot for other in session.awaited_since)
        if session.open_at > turn.since or not people:
            last = min(last, thinks + turn.pause.at_pace(pace, bots))
        return max(last, thinks + floor)

    def _is_hurried(self, session: MatchSession) -> bool:
        if self._hurried is None:
            return False
        number, seat = self._hurried
        if number != session.number or seat in session.awaited_since or session.paused_at is not None:
            self._hurried = None
        return self._hurried is not None
