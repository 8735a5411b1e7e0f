"""Long polling: the feed where sockets do not get through. Between two polls a subscriber's frames gather."""

import asyncio
from collections.abc import Callable

from stolik.server.auth import Caller
from stolik.server.settings import Settings
from stolik.server.tables.commands.seats import subscribe, unsubscribe
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.registry import TableRegistry
from stolik.server.transport.open_feeds import OpenFeeds
from stolik.server.transport.subscribers import PollSubscriber

FORGOTTEN_AFTER = 30.0


class LongPolling:
    def __init__(self, settings: Settings, tables: TableRegistry, steady: Callable[[], float]) -> None:
        self._settings = settings
        self._tables = tables
        self._steady = steady
        self._subscribers: dict[tuple[str, Caller, str], PollSubscriber] = {}
        """By table, by whom, and by the name that they gave it."""
        self._open = OpenFeeds(settings.sockets_per_address, settings.sockets_per_guest, "feeds")

    async def poll(
        self,
        table: LiveTable,
        caller: Caller,
        name: str,
        match: int | None,
        seq: int | None,
        chat: int,
        wait: float,
    ) -> bytes:
        """A JSON list of frames; empty after `wait` seconds without any."""
        key = (table.state.id, caller, name)
        found = self._subscribers.get(key)
        if found is None or not self._is_resumed(found, table, (match, seq, chat)):
            self._forget(key, table)
            found = await self._subscribed(table, caller, match, seq, chat)
            self._forget(key, table)  # another of that name, if two began at once
            self._subscribers[key] = found
        found.last_seen = self._steady()
        found.polls += 1
        turn = found.polls
        try:
            async with asyncio.timeout(min(wait, self._settings.poll_timeout) if not found.outbox else None):
                frames = await found.frames()
        except TimeoutError:
            frames = []
        found.last_seen = self._steady()
        found.position = _position(table) if frames else (match, seq, chat)
        if turn != found.polls:
            found.position = (-1, -1, -1)  # two polled at once: nobody knows who has what
        return b"[" + b",".join(frames) + b"]"

    def _is_resumed(
        self, found: PollSubscriber, table: LiveTable, position: tuple[int | None, int | None, int]
    ) -> bool:
        """Whether the browser has all that was sent so far, and goes on from there."""
        return not found.dropped and found.position == position and found in table.presence.subscribers

    async def _subscribed(
        self, table: LiveTable, caller: Caller, match: int | None, seq: int | None, chat: int
    ) -> PollSubscriber:
        self._open.add(caller)
        found = PollSubscriber(caller.guest, caller.address, self._settings.outbox_limit, self._steady())
        try:
            await subscribe(table, found, seq, match, chat)
        except BaseException:
            self._open.remove(caller)
            found.drop()
            await unsubscribe(table, found)
            raise
        return found

    async def forget_silent(self) -> None:
        """Whoever has not polled for a while is gone."""
        silent_since = self._steady() - FORGOTTEN_AFTER - self._settings.poll_timeout
        for key, found in list(self._subscribers.items()):
            if found.last_seen < silent_since or found.dropped:
                table = self._tables.if_live(key[0])
                self._forget(key, table)
                if table is not None:
                    await unsubscribe(table, found)

    def _forget(self, key: tuple[str, Caller, str], table: LiveTable | None) -> None:
        found = self._subscribers.pop(key, None)
        if found is not None:
            self._open.remove(key[1])
            found.drop()
            if table is not None:
                table.detach(found)


def _position(table: LiveTable) -> tuple[int | None, int | None, int]:
    session, chat = table.session, table.feed.last_chat
    if session is None:
        return None, None, chat
    return session.number, session.match.seq, chat
