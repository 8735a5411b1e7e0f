"""The scheduler of a table: a timer for the next deadline, and what is done when it has come."""

import asyncio
import logging
from functools import partial
from secrets import SystemRandom

from stolik.server.bots.pool import BotPool
from stolik.server.errors import RequestRefused, log_level
from stolik.server.protocol.messages import Accepted
from stolik.server.tables import table_state
from stolik.server.tables.bot_player import BotPlayer
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.deadlines import Deadline, deadlines
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.move_clocks import clock_ran_out
from stolik.server.tables.reveal_schedule import ALMOST, NEVER, RevealSchedule

log = logging.getLogger(__name__)

_RANDOM = SystemRandom()
RETRY_DELAY = 2.0
"""Seconds after which a deadline that could not be met is tried again."""


class Scheduler:
    def __init__(self, table: LiveTable, pool: BotPool) -> None:
        self._table = table
        self._bots = BotPlayer(table, pool)
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        self._reveals = RevealSchedule(table, _RANDOM)

    @property
    def busy(self) -> bool:
        return self._bots.busy or self._timer is not None

    def stop(self) -> None:
        self._cancel_timer()
        self._bots.stop()

    def reschedule(self) -> None:
        """Set the timer for the next deadline, and let bots think about what they are awaited for."""
        self._cancel_timer()
        if self._waits_for_people_only():
            self._reveals.clear()
            return
        ahead = self._ahead()
        if not ahead or self._table.env.closing.is_set():
            return
        self._let_bots_think(ahead)
        first = min(deadline.at for deadline in ahead)
        if first < NEVER:
            delay = max(0.0, first - self._table.steady())
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

    def hurry(self, seat: int) -> None:
        """Bots move as soon as they may until this seat is awaited, or something was revealed."""
        self._reveals.hurry(seat)
        self.reschedule()

    def _let_bots_think(self, ahead: list[Deadline]) -> None:
        """In the order in which they move; where each thinks again when others have moved, only whoever is next."""
        bots = [deadline.seat for deadline in ahead if deadline.kind == "bot"]
        if self._is_ours:
            for seat in bots[:1] if self._table.game.votes else bots:
                self._bots.think(seat)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _waits_for_people_only(self) -> bool:
        """There is no deadline, whatever time it is: everybody plays without a clock, and is here."""
        table = self._table
        session, bots = table.session, table.bot_seats
        if session is None or session.paused_at is not None:
            return False
        if table.state.clock is not None or table.presence.absent_since:
            return False
        return not bots or not any(bots >> seat & 1 for seat in session.awaited_since)

    @property
    def _is_ours(self) -> bool:
        """No other node wrote last, and so looks after this table."""
        session, store = self._table.session, self._table.store
        return session is not None and (not store.shared or session.writer in (store.node, ""))

    def _ahead(self) -> list[Deadline]:
        """The deadlines, at the times at which this node would meet them; bots in the order in which they move."""
        table = self._table
        if table.session is None or table.trouble or table.state.status != "playing":
            return []
        # Another node is given its time from when we heard of it: what its clock says may be anything.
        earliest, takeover = (0.0, 0.0) if self._is_ours else (table.caught_up_at, table.settings.takeover_delay)
        ahead = deadlines(table.state, table.session, table.presence, table.settings)
        bots = [deadline for deadline in ahead if deadline.kind == "bot"]
        others = [deadline for deadline in ahead if deadline.kind != "bot"]
        return [
            deadline._replace(at=max(self._not_before, max(earliest, deadline.at) + takeover))
            for deadline in (*others, *self._reveals.in_order(bots, self._bots.is_thinking))
        ]

    # When a deadline has come

    def _on_timer(self) -> None:
        self._timer = None
        self._table.enqueue(self._meet_deadlines)

    async def _meet_deadlines(self) -> None:
        now = self._table.steady()
        for deadline in self._ahead():
            if deadline.at <= now + ALMOST:
                try:
                    await self._table.retry_on_conflict(partial(self._meet, deadline))
                except RequestRefused as refused:
                    log.log(log_level(refused), "deadline not met: %s", refused, extra={"table": self._table.name})
                    self._not_before = self._table.steady() + RETRY_DELAY
                    break
        self.reschedule()

    async def _meet(self, deadline: Deadline) -> Accepted:
        if deadline not in self._ahead():
            return Accepted()  # things have changed
        match deadline.kind:
            case "pause":
                await self._end_pause()
            case "bot":
                await self._reveal(deadline.seat)
            case "clock":
                await self._table.save(lambda state: clock_ran_out(state, deadline.seat))
            case "away":
                await self._put_stand_in(deadline.seat)
        return Accepted()

    async def _reveal(self, seat: int) -> None:
        """Now or, if it is not ready, later."""
        if not self._bots.is_ready(seat) or not await self._bots.play(seat):
            self._bots.think(seat)
            self._reveals.postpone(seat)

    async def _end_pause(self) -> None:
        session = self._table.session
        if session is not None:
            await commit_step(self._table, session, session.match.prepare_to_go_on(), None, None)

    async def _put_stand_in(self, seat: int) -> None:
        """For somebody who has been away for too long."""
        await self._table.save(lambda state: table_state.with_chair_fields(state, seat, stand_in="away"))
