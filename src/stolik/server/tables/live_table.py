"""A live table: a cache of what the store has, and one task that does one thing after the other."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from weakref import proxy

from stolik.core.errors import IllegalMove
from stolik.core.messages import to_json
from stolik.core.record import BadRecord
from stolik.server.errors import ErrorCode, RequestRefused, TableDamaged, log_level, unavailable
from stolik.server.protocol.close_codes import TABLE_DAMAGED
from stolik.server.protocol.messages import Accepted, refused_answer
from stolik.server.tables import table_state
from stolik.server.tables.announcer import Announcer
from stolik.server.tables.deadlines import wake_time
from stolik.server.tables.environment import TableEnvironment, TableScheduler, damage_in
from stolik.server.tables.feed import Feed
from stolik.server.tables.match_session import DamagedLog, MatchSession, resume
from stolik.server.tables.presence import Presence, Subscriber
from stolik.server.tables.serial_queue import SerialQueue
from stolik.server.tables.table_state import TableState
from stolik.store.protocol import Fault, StoreFailed
from stolik.store.rows import Change, LogRow, MatchRow, TableRow, Wake

log = logging.getLogger(__name__)

WAKE_LATER = 3600.0
MAX_ATTEMPTS = 8
"""How often a change is tried again on top of somebody else's."""
RETRY_PAUSE = 0.05
MAX_TROUBLE = 5.0
"""Seconds for which a change is tried again while the store fails."""


class WriteConflict(Exception):
    """Another node was faster: the store has more than we know, and nothing was written."""


