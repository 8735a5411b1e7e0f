"""Who reads a table's feed. A table never waits for a reader: each has an outbox, and a full one is dropped."""

import asyncio
from collections import deque

from stolik.server.wire import BEAT


class Reader:
    """A socket, or a browser that asks again and again."""

    def __init__(self, guest: str | None, limit: int, now: float) -> None:
        self.guest = guest
        self.seat: int | None = None
        self.heard_at = now
        self.dropped = False
        """Too slow, or gone: nothing more is put in the outbox. It may come back and resume."""
        self.close_code = 1013
        self.outbox: deque[bytes] = deque()
        self._limit = limit
        self._waiting: asyncio.Future[None] | None = None
        self._quiet_since_beat = True
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the reader is dropped."""

    def push(self, frame: bytes) -> None:
        if self.dropped:
            return
        if len(self.outbox) >= self._limit:
            self.drop()
            return
        self.outbox.append(frame)
        self._quiet_since_beat = False
        self._wake()

    def beat(self) -> None:
        """Say that the line is alive, if nothing else has since the last time."""
        if self._quiet_since_beat:
            self.push(BEAT)
        self._quiet_since_beat = True

    def drop(self, close_code: int = 1013) -> None:
        if not self.dropped:
            self.dropped = True
            self.close_code = close_code
            self.gone.set_result(None)
            self._wake()

    async def frames(self) -> list[bytes]:
        """What has gathered; waits until there is something. Empty: dropped."""
        while not self.outbox and not self.dropped:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        found = list(self.outbox)
        self.outbox.clear()
        return found

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
