"""Readers without a socket: they ask, wait, and ask again. Between two questions their frames gather."""

import asyncio
from typing import TYPE_CHECKING

from stolik.core.errors import Refusal
from stolik.server.errors import Refused
from stolik.server.transport.subscribers import PollReader

if TYPE_CHECKING:
    from stolik.server.api.auth import Caller
    from stolik.server.app_context import House
    from stolik.server.tables.live_table import LiveTable

FORGOTTEN_AFTER = 30.0
MOST_OF_ONE = 20


class Polls:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._readers: dict[tuple[str, str | None, str, str], PollReader] = {}

    async def frames(
        self,
        table: "LiveTable",
        caller: "Caller",
        name: str,
        match: int | None,
        seq: int | None,
        chat: int,
        wait: float,
    ) -> bytes:
        """A JSON list of frames; empty after `wait` seconds without any."""
        key = (table.doc.id, caller.guest, caller.address, name)
        reader = self._readers.get(key)
        if reader is None or reader.dropped or reader.told != (match, seq, chat) or reader not in table.feed.readers:
            if reader is not None:
                table.feed.detach(reader)
            reader = await self._new(table, caller, match, seq, chat)
            self._readers[key] = reader
        reader.heard_at = self._house.now()
        reader.asked += 1
        turn = reader.asked
        try:
            async with asyncio.timeout(wait if not reader.outbox else None):
                found = await reader.frames()
        except TimeoutError:
            found = []
        reader.heard_at = self._house.now()
        reader.told = self._numbers(table) if found else (match, seq, chat)
        if turn != reader.asked:
            reader.told = (-1, -1, -1)  # two asked at once: nobody knows who has what
        return b"[" + b",".join(found) + b"]"

    async def _new(
        self, table: "LiveTable", caller: "Caller", match: int | None, seq: int | None, chat: int
    ) -> PollReader:
        house = self._house
        if sum(kept.address == caller.address for kept in self._readers.values()) >= house.settings.sockets_per_address:
            raise Refused(Refusal.TOO_FAST, "Too many feeds are open from your address.")
        if caller.guest and sum(key[1] == caller.guest for key in self._readers) >= MOST_OF_ONE:
            raise Refused(Refusal.TOO_FAST, "You have too many feeds open.")
        reader = PollReader(caller.guest, caller.address, house.settings.outbox, house.now())
        try:
            await house.attach(table, reader, seq, match, chat)
        except BaseException:
            reader.drop()
            await house.detach(table, reader)
            raise
        return reader

    def _numbers(self, table: "LiveTable") -> tuple[int | None, int | None, int]:
        running, said = table.running, table.feed.chat
        chat = said[-1].number if said else 0
        if running is None:
            return None, None, chat
        return running.number, running.match.seq, chat

    async def forget_the_silent(self) -> None:
        """Whoever has not asked for a while is gone."""
        silent = self._house.now() - FORGOTTEN_AFTER - self._house.settings.poll
        for key, reader in list(self._readers.items()):
            if reader.heard_at < silent or reader.dropped:
                del self._readers[key]
                reader.drop()
                table = self._house.if_live(key[0])
                if table is not None:
                    await self._house.detach(table, reader)
