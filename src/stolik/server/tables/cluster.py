"""Other nodes on the same database: what they write, and what they say."""

import contextlib
import logging
from typing import TYPE_CHECKING

import msgspec

from stolik.server.protocol.messages import Reaction
from stolik.server.tables.live_table import LiveTable
from stolik.store.protocol import StoreFailed

if TYPE_CHECKING:
    from stolik.server.app_context import House

log = logging.getLogger(__name__)

PRESENCE_LASTS = 25.0
LONGEST = 6000


class Neighbours:
    def __init__(self, house: "House") -> None:
        self._house = house

    async def announce(self, topic: str, *words: str) -> None:
        await self._house.store.announce(topic, " ".join((self._house.store.node, *words)))

    def heard(self, topic: str, text: str) -> None:
        """Called by the store. Whatever cannot be read is from another version, and is passed over."""
        try:
            self._heard(topic, text)
        except (ValueError, IndexError, msgspec.MsgspecError):
            log.warning("a neighbour said something unclear about %s", topic)

    def _heard(self, topic: str, text: str) -> None:
        match topic:
            case "lost":
                for table in self._house.live:
                    table.do_later(table.heard_of_change)
            case "log":
                self._changed({match.rpartition(".")[0] for match in text.split()})
            case "table":
                self._changed(set(text.split()))
            case "chat":
                for id_ in text.split():
                    table_ = self._house.if_live(id_)
                    if table_ is not None:
                        table_.do_later(table_.hear_chat)
            case _:
                self._said(topic, text)

    def _changed(self, ids: set[str]) -> None:
        for id_ in ids:
            table = self._house.if_live(id_)
            if table is not None:
                table.do_later(table.heard_of_change)

    def _said(self, topic: str, text: str) -> None:
        node, *words = text.split(" ")
        if topic == "presence":
            for one in words:
                self._presence(node, one)
            return
        table = self._house.if_live(words[0])
        if table is None:
            return
        if topic == "who" and table.feed.readers:
            table.do_later(table.tell_presence)
        if topic == "reaction":
            table.feed.reaction(int(words[1]), msgspec.convert(words[2], Reaction))
        elif topic == "go_on":
            running, number, seq, seat = table.running, int(words[1]), int(words[2]), int(words[3])
            if running is not None and (running.number, running.match.seq) == (number, seq):
                table.gone_on(seat)

    # Presence: `table:seats:watching`, seats as digits joined by commas

    def _presence(self, node: str, text: str) -> None:
        id_, seats, watching = text.split(":")
        table = self._house.if_live(id_)
        if table is None:
            return
        until = self._house.now() + PRESENCE_LASTS
        table.feed.presence.heard(node, (int(seat) for seat in seats.split(",") if seat), int(watching), until)
        if table.feed.look():
            table.feed.table()

    async def ask_who_is_at(self, table: LiveTable) -> None:
        with contextlib.suppress(StoreFailed):
            await self.announce("who", table.doc.id)

    async def tell_presence(self) -> None:
        words: list[str] = []
        for table in self._house.live:
            if table.feed.readers:
                words.append(_told(table))
            if sum(map(len, words)) > LONGEST:
                await self.announce("presence", *words)
                words = []
        if words:
            await self.announce("presence", *words)

    async def tell_presence_at(self, table: LiveTable) -> None:
        await self.announce("presence", _told(table))


def _told(table: LiveTable) -> str:
    presence = table.feed.presence
    seats = ",".join(map(str, sorted(presence.seats_here())))
    return f"{table.doc.id}:{seats}:{presence.watching_here()}"
