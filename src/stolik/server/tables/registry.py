"""The registry of live tables: loading, waking, adding them, and letting those sleep that nobody uses."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial

import msgspec

from stolik.catalog import UnknownGame
from stolik.server.bots.pool import BotPool
from stolik.server.errors import ErrorCode, RequestRefused, shutting_down
from stolik.server.protocol.close_codes import SERVICE_RESTART
from stolik.server.tables.join_codes import new_join_code
from stolik.server.tables.live_table import LiveTable, TableEnvironment
from stolik.server.tables.scheduler import Scheduler
from stolik.server.tables.table_state import TableState, is_valid_id, log_name
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, TableRow, Wake

log = logging.getLogger(__name__)

MAX_WOKEN_AT_ONCE = 200
WAKE_RETRY_DELAY = 60.0
"""Seconds until a table that could not be woken is tried again."""
CODE_ATTEMPTS = 5


class TableRegistry:
    def __init__(self, env: TableEnvironment, pool: BotPool, new_code: Callable[[], str] = new_join_code) -> None:
        self._env = env
        self._new_scheduler = partial(Scheduler, pool=pool)
        self._new_code = new_code
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

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
        if found is not None:
            found.last_used = self._env.now()
            return found
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> LiveTable:
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
        self._live[id_] = table
        self._count()
        table.scheduler.reschedule()
        if self._env.store.shared:
            table.enqueue(table.refresh)  # nobody could tell us what was written while we read
            with contextlib.suppress(StoreFailed):
                await table.announce("who")
        return table

    def _new_table(self, row: TableRow) -> LiveTable:
        return LiveTable(self._env, row, self._new_scheduler)

    def _count(self) -> None:
        self._env.metrics.live_tables.set(len(self._live))

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
        row = state.row(1, self._env.now(), None)
        if not await self._env.store.commit(Change(table=row)):
            return None
        table = self._live[state.id] = self._new_table(row)
        self._count()
        return table

    # Sleeping and waking

    async def sweep(self) -> None:
        """Wake the tables that are overdue, notice who has left on other nodes, unload the tables that are idle."""
        await self.wake_overdue(self._env.settings.takeover_delay)
        now = self._env.now()
        for id_, table in list(self._live.items()):
            if table.presence.remote and table.refresh_presence():
                table.feed.send_table()
            if not table.busy and now - table.last_used > self._env.settings.idle_timeout:
                del self._live[id_]
                await table.stop()
        self._count()

    async def wake_overdue(self, overdue_by: float) -> None:
        """Load tables where a bot or a pause is overdue: after a restart, or because another node fell silent."""
        while True:
            limit = MAX_WOKEN_AT_ONCE + len(self._live)
            found = await self._env.store.overdue(self._env.now() - overdue_by, limit)
            asleep = [id_ for id_ in found if id_ not in self._live]
            for id_ in asleep:
                await self._wake(id_)
            if not asleep or len(found) < limit:
                return

    async def _wake(self, id_: str) -> None:
        try:
            await self.get(id_)
        except Exception:
            self._env.metrics.errors.labels("wake").inc()
            log.exception("could not wake table, retrying later", extra={"table": log_name(id_)})
            await self._env.store.commit(Change(wake=Wake(id_, self._env.now() + WAKE_RETRY_DELAY)))

    async def heartbeat(self) -> None:
        silent_since = self._env.now() - self._env.settings.subscriber_timeout
        for table in self.live:
            table.presence.heartbeat(silent_since)

    async def close(self) -> None:
        """Finish what is under way, send the subscribers away. Nothing new has begun since `closing` was set."""
        for table in self.live:
            table.scheduler.stop()
        await asyncio.gather(*(table.call(_nothing) for table in self.live), return_exceptions=True)
        for table in self.live:
            for subscriber in list(table.presence.subscribers):
                subscriber.drop(close_code=SERVICE_RESTART)
        await asyncio.gather(*(table.stop() for table in self.live))


async def _nothing() -> None:
    pass
