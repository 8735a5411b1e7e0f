"""A live table: one task that does one thing after the other. Log first, then the feed."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from stolik.core.errors import IllegalMove, Refusal
from stolik.core.record import BadRecord
from stolik.core.step import Step
from stolik.server.errors import Refused, gone
from stolik.server.protocol.messages import Accepted, AnyCommand
from stolik.server.tables import table_state
from stolik.server.tables.deadlines import due
from stolik.server.tables.feed import Feed
from stolik.server.tables.match_session import Running, resumed
from stolik.server.tables.scheduler import Minding
from stolik.server.tables.table_state import Document
from stolik.server.transport.subscribers import Reader
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, ChatRow, LogRow, TableRow, Wake

if TYPE_CHECKING:
    from stolik.server.app_context import House

log = logging.getLogger(__name__)

LATER = 3600.0
ATTEMPTS = 8
"""How often a change is tried again on top of somebody else's."""


class Beaten(Exception):
    """Somebody else was faster; we know now what they did."""


class LiveTable:
    """The table in memory: a cache of what the store has, with its readers."""

    def __init__(self, house: "House", row: TableRow) -> None:
        self.house = house
        self.store = house.store
        self.now = house.now
        self._sit(table_state.read(row))
        self.revision = row.revision
        self.wake = row.wake
        self.game = house.find(self.doc.game)
        self.running: Running | None = None
        self._loaded = 0
        """The number of the match that we know, or know that we cannot read."""
        self.trouble = ""
        """Why the running match cannot be played on here."""
        self.stale = False
        """The store may have more than we know."""
        self.touched = self.now()
        self.feed = Feed(self)
        self.minding = Minding(self)
        self._working = False
        self._stopped = False
        self._asked: set[asyncio.Future[Any]] = set()
        self._tried: TableRow | None = None
        """The document that we are trying to write, if that is all that is to be done."""
        self._inbox: deque[Callable[[], Awaitable[None]]] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._run(), name=f"table {self.name}")

    @property
    def name(self) -> str:
        """For logs: the id itself is a key to the table."""
        return sha256(self.doc.id.encode()).hexdigest()[:8]

    # One thing after the other

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()  # asks the system which process this is, every time
        while True:
            while not self._inbox:
                self._waiting = loop.create_future()
                await self._waiting
            work = self._inbox.popleft()
            self._working = True
            try:
                await work()
            except Exception:
                self.house.metrics.failures.labels("table").inc()
                log.exception("a table stumbled", extra={"table": self.name})
            self._working = False

    def do_later(self, work: Callable[[], Awaitable[None]]) -> None:
        self.touched = self.now()
        if not self._stopped:
            self._inbox.append(work)
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)

    async def do(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Take turns with all else at this table, and give what came of it."""
        if self._stopped:
            raise gone()
        done = asyncio.get_running_loop().create_future()
        self._asked.add(done)

        async def in_turn() -> None:
            try:
                result = await work()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.do_later(in_turn)
        try:
            return await done
        finally:
            self._asked.discard(done)

    @property
    def busy(self) -> bool:
        return self._working or bool(self._inbox) or bool(self.feed.readers) or self.minding.busy

    async def stop(self) -> None:
        """Leave memory. Whoever still waits for an answer is told to come back."""
        self._stopped = True
        self.minding.stop()
        task, self._task = self._task, None  # its last traceback would hold on to us
        if task is not None:
            task.cancel()
            await asyncio.wait((task,))
        for asked in list(self._asked):
            if not asked.done():
                asked.set_exception(gone())
        self.running = None

    # Commands

    def post(self, reader: Reader, command: AnyCommand) -> None:
        """A command from a socket: the answer goes into its outbox. Without an id, only a refusal needs one."""

        async def answered() -> None:
            answer = await self.house.answers.to(self, reader.guest, command)
            if command.id is not None or not isinstance(answer.said, Accepted):
                reader.push(answer.encoded)

        self.do_later(answered)

    async def perform(self, attempt: Callable[[], Awaitable[Accepted]], id_: int | None = None) -> Accepted:
        """Try; if somebody else was faster, try again knowing what they did. Refused if it cannot be."""
        self._tried = None
        for _ in range(ATTEMPTS):
            try:
                if self.stale:
                    tried, self._tried = self._tried, None
                    await self.catch_up()
                    if tried is not None and await self._was_written(tried):
                        return Accepted(id_)
                return await attempt()
            except Beaten:
                self._tried = None
                self.house.metrics.beaten.inc()
            except StoreFailed as failed:
                self.stale = True
                self.house.metrics.failures.labels("store").inc()
                log.warning("the store failed: %s", failed, extra={"table": self.name})
                await asyncio.sleep(0.05)
        raise Refused(Refusal.UNAVAILABLE, "The server cannot keep this just now. Please look again in a moment.")

    async def _was_written(self, tried: TableRow) -> bool:
        """Whether a change, of which the store said that it failed, was written after all."""
        if tried.revision != self.revision:
            return False
        found = await self.store.table(self.doc.id)
        return found is not None and (found.revision, found.body) == (tried.revision, tried.body)

    # Changing

    async def save(self, change: Callable[[Document], Document], *, whole: bool = False) -> None:
        """Change the document; Beaten if somebody else did so first.

        `whole`: this is all that the command does, and it must not be done twice.
        """
        doc = change(self.doc)
        if doc == self.doc:
            return
        row = doc.row(self.revision + 1, self.now(), self._wake_for(doc, self.running))
        self._tried = row if whole else None
        if not await self.store.commit(Change(table=row)):
            self.stale = True
            raise Beaten
        self._tried = None
        self._adopt(doc, row)

    async def renew(self, doc: Document) -> None:
        """By the rules of today; a match that cannot be played on here is given up."""
        await self.save(lambda _: doc, whole=True)
        if self.trouble:
            self.running, self.trouble = None, ""
            self.feed.snapshots()

    async def begin(self, doc: Document, running: Running) -> None:
        """The next match: its header, the first deal (if it begins with one) and the document, all at once."""
        now = self.now()
        first = self._append(running, 0, running.match.log, None, None)
        running.note(first)
        row = self._tried = doc.row(self.revision + 1, now, self._wake_for(doc, running))
        change = Change(
            table=row,
            match=self.house.match_row(doc, running.match, now),
            append=first if running.match.log else None,  # an empty row would take the number of the first move
        )
        if not await self.store.commit(change):
            self.stale = True
            raise Beaten
        self._tried = None
        self.running, self.trouble, self._loaded = running, "", doc.match
        self._adopt(doc, row, quietly=True)
        self.feed.snapshots()

    async def take(self, step: Step, seat: int | None, number: int | None) -> int:
        """A step of the match: kept first, then it happens, then everybody is told."""
        running = self.on()
        match, since = running.match, running.match.seq
        append = self._append(running, step.seq, step.entries, seat, number)
        change, doc = self._change_for(running, step, append)
        begun = self.now()
        if not await self.store.commit(change):
            self.stale = True
            raise Beaten
        self.house.metrics.moves.kept(self.now() - begun)
        match.accept(step)
        running.note(append)
        if doc is not None and change.table is not None:
            self._adopt(doc, change.table, quietly=True)
            self.house.metrics.matches.labels(self.game.key).inc()
        elif change.wake is not None:
            self.wake = change.wake.at
        self.minding.arrange()
        self.feed.update(since, step.told)
        if doc is not None:
            self.feed.table()
        return match.seq

    def _change_for(self, running: Running, step: Step, append: LogRow) -> tuple[Change, Document | None]:
        """What is written for a step: the append, and the document if the match ends with it."""
        game, now = self.game, self.now()
        if not game.over(step.state):
            wake = self._wake_after(step)
            changed = wake is not None or self.wake is not None
            return Change(append=append, wake=Wake(self.doc.id, wake) if changed else None), None
        doc = self.house.finished(self.doc, game, step.state, running.match.options)
        return Change(append=append, finished=now, table=doc.row(self.revision + 1, now, None)), doc

    def _append(
        self, running: Running, seq: int, entries: tuple[Any, ...], seat: int | None, number: int | None
    ) -> LogRow:
        return self.house.log_row(self.doc, running.number, seq, entries, seat, number)

    def on(self, number: int | None = None) -> Running:
        """The match that runs (or has just ended); Refused if none does, or another is meant."""
        if self.trouble:
            raise Refused(Refusal.OLD_RULES, self.trouble)
        if self.running is None:
            raise Refused(Refusal.NOT_NOW, "No match is running here yet.")
        if number not in (None, self.running.number):
            raise Refused(Refusal.OUT_OF_DATE, f"This table plays match {self.running.number} now, not {number}.")
        return self.running

    def gone_on(self, seat: int) -> None:
        """Somebody has looked at what was revealed."""
        if self.running is not None:
            self.running.gone_on.add(seat)
            self.minding.arrange()
            self.feed.clocks()

    async def say(self, seat: int, text: str) -> None:
        row = ChatRow(self.doc.id, 0, self.now(), seat, self.doc.chairs[seat].name, text)
        await self.store.add_chat(row)
        self.do_later(self.hear_chat)  # kept is kept: reading it back must not make us say it again

    async def hear_chat(self) -> None:
        """What has been said since, here and on other nodes, in its order."""
        since = self.feed.chat[-1].number if self.feed.chat else 0
        for row in await self.store.chat(self.doc.id, since):
            self.feed.said(row)

    def _wake_for(self, doc: Document, running: Running | None) -> float | None:
        """When the server itself has something to do here, that it must do even if all people leave."""
        if doc.status != "playing" or running is None:
            return None
        duties = due(doc, running, self.feed.presence, self.house.settings)
        return min((found.at for found in duties if found.what in ("bot", "go_on")), default=None)

    def _wake_after(self, step: Step) -> float | None:
        s = step.state
        return self.now() if self.game.awaited(s) & self._bots or self.game.pause(s) else None

    @property
    def waits_for_people_only(self) -> bool:
        """Nothing is due, whatever time it is: everybody plays without a clock, and is here."""
        running, presence = self.running, self.feed.presence
        if running is None or running.paused_at is not None or self.doc.clock is not None or presence.absent_since:
            return False
        return not self._bots or not any(self._bots >> seat & 1 for seat in running.awaited_since)

    def _adopt(self, doc: Document, row: TableRow, *, quietly: bool = False) -> None:
        """Take over what the store has accepted, or had."""
        clocks_changed = doc.clock is not None and doc.chairs != self.doc.chairs
        self.revision, self.wake = row.revision, row.wake
        self._sit(doc)
        moved = self.feed.seat_readers()
        self.minding.arrange()
        if moved:
            self.do_later(self.tell_presence)
        if not quietly:
            self.feed.table()
            if clocks_changed:
                self.feed.clocks()
            for reader in moved:
                self.feed.snapshot(reader)

    async def tell_presence(self) -> None:
        await self.house.tell_presence(self)

    def _sit(self, doc: Document) -> None:
        self.doc = doc
        self.seats = {chair.guest: seat for seat, chair in enumerate(doc.chairs) if chair.guest is not None}
        """Where each guest sits."""
        self._bots = sum(1 << seat for seat, chair in enumerate(doc.chairs) if chair.played_by_bot)

    # Catching up with the store

    async def load(self) -> None:
        """The running match, from the log."""
        self.running, self.trouble = None, ""
        await self.hear_chat()
        self._loaded = self.doc.match
        if self.doc.match == 0:
            return
        row = await self.store.match(self.doc.match_id)
        if row is None:
            raise StoreFailed(f"match {self.doc.match_id} is missing")
        try:
            self.running = resumed(self.game, row, await self.store.log(row.id))
        except BadRecord as old:
            if self.doc.status == "playing":
                self.trouble = f"This match cannot be played on here: {old}. It can be given up, and another begun."
        if self.wake is not None and self._wake_for(self.doc, self.running) is None:
            await self.store.commit(Change(wake=Wake(self.doc.id, self.now() + LATER)))  # another node may know better
        self.minding.arrange()

    async def catch_up(self) -> None:
        """Learn what others have written."""
        row = await self.store.table(self.doc.id)
        if row is None:
            raise StoreFailed(f"table {self.doc.id} is missing")
        if row.revision != self.revision:
            self._adopt(table_state.read(row), row)
        self.wake = row.wake
        if self.doc.match != self._loaded:
            await self.load()
            self.feed.snapshots()
        elif self.running is not None:
            await self._follow(self.running)
        self.stale = False

    async def _follow(self, running: Running) -> None:
        since = running.match.seq
        try:
            for row in await self.store.log(self.doc.match_id, since):
                running.enter(row)
        except BadRecord as bad:
            self.running, self.trouble = None, f"This match cannot be played on here: {bad}."
            self.feed.snapshots()
            return
        if running.match.seq > since:
            self.minding.arrange()
            self.feed.update(since, None)

    async def heard_of_change(self) -> None:
        """Another node has written here."""

        async def look() -> Accepted:
            self.stale = True
            await self.catch_up()
            return Accepted()

        try:
            await self.perform(look)
        except (Refused, IllegalMove) as refused:
            log.warning("could not catch up: %s", refused, extra={"table": self.name})
