"""The registry of live tables: loading, waking, adding them, and letting those sleep that nobody uses."""

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable
from functools import partial

import msgspec

from stolik.catalog import UnknownGame
from stolik.server.bots.pool import BotPool
from stolik.server.errors import ErrorCode, RequestRefused, TableDamaged, shutting_down
from stolik.server.protocol.close_codes import SERVICE_RESTART
from stolik.server.tables.environment import TableEnvironment, damage_in
from stolik.server.tables.join_codes import new_join_code
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.scheduler import Scheduler
from stolik.server.tables.table_state import TableState, is_valid_id, log_name
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, TableRow, Wake

log = logging.getLogger(__name__)

MAX_WOKEN_AT_ONCE = 200
WAKE_RETRY_DELAY = 60.0
"""Seconds until a table that could not be woken is tried again."""
CODE_ATTEMPTS = 5
CLOCK_STEP = 2.0
"""Seconds by which the wall clock must have moved apart from the steady one, from sweep to sweep, to count as set."""
FINISH_TIMEOUT = 3.0
"""Seconds for commands under way to be finished when the server stops."""


class TableRegistry:
    def __init__(self, env: TableEnvironment, pool: BotPool, new_code: Callable[[], str] = new_join_code) -> None:
        self._env = env
        self._new_scheduler = partial(Scheduler, pool=pool)
        self._new_code = new_code
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._damaged_matches: set[tuple[str, int]] = set()
        """That were asked for, and cannot be read."""
        self._drift = env.clock.drift()

    @property
    def live(self) -> list[LiveTable]:
        return list(self._live.values())

    def if_live(self, id_: str) -> LiveTable | None:
        return self._live.get(id_)

    async def get(self, id_: str) -> LiveTable:
        """The live table; it is woken if it sleeps. RequestRefused if there is none."""
        if self._env.closing.is_set():
            raise shutting_down()
        found = self._live.get(id_)
        if found is not None and not found.damaged:
            found.last_used = self._env.clock.steady()
            return found
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> LiveTable:
        """TableDamaged if what the store has of it cannot be read; perhaps it has been repaired since the last time."""
        closed = self._live.pop(id_, None)
        if closed is not None:
            await closed.stop()
        try:
            table = await self._read(id_)
        except (TableDamaged, StoreFailed) as failed:
            damage = damage_in(failed)
            if not damage:
                raise
            self._env.alarm(id_, damage)
            raise TableDamaged(damage) from None
        self._live[id_] = table
        if not table.trouble and id_ in self._env.damaged:
            del self._env.damaged[id_]
            log.warning("table can be read again", extra={"table": table.name})
        self._count()
        table.scheduler.reschedule()
        if self._env.store.shared:
            table.enqueue(table.refresh)  # nobody could tell us what was written while we read
            with contextlib.suppress(StoreFailed):
                await table.announcer.announce("who")
        return table

    async def _read(self, id_: str) -> LiveTable:
        row = await self._env.store.table(id_) if is_valid_id(id_) else None
        if row is None:
            raise RequestRefused(ErrorCode.UNKNOWN_TABLE, "There is no such table.")
        try:
            table = self._new_table(row)
        except UnknownGame:
            text = "What was played at this table is not played here any more."
            raise RequestRefused(ErrorCode.OLD_RULES, text) from None
        try:
            await table.load()
        except BaseException:
            await table.stop()
            raise
        return table

    def _new_table(self, row: TableRow) -> LiveTable:
        return LiveTable(self._env, row, self._new_scheduler)

    def _count(self) -> None:
        self._env.metrics.live_tables.set(len(self._live))
        self._env.metrics.damaged_tables.set(len(self._env.damaged))

    @property
    def damaged(self) -> int:
        """Tables that cannot be read, as far as somebody has tried."""
        return len(self._env.damaged)

    def alarm_for_match(self, table: str, number: int) -> None:
        """A match that is looked up cannot be read. Its table may well play on: it is not closed for that."""
        if (table, number) not in self._damaged_matches:
            self._damaged_matches.add((table, number))
            self._env.metrics.errors.labels("damage").inc()
            log.error("match %d damaged: it cannot be read", number, extra={"table": log_name(table)})

    # New tables

    async def create(self, state: TableState) -> LiveTable:
        """A new table, with a join code that is free."""
        for _ in range(CODE_ATTEMPTS):
            table = await self.add(msgspec.structs.replace(state, code=self._new_code()))
            if table is not None:
                return table
        raise RequestRefused(ErrorCode.UNAVAILABLE, "No free code was found. Please try again.")

    async def add(self, state: TableState) -> LiveTable | None:
        """A new table; None if its code is taken."""
        row = state.row(1, self._env.clock.wall(), None)
        if not await self._env.store.commit(Change(table=row)):
            return None
        table = self._live[state.id] = self._new_table(row)
        self._count()
        return table

    # Sleeping and waking

    async def sweep(self) -> None:
        """Wake the tables that are overdue, notice who has left on other nodes, unload the tables that are idle."""
        if self._was_clock_set():
            await self.wake_all()
        await self.wake_overdue(self._env.settings.takeover_delay)
        now = self._env.clock.steady()
        for id_, table in list(self._live.items()):
            if table.presence.remote and table.refresh_presence():
                table.feed.send_table()
            if table.is_behind:
                table.enqueue(table.refresh)
            if not table.busy and now - table.last_used > self._env.settings.idle_timeout:
                del self._live[id_]
                await table.stop()
        self._count()

    def _was_clock_set(self) -> bool:
        """The wall clock was set since the last sweep: what is kept by it is no longer comparable."""
        before, self._drift = self._drift, self._env.clock.drift()
        step = self._drift - before
        if abs(step) < CLOCK_STEP:
            return False
        log.warning("the wall clock was set by %+.0f seconds; what is due is not affected", step)
        return True

    async def wake_all(self) -> None:
        """Load all tables where a bot or a pause is due, or that others should look after and do not.

        Whatever time was kept for it: after a restart the wall clock may say less than when it was written.
        """
        tried: set[str] = set()
        while True:
            limit = MAX_WOKEN_AT_ONCE + len(self._live) + len(tried)
            found = await self._env.store.overdue(math.inf, limit)
            asleep = [id_ for id_ in found if id_ not in self._live and id_ not in tried]
            tried.update(asleep)
            for id_ in await self._neglected(asleep) if self._env.store.shared else asleep:
                await self._wake(id_)
            if not asleep or len(found) < limit:
                return

    async def _neglected(self, ids: list[str]) -> list[str]:
        """Those of which no node has changed the time to wake for as long as a node may be silent."""
        before = {id_: await self._time_to_wake(id_) for id_ in ids}
        await asyncio.sleep(self._env.settings.takeover_delay if before else 0.0)
        return [id_ for id_, wake in before.items() if wake is not None and await self._time_to_wake(id_) == wake]

    async def _time_to_wake(self, id_: str) -> float | None:
        row = await self._env.store.table(id_)
        return None if row is None else row.wake

    async def wake_overdue(self, overdue_by: float) -> None:
        """Load tables where a bot or a pause is overdue because another node fell silent."""
        while True:
            limit = MAX_WOKEN_AT_ONCE + len(self._live) + len(self._env.damaged)
            found = await self._env.store.overdue(self._env.clock.wall() - overdue_by, limit)
            asleep = [id_ for id_ in found if id_ not in self._live and not self._was_damaged(id_)]
            for id_ in asleep:
                await self._wake(id_)
            if not asleep or len(found) < limit:
                return

    def _was_damaged(self, id_: str) -> bool:
        """A moment ago."""
        found = self._env.damaged.get(id_)
        return found is not None and self._env.clock.steady() - found[1] < WAKE_RETRY_DELAY

    async def _wake(self, id_: str) -> None:
        try:
            await self.get(id_)
        except TableDamaged:
            pass  # the alarm was raised
        except StoreFailed:
            raise  # no other could be woken either
        except Exception:
            self._env.metrics.errors.labels("wake").inc()
            log.exception("could not wake table, retrying later", extra={"table": log_name(id_)})
            await self._env.store.commit(Change(wake=Wake(id_, self._env.clock.wall() + WAKE_RETRY_DELAY)))

    async def heartbeat(self) -> None:
        silent_since = self._env.clock.steady() - self._env.settings.subscriber_timeout
        for table in self.live:
            table.presence.heartbeat(silent_since)

    async def close(self) -> None:
        """Finish what is under way, send the subscribers away. Nothing new has begun since `closing` was set."""
        for table in self.live:
            table.scheduler.stop()
        try:
            async with asyncio.timeout(FINISH_TIMEOUT):
                await asyncio.gather(*(table.call(_nothing) for table in self.live), return_exceptions=True)
        except TimeoutError:
            log.warning("some commands were not finished in time; they were not acknowledged")
        for table in self.live:
            for subscriber in list(table.presence.subscribers):
                subscriber.drop(close_code=SERVICE_RESTART)
        await asyncio.gather(*(table.stop() for table in self.live))


async def _nothing() -> None:
    pass
