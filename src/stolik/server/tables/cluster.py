"""The cluster: other nodes on the same database, what they write, and what they announce."""

import logging

import msgspec

from stolik.server.protocol.messages import Reaction
from stolik.server.tables.commands.match import mark_gone_on
from stolik.server.tables.live_table import LiveTable, TableEnvironment
from stolik.server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

PRESENCE_LIFETIME = 25.0
MAX_ANNOUNCEMENT = 6000


class Cluster:
    def __init__(self, env: TableEnvironment, tables: TableRegistry) -> None:
        self._store = env.store
        self._now = env.now
        self._tables = tables

    def receive(self, topic: str, text: str) -> None:
        """Called by the store. Whatever cannot be read is from another version, and is passed over."""
        try:
            self._receive(topic, text)
        except (ValueError, IndexError, msgspec.MsgspecError):
            log.warning("malformed announcement from another node: %s", topic)

    def _receive(self, topic: str, text: str) -> None:
        match topic:
            case "lost":
                self._refresh(self._tables.live)
            case "log":
                self._refresh(self._live({match.rpartition(".")[0] for match in text.split()}))
            case "table":
                self._refresh(self._live(set(text.split())))
            case "chat":
                for table in self._live(set(text.split())):
                    table.enqueue(table.fetch_chat)
            case "presence":
                node, *words = text.split(" ")
                for word in words:
                    self._receive_presence(node, word)
            case _:
                _, id_, *words = text.split(" ")
                for table in self._live({id_}):
                    _receive_at(table, topic, words)

    def _live(self, ids: set[str]) -> list[LiveTable]:
        return [table for id_ in ids if (table := self._tables.if_live(id_)) is not None]

    def _refresh(self, tables: list[LiveTable]) -> None:
        for table in tables:
            table.enqueue(table.refresh)

    def _receive_presence(self, node: str, word: str) -> None:
        """As `LiveTable.presence_word` writes it."""
        id_, seats, watching = word.split(":")
        table = self._tables.if_live(id_)
        if table is None:
            return
        expires = self._now() + PRESENCE_LIFETIME
        table.presence.set_remote(node, (int(seat) for seat in seats.split(",") if seat), int(watching), expires)
        if table.refresh_presence():
            table.feed.send_table()

    async def announce_presence(self) -> None:
        """Of all tables with subscribers here, before what was said of them expires."""
        words: list[str] = []
        for table in self._tables.live:
            if table.presence.subscribers:
                words.append(table.presence_word())
            if sum(map(len, words)) > MAX_ANNOUNCEMENT:
                await self._announce_presence(words)
                words = []
        if words:
            await self._announce_presence(words)

    async def _announce_presence(self, words: list[str]) -> None:
        await self._store.announce("presence", " ".join((self._store.node, *words)))


def _receive_at(table: LiveTable, topic: str, words: list[str]) -> None:
    """What `LiveTable.announce` has said on another node."""
    if topic == "who" and table.presence.subscribers:
        table.enqueue(table.announce_presence)
    if topic == "reaction":
        table.feed.send_reaction(int(words[0]), msgspec.convert(words[1], Reaction))
    elif topic == "go_on":
        session, number, seq, seat = table.session, int(words[0]), int(words[1]), int(words[2])
        if session is not None and (session.number, session.match.seq) == (number, seq):
            mark_gone_on(table, session, seat)