class LiveTable(SerialQueue):
    """The table in memory. Whatever is done at it is done in the queue's turn."""

    def __init__(
        self, env: TableEnvironment, row: TableRow, scheduler: Callable[["LiveTable"], TableScheduler]
    ) -> None:
        self.env = env
        self.settings = env.settings
        self.store = env.store
        self.metrics = env.metrics
        self.clock = env.clock
        self.now = env.clock.wall
        self.steady = env.clock.steady
        self.presence = Presence()
        self._set_state(table_state.decode(row))
        self.revision = row.revision
        self.wake = row.wake
        self.game = env.find_game(self.state.game)
        self.session: MatchSession | None = None
        """The match that runs, or has just ended."""
        self._loaded = 0
        """The number of the match that we know, or know that we cannot read."""
        self.trouble = ""
        """Why the running match cannot be played on here."""
        self.stale = False
        """The store may have more than we know."""
        self.caught_up_at = self.steady()
        """When we last learned that the match had gone on, or how it stood."""
        self.chat_stale = False
        """The same for what was said."""
        self.damaged = False
        """The store has something that cannot be read: the table is closed."""
        itself = proxy(self)  # no reference cycle: a table that leaves memory is freed at once
        self.feed = Feed(itself)
        self.announcer = Announcer(itself)
        self.scheduler = scheduler(itself)
        self.last_used = self.steady()
        self._pending: TableRow | None = None
        """The row that we are trying to write, if that is all that is to be done."""
        super().__init__(name=f"table {self.name}")

    @property
    def name(self) -> str:
        """For logs."""
        return table_state.log_name(self.state.id)

    # One thing after the other

    def enqueue(self, work: Callable[[], Awaitable[None]]) -> None:
        self.last_used = self.steady()
        super().enqueue(work)

    def _on_error(self) -> None:
        self.metrics.errors.labels("table").inc()
        log.exception("unhandled error in table task", extra={"table": self.name})

    @property
    def busy(self) -> bool:
        return super().busy or bool(self.presence.subscribers) or self.scheduler.busy

    async def stop(self) -> None:
        """Leave memory."""
        self.scheduler.stop()
        await super().stop()
        self.session = None

    async def retry_on_conflict(self, attempt: Callable[[], Awaitable[Accepted]], id_: int | None = None) -> Accepted:
        """Try; if another node was faster, try again on top of what it wrote. Refused if it cannot be."""
        self._pending = None
        give_up = 0.0
        for _ in range(MAX_ATTEMPTS):
            try:
                if self.stale:
                    pending, self._pending = self._pending, None
                    await self.catch_up()
                    if pending is not None and await self._was_written(pending):
                        return Accepted(id_)
                return await attempt()
            except WriteConflict:
                self._pending = None
                self.metrics.write_conflicts.inc()
                log.debug("write conflict, retrying", extra={"table": self.name})
            except StoreFailed as failed:
                self.stale = True
                self.metrics.errors.labels("store").inc()
                log.debug("store unavailable: %s", failed, extra={"table": self.name})
                if damage := damage_in(failed):
                    raise self.close_damaged(damage) from None
                give_up = give_up or monotonic() + MAX_TROUBLE
                if failed.fault is Fault.SILENT or monotonic() > give_up or self.env.closing.is_set():
                    break
                await asyncio.sleep(RETRY_PAUSE)
        raise unavailable()

    def write_conflict(self) -> WriteConflict:
        self.stale = True
        return WriteConflict()

    async def _was_written(self, pending: TableRow) -> bool:
        """Whether a change, of which the store said that it failed, was written after all."""
        if pending.revision != self.revision:
            return False
        found = await self.store.table(self.state.id)
        return found is not None and (found.revision, found.body) == (pending.revision, pending.body)

    # The match

    def current_session(self, number: int | None = None) -> MatchSession:
        """The match that runs, or has just ended; refused if none does, or another is meant."""
        if self.trouble:
            raise RequestRefused(ErrorCode.OLD_RULES, self.trouble)
        if self.session is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "No match is running here yet.")
        if number not in (None, self.session.number):
            text = f"This table plays match {self.session.number} now, not {number}."
            raise RequestRefused(ErrorCode.OUT_OF_DATE, text)
        return self.session

    async def begin_match(self, state: TableState, session: MatchSession) -> None:
        """The next match: its header, the first deal (if it begins with one) and the table's state, all at once."""
        now, match = self.now(), session.match
        first = LogRow(state.match_id, 0, to_json(match.log), now, node=self.store.node)
        session.note(first, self.steady())
        row = self._pending = state.row(self.revision + 1, now, self._wake_time(state, session))
        change = Change(
            table=row,
            match=MatchRow(state.match_id, state.id, state.match, to_json(match.header), state.secret, now),
            append=first if match.log else None,  # an empty row would take the number of the first move
        )
        if not await self.store.commit(change):
            raise self.write_conflict()
        self._pending = None
        self.session, self.trouble, self._loaded = session, "", state.match
        self.adopt(state, row, quietly=True)
        self.feed.send_snapshots()

    def _wake_time(self, state: TableState, session: MatchSession | None) -> float | None:
        due = wake_time(state, session, self.presence, self.settings)
        return None if due is None else self.clock.to_keep(due)

    # The state

    async def save(self, change: Callable[[TableState], TableState], *, whole: bool = False) -> None:
        """Change the state; WriteConflict if another node did so first.

        `whole`: this is all that the command does, and it must not be done twice.
        """
        state = change(self.state)
        if state == self.state:
            return
        row = state.row(self.revision + 1, self.now(), self._wake_time(state, self.session))
        self._pending = row if whole else None
        if not await self.store.commit(Change(table=row)):
            raise self.write_conflict()
        self._pending = None
        self.adopt(state, row)

    def adopt(self, state: TableState, row: TableRow, *, quietly: bool = False) -> None:
        """Take over what the store has accepted, or had."""
        clocks_changed = state.clock is not None and state.chairs != self.state.chairs
        self.revision, self.wake = row.revision, row.wake
        self._set_state(state)
        moved = self._reseat_subscribers()
        self.scheduler.reschedule()
        if moved:
            self.enqueue(self.announcer.announce_presence)
        if not quietly:
            self.feed.send_table()
            if clocks_changed:
                self.feed.send_clocks()
            for subscriber in moved:
                self.feed.send_snapshot(subscriber)

    def _set_state(self, state: TableState) -> None:
        self.state = state
        self.presence.note_returns(state, self.clock.since)
        self.seats = {chair.guest: seat for seat, chair in enumerate(state.chairs) if chair.guest is not None}
        """Where each guest sits."""
        self.bot_seats = sum(1 << seat for seat, chair in enumerate(state.chairs) if chair.played_by_bot)
        """A bit set: the seats that bots play."""

    def seat_of(self, guest: str) -> int:
        seat = self.seats.get(guest)
        return self.state.seated(guest) if seat is None else seat

    # Subscribers

    def attach(self, subscriber: Subscriber, since: int | None, match: int | None, chat: int) -> None:
        """A new subscriber: everything once or, after a cut, what came since."""
        subscriber.network = self.env.networks.mark(self.state.id, subscriber.address)
        self.presence.subscribers.add(subscriber)
        subscriber.seat = self._seat_seen_from(subscriber)
        if self.refresh_presence(but=subscriber):
            self.feed.send_table(but=subscriber)
        session = self.session
        known = since is not None and session is not None and match == session.number and since <= session.match.seq
        self.feed.send_snapshot(subscriber, since if known and since is not None else 0, chat)

    def detach(self, subscriber: Subscriber) -> None:
        self.presence.subscribers.discard(subscriber)
        if self.refresh_presence():
            self.feed.send_table()

    def refresh_presence(self, but: Subscriber | None = None) -> bool:
        """Who is here? True if that has changed."""
        before, compared = self.presence.awake_since, self.presence.same_network
        changed = self.presence.refresh(self.state, self.steady())
        if changed:
            self.scheduler.reschedule()
            if before != self.presence.awake_since:
                self.feed.send_clocks(but)
        elif compared != self.presence.same_network:
            self.feed.send_table_to_host(but)
        return changed

    def _reseat_subscribers(self) -> list[Subscriber]:
        """After chairs have changed: the subscribers who see with other eyes now."""
        moved = []
        for subscriber in self.presence.subscribers:
            seat = self._seat_seen_from(subscriber)
            if seat != subscriber.seat:
                subscriber.seat = seat
                moved.append(subscriber)
        self.presence.refresh(self.state, self.steady())
        return moved

    def _seat_seen_from(self, subscriber: Subscriber) -> int | None:
        return None if subscriber.guest is None else self.state.seat_of(subscriber.guest)

    # Damage

    def close_damaged(self, why: str) -> TableDamaged:
        """What the store has cannot be read: tell the people and the host. Whatever is asked now is refused."""
        refused = TableDamaged(why)
        self.stale = True
        self.env.alarm(self.state.id, why)
        if not self.damaged:
            self.damaged, self.trouble = True, refused.text
            self.scheduler.stop()
            word = to_json(refused_answer(refused))
            for subscriber in list(self.presence.subscribers):
                subscriber.push(word)
                subscriber.drop(TABLE_DAMAGED)
        return refused

    # Catching up with the store

    @property
    def is_behind(self) -> bool:
        """It should be refreshed, and nothing is about to do so."""
        return (self.stale or self.chat_stale) and not self.damaged and not super().busy

    async def load(self) -> None:
        """The running match, from the log."""
        self.session, self.trouble = None, ""
        await self.fetch_chat()
        self._loaded = self.state.match
        if self.state.match == 0:
            return
        row = await self.store.match(self.state.match_id)
        if row is None:
            raise TableDamaged(f"match {self.name}.{self.state.match} is missing")
        try:
            self.session = await resume(self.game, row, self.store, self.clock.since)
            self.caught_up_at = self.steady()
        except BadRecord as old:
            if isinstance(old, DamagedLog):
                self.env.alarm(self.state.id, str(old))
            if self.state.status == "playing":
                self.trouble = f"This match cannot be played on here: {old}. It can be given up, and another begun."
        if self.wake is not None and self._wake_time(self.state, self.session) is None:
            later = Wake(self.state.id, self.now() + WAKE_LATER)
            with contextlib.suppress(StoreFailed):  # if not now, then the next time
                await self.store.commit(Change(wake=later))  # another node may know better
        self.scheduler.reschedule()

    async def catch_up(self) -> None:
        """Learn what others have written. TableDamaged if it cannot be read: it is closed then."""
        try:
            await self._catch_up()
        except (TableDamaged, StoreFailed) as failed:
            if damage := damage_in(failed):
                raise self.close_damaged(damage) from None
            raise

    async def _catch_up(self) -> None:
        if self.damaged:
            raise TableDamaged(self.env.damaged[self.state.id][0])
        row = await self.store.table(self.state.id)
        if row is None:
            raise TableDamaged(f"table {self.name} is missing")
        if row.revision != self.revision:
            self.adopt(table_state.decode(row), row)
        self.wake = row.wake
        if self.state.match != self._loaded:
            await self.load()
            self.feed.send_snapshots()
        elif self.session is not None:
            await self._follow(self.session)
        if self.chat_stale:
            await self.fetch_chat()
        self.stale = False

    async def _follow(self, session: MatchSession) -> None:
        since = session.match.seq
        try:
            for row in await self.store.log(self.state.match_id, since):
                # It cannot be older than what we knew already, whatever the other node's clock says.
                session.replay(row, max(session.noted_at, self.clock.since(row.at)))
        except BadRecord as bad:
            self.env.alarm(self.state.id, str(bad))
            self.session, self.trouble = None, f"This match cannot be played on here: {bad}."
            self.feed.send_snapshots()
            return
        if session.match.seq > since:
            self.caught_up_at = self.steady()
            self.scheduler.reschedule()
            self.feed.send_update(since, None)

    async def refresh(self) -> None:
        """Another node has written here."""

        async def attempt() -> Accepted:
            self.stale = True
            await self.catch_up()
            return Accepted()

        try:
            await self.retry_on_conflict(attempt)
        except IllegalMove:  # what would be legal instead is nobody's business
            log.warning("could not catch up with the store: its log does not fit", extra={"table": self.name})
        except RequestRefused as refused:
            log.log(log_level(refused), "could not catch up with the store: %s", refused, extra={"table": self.name})

    async def resync(self) -> None:
        """Anything may have been missed."""
        self.chat_stale = True
        await self.refresh()

    async def fetch_chat(self) -> None:
        """What has been said since, here and on other nodes, in its order. If it is damaged, the game goes on."""
        self.chat_stale = True
        try:
            rows = await self.store.chat(self.state.id, self.feed.last_chat)
        except StoreFailed as failed:
            if not damage_in(failed):
                raise
            rows = ()
        self.chat_stale = False
        for row in rows:
            self.feed.send_chat(row)

    async def refresh_chat(self) -> None:
        """Something was said. If it cannot be read now, it will be later."""
        try:
            await self.fetch_chat()
        except StoreFailed as failed:
            log.debug("could not read what was said: %s", failed, extra={"table": self.name})
