"""The cluster: other nodes on the same database, what they write, and what they announce."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec

from stolik.server.protocol.messages import Reaction
from stolik.server.tables.commands.match import mark_gone_on
from stolik.server.tables.environment import TableEnvironment
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.network_marks import from_text
from stolik.server.tables.registry import TableRegistry
from stolik.store.protocol import StoreFailed

log = logging.getLogger(__name__)

PRESENCE_LIFETIME = 25.0
MAX_ANNOUNCEMENT = 6000
EVERYWHERE = "*"
"""Instead of the id of a table: of all."""


class Cluster:
    def __init__(self, env: TableEnvironment, tables: TableRegistry) -> None:
        self._store = env.store
        self._clock = env.clock
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, topic: str, text: str) -> None:
        """Called by the store. Whatever cannot be read is from another version, and is passed over."""
        try:
            self._receive(topic, text)
        except (ValueError, IndexError, msgspec.MsgspecError):
            log.warning("malformed announcement from another node: %s", topic)

    def _receive(self, topic: str, text: str) -> None:
        match topic:
            case "lost":
                self._resync()
            case "log":
                self._refresh(self._live({match.rpartition(".")[0] for match in text.split()}))
            case "table":
                self._refresh(self._live(set(text.split())))
            case "chat":
                for table in self._live(set(text.split())):
                    table.enqueue(table.refresh_chat)
            case "presence" | "networks":
                node, *words = text.split(" ")
                take = self._receive_presence if topic == "presence" else self._receive_networks
                for word in words:
                    take(node, word)
            case "who" if text.endswith(f" {EVERYWHERE}"):
                self._do(self._answer_who())
            case _:
                _, id_, *words = text.split(" ")
                for table in self._live({id_}):
                    _receive_at(table, topic, words)

    def _live(self, ids: set[str]) -> list[LiveTable]:
        return [table for id_ in ids if (table := self._tables.if_live(id_)) is not None]

    def _resync(self) -> None:
        """Anything may have been missed."""
        for table in self._tables.live:
            table.enqueue(table.resync)
        if self._store.shared:
            self._do(self._ask_who())

    def _refresh(self, tables: list[LiveTable]) -> None:
        for table in tables:
            table.enqueue(table.refresh)

    def _receive_presence(self, node: str, word: str) -> None:
        """As `Announcer.presence_word` writes it."""
        id_, seats, watching = word.split(":")
        table = self._tables.if_live(id_)
        if table is None:
            return
        expires = self._clock.steady() + PRESENCE_LIFETIME
        table.presence.set_remote(node, (int(seat) for seat in seats.split(",") if seat), int(watching), expires)
        if table.refresh_presence():
            table.feed.send_table()

    def _receive_networks(self, node: str, word: str) -> None:
        """As `Announcer.networks_word` writes it."""
        id_, text = word.split(":")
        table = self._tables.if_live(id_)
        if table is None:
            return
        table.presence.set_remote_networks(node, from_text(text), self._clock.steady() + PRESENCE_LIFETIME)
        if table.refresh_presence():
            table.feed.send_table()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # nobody else holds on to it
        task.add_done_callback(self._tasks.discard)

    async def _ask_who(self) -> None:
        """What others announced while nobody heard it here: who is where, and who has gone on."""
        with contextlib.suppress(StoreFailed):
            await self._store.announce("who", f"{self._store.node} {EVERYWHERE}")

    async def _answer_who(self) -> None:
        with contextlib.suppress(StoreFailed):
            await self.announce_presence()
        for table in self._tables.live:
            await _announce_gone_on(table)

    async def announce_presence(self) -> None:
        """Of all tables with subscribers here, before what was said of them expires."""
        tables = [table for table in self._tables.live if table.presence.subscribers]
        await self._announce("presence", [table.announcer.presence_word() for table in tables])
        await self._announce("networks", [table.announcer.networks_word() for table in tables])

    async def _announce(self, topic: str, words: list[str]) -> None:
        """As few announcements as they fit in."""
        batch: list[str] = []
        for word in words:
            batch.append(word)
            if sum(map(len, batch)) > MAX_ANNOUNCEMENT:
                await self._store.announce(topic, " ".join((self._store.node, *batch)))
                batch = []
        if batch:
            await self._store.announce(topic, " ".join((self._store.node, *batch)))


def _receive_at(table: LiveTable, topic: str, words: list[str]) -> None:
    """What `LiveTable.announce` has said on another node."""
    if topic == "who":
        if table.presence.subscribers:
            table.enqueue(table.announcer.announce_presence)
        table.enqueue(lambda: _announce_gone_on(table))
    if topic == "reaction":
        table.feed.send_reaction(int(words[0]), msgspec.convert(words[1], Reaction))
    elif topic == "go_on":
        session, number, seq, seat = table.session, int(words[0]), int(words[1]), int(words[2])
        if session is not None and (session.number, session.match.seq) == (number, seq):
            mark_gone_on(table, session, seat)


async def _announce_gone_on(table: LiveTable) -> None:
    """In a pause: who has looked at what was revealed, as far as this node knows."""
    session = table.session
    if session is not None and session.paused_at is not None:
        number, seq = session.number, session.match.seq
        with contextlib.suppress(StoreFailed):
            for seat in sorted(session.gone_on):
                await table.announcer.announce("go_on", str(number), str(seq), str(seat))
