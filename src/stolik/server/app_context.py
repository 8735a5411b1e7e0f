"""What all tables share: the store, the games, the thinkers, the guests, and which tables are live."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from typing import Any

from stolik import catalog
from stolik.catalog import UnknownGame
from stolik.core.dealer import Dealer
from stolik.core.errors import Refusal
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import Options, to_builtins, to_json
from stolik.core.rule import State
from stolik.server.bots.pool import Thinkers
from stolik.server.errors import Refused, gone
from stolik.server.guests import Guests
from stolik.server.metrics import Metrics
from stolik.server.rate_limits import Limits
from stolik.server.settings import Settings
from stolik.server.tables import table_state
from stolik.server.tables.cluster import Neighbours
from stolik.server.tables.commands import Answers
from stolik.server.tables.join_codes import new_code
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.match_session import Running
from stolik.server.tables.table_state import Document
from stolik.server.transport.long_polling import Polls
from stolik.server.transport.subscribers import TOO_SLOW, Post, Reader
from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change, LogRow, MatchRow, Wake

log = logging.getLogger(__name__)

PAGES = Path(__file__).parent / "pages"
"""Where those for browsers lie, once they are built (`tools/pages.py`)."""
WAKING_AT_ONCE = 200
TRY_AGAIN = 60.0
"""Seconds until a table that could not be woken is tried again."""


def new_secret() -> str:
    return token_bytes(32).hex()


def is_id(text: str) -> bool:
    """Whether it could be one: nothing else is ever looked for."""
    return text.isascii() and text.isprintable()


def new_id() -> str:
    """Nobody can guess it: whoever has it may watch."""
    return token_urlsafe(12)


class House:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        find: Callable[[str], Game] = catalog.find,
        keys: Callable[[], tuple[str, ...]] = catalog.keys,
        now: Callable[[], float] = time.time,
        dealer: Callable[[bytes, tuple[str, ...]], Dealer] = Dealer,
        secret: Callable[[], str] = new_secret,
        new_id: Callable[[], str] = new_id,
        new_code: Callable[[], str] = new_code,
        pages: Path = PAGES,
    ) -> None:
        """All but the settings and the store is given only by tests, to be in control of chance and time."""
        self.settings = settings
        self.store = store
        self.find = find
        self.keys = keys
        self.now = now
        self.metrics = Metrics()
        self.limits = Limits(time.monotonic)
        self.guests = Guests(store, now)
        self.answers = Answers(self)
        self.thinkers = Thinkers(settings.workers, find)
        self.polls = Polls(self)
        self.post = Post()
        self.closing = False
        self.sockets: Counter[tuple[str, str]] = Counter()
        """How many are open, by address and by guest."""
        self.secret = secret
        self.new_id = new_id
        self.new_code = new_code
        self.pages = pages
        self._dealer = dealer
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._neighbours = Neighbours(self)
        self._keeping: list[asyncio.Task[None]] = []

    # Opening and closing

    async def open(self) -> None:
        self.store.listen(self._neighbours.heard)
        await self.store.open()
        await self.guests.open()
        self.thinkers.warm(compiling=self.settings.warm)
        self._keeping = [
            asyncio.create_task(self._wake_tables(silence=0.0)),
            asyncio.create_task(self._every(1.0, self._keep_tables)),
            asyncio.create_task(self._every(self.settings.beat, self._beat)),
            asyncio.create_task(self._every(10.0, self._neighbours.tell_presence)),
            asyncio.create_task(self._every(5.0, self.polls.forget_the_silent)),
        ]

    async def close(self) -> None:
        """Take no more commands, finish those under way, send the readers away, let go of the store."""
        if self.closing:
            return
        self.closing = True
        for task in self._keeping:
            task.cancel()
        for table in list(self._live.values()):
            table.minding.stop()
        await asyncio.gather(*(table.do(_nothing) for table in list(self._live.values())), return_exceptions=True)
        for table in list(self._live.values()):
            for reader in list(table.feed.readers):
                reader.drop(close_code=1012)
        await asyncio.gather(*(table.stop() for table in list(self._live.values())))
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()

    async def _every(self, seconds: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreFailed as failed:
                self.metrics.failures.labels("store").inc()
                log.error("the store failed: %s", failed)  # noqa: TRY400
            except Exception:
                self.metrics.failures.labels("house").inc()
                log.exception("housekeeping stumbled")

    # Tables in memory

    @property
    def live(self) -> list[LiveTable]:
        return list(self._live.values())

    def if_live(self, id_: str) -> LiveTable | None:
        return self._live.get(id_)

    async def table(self, id_: str) -> LiveTable:
        """The live table; it is woken if it sleeps. Refused if there is none."""
        if self.closing:
            raise gone()
        found = self._live.get(id_)
        if found is not None:
            found.touched = self.now()
            return found
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> LiveTable:
        row = await self.store.table(id_) if is_id(id_) else None
        if row is None:
            raise Refused(Refusal.UNKNOWN_TABLE, "There is no such table.")
        try:
            table = LiveTable(self, row)
        except UnknownGame:
            raise Refused(Refusal.OLD_RULES, "What was played at this table is not played here any more.") from None
        try:
            await table.load()
        except BaseException:
            await table.stop()
            raise
        self._live[id_] = table
        self.metrics.tables.set(len(self._live))
        table.minding.arrange()
        if self.store.shared:
            table.do_later(table.heard_of_change)  # nobody could tell us what was written while we read
            await self._neighbours.ask_who_is_at(table)
        return table

    async def add(self, doc: Document) -> LiveTable:
        """A new table; Refused if its code is taken (the caller tries another)."""
        row = doc.row(1, self.now(), None)
        if not await self.store.commit(Change(table=row)):
            raise Refused(Refusal.TAKEN, "That code is taken.")
        table = self._live[doc.id] = LiveTable(self, row)
        self.metrics.tables.set(len(self._live))
        return table

    async def _keep_tables(self) -> None:
        await self._wake_tables(self.settings.takeover)
        now = self.now()
        for id_, table in list(self._live.items()):
            if table.feed.presence.elsewhere and table.feed.look():
                table.feed.table()
            if not table.busy and now - table.touched > self.settings.idle:
                del self._live[id_]
                await table.stop()
        self.metrics.tables.set(len(self._live))

    async def _wake_tables(self, silence: float) -> None:
        """Take up tables where a bot or a pause is overdue: after a restart, or because another node fell silent."""
        while True:
            limit = WAKING_AT_ONCE + len(self._live)
            found = await self.store.overdue(self.now() - silence, limit)
            asleep = [id_ for id_ in found if id_ not in self._live]
            for id_ in asleep:
                await self._wake(id_)
            if not asleep or len(found) < limit:
                return

    async def _wake(self, id_: str) -> None:
        try:
            await self.table(id_)
        except Exception:
            self.metrics.failures.labels("wake").inc()
            log.exception("could not wake a table; it is tried again later", extra={"table": id_[:4]})
            await self.store.commit(Change(wake=Wake(id_, self.now() + TRY_AGAIN)))

    # Readers

    async def _beat(self) -> None:
        silent = self.now() - self.settings.silence
        for table in self.live:
            for reader in list(table.feed.readers):
                if reader.heard_at < silent:
                    reader.drop()
                else:
                    reader.beat()

    async def attach(self, table: LiveTable, reader: Reader, since: int | None, match: int | None, chat: int) -> None:
        """A new reader gets its snapshot. Coming back, a person takes over from the bot that sat in."""

        async def attach() -> None:
            if table.stale:
                await table.catch_up()
            table.feed.attach(reader, since, match, chat)
            await self.answers.come_back(table, reader)

        await table.do(attach)
        await self.tell_presence(table)

    async def detach(self, table: LiveTable, reader: Reader) -> None:
        if reader.dropped and reader.close_code == TOO_SLOW:
            self.metrics.dropped.inc()
        table.feed.detach(reader)
        if not self.closing:
            table.do_later(lambda: self.answers.begin_if_all_are_ready(table))
            await self.tell_presence(table)

    async def tell_presence(self, table: LiveTable) -> None:
        """To other nodes. It is a hint: if it cannot be said now, it will be said later."""
        if self.store.shared and not self.closing:
            with contextlib.suppress(StoreFailed):
                await self._neighbours.tell_presence_at(table)

    async def announce(self, topic: str, *words: str) -> None:
        await self._neighbours.announce(topic, *words)

    # Matches

    def next_match(
        self, doc: Document, game: Game, options: Options, present: frozenset[int]
    ) -> tuple[Document, Running]:
        """The document with its next match begun, and that match, dealt."""
        dealer = self._dealer(bytes.fromhex(doc.secret), table_state.entropy(doc))
        names = [chair.name or f"Seat {seat}" for seat, chair in enumerate(doc.chairs)]
        running = Running(Match(game, options, dealer=dealer, seats=names), doc.match + 1)
        return table_state.begun(doc, present), running

    def finished(self, doc: Document, game: Game, s: State, options: Options) -> Document:
        places = [0] * options.players
        game.places(s, places)
        scores = [game.score(s, seat) for seat in range(options.players)]
        following = to_builtins(game.options(game.rematch(s, options)))
        return table_state.finished(doc, following, scores, places, self.secret())

    def match_row(self, doc: Document, match: Match, now: float) -> MatchRow:
        return MatchRow(
            id=doc.match_id,
            table=doc.id,
            number=doc.match,
            header=to_json(match.header),
            secret=doc.secret,
            created=now,
        )

    def log_row(
        self, doc: Document, match: int, seq: int, entries: Any, seat: int | None, number: int | None
    ) -> LogRow:
        id_ = table_state.match_id(doc.id, match)
        return LogRow(id_, seq, to_json(entries), self.now(), seat, number, self.store.node)


async def _nothing() -> None:
    pass
