"""The scheduler of a table: a timer for the next deadline, and what is done when it has come."""

import asyncio
import logging
from functools import partial
from secrets import SystemRandom

from stolik.server.bots.pool import BotPool
from stolik.server.errors import RequestRefused
from stolik.server.protocol.messages import Accepted
from stolik.server.tables import table_state
from stolik.server.tables.bot_player import BotPlayer
from stolik.server.tables.clocks import clock_ran_out
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.deadlines import Deadline, deadlines
from stolik.server.tables.live_table import LiveTable

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
        self._bot_delays: dict[tuple[int, float], float] = {}

    @property
    def busy(self) -> bool:
        return bool(self._bots.thinking) or self._timer is not None

    def stop(self) -> None:
        self._cancel_timer()
        self._bots.stop()

    def reschedule(self) -> None:
        """Set the timer for the next deadline."""
        self._cancel_timer()
        if self._waits_for_people_only():
            return
        first = min((deadline.at for deadline in self._ahead()), default=None)
        if first is not None and not self._table.env.closing.is_set():
            delay = max(0.0, first - self._table.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

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

    def _ahead(self) -> list[Deadline]:
        """The deadlines, at the times at which this node would meet them."""
        table = self._table
        if table.session is None or table.trouble or table.state.status != "playing":
            return []
        ours = not table.store.shared or table.session.writer in (table.store.node, "")
        takeover = 0.0 if ours else table.settings.takeover_delay
        return [
            deadline._replace(at=max(self._not_before, deadline.at + takeover + self._bot_delay(deadline)))
            for deadline in deadlines(table.state, table.session, table.presence, table.settings)
            if deadline.seat not in self._bots.thinking
        ]

    def _bot_delay(self, deadline: Deadline) -> float:
        """A bot does not move at once: it would look like a machine."""
        if deadline.kind != "bot":
            return 0.0
        known = self._bot_delays.get((deadline.seat, deadline.at))
        if known is None:
            self._bot_delays = {key: delay for key, delay in self._bot_delays.items() if key[0] != deadline.seat}
            known = self._bot_delays[deadline.seat, deadline.at] = _RANDOM.uniform(*self._table.settings.bot_delay)
        return known

    # When a deadline has come

    def _on_timer(self) -> None:
        self._timer = None
        self._table.enqueue(self._meet_deadlines)

    async def _meet_deadlines(self) -> None:
        now = self._table.now()
        for deadline in self._ahead():
            if deadline.at <= now + 0.001:
                try:
                    await self._table.retry_on_conflict(partial(self._meet, deadline))
                except RequestRefused as refused:
                    log.warning("deadline not met: %s", refused, extra={"table": self._table.name})
                    self._not_before = self._table.now() + RETRY_DELAY
                    break
        self.reschedule()

    async def _meet(self, deadline: Deadline) -> Accepted:
        if deadline not in self._ahead():
            return Accepted()  # things have changed
        match deadline.kind:
            case "pause":
                await self._end_pause()
            case "bot":
                self._bots.think(deadline.seat)
            case "clock":
                await self._table.save(lambda state: clock_ran_out(state, deadline.seat))
            case "away":
                await self._put_stand_in(deadline.seat)
        return Accepted()

    async def _end_pause(self) -> None:
        session = self._table.session
        if session is not None:
            await commit_step(self._table, session, session.match.prepare_to_go_on(), None, None)

    async def _put_stand_in(self, seat: int) -> None:
        """For somebody who has been away for too long."""
        await self._table.save(lambda state: table_state.with_chair_fields(state, seat, stand_in="away"))
