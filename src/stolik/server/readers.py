"""Who reads a table's feed. A table never waits for a reader: each has an outbox, and a full one is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from stolik.server.wire import BEAT

TOO_SLOW = 1013
"""The code of a socket that is closed because its reader does not keep up: try again later."""


class Reader:
    """Whoever reads: the outbox fills, and somebody empties it."""

    def __init__(self, guest: str | None, limit: int, now: float) -> None:
        self.guest = guest
        self.seat: int | None = None
        self.heard_at = now
        self.dropped = False
        """Too slow, or gone: nothing more is put in the outbox. It may come back and resume."""
        self.close_code = TOO_SLOW
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the reader is dropped."""
        self.outbox: deque[bytes] = deque()
        self._limit = limit
        self._quiet_since_beat = True

    def push(self, frame: bytes) -> None:
        if self.dropped:
            return
        if len(self.outbox) >= self._limit:
            self.drop()
            return
        self.outbox.append(frame)
        self._quiet_since_beat = False
        self._on_push()

    def _on_push(self) -> None:
        """Something has come into the outbox."""

    def beat(self) -> None:
        """Say that the line is alive, if nothing else has since the last time."""
        if self._quiet_since_beat:
            self.push(BEAT)
        self._quiet_since_beat = True

    def drop(self, close_code: int = TOO_SLOW) -> None:
        if not self.dropped:
            self.dropped = True
            self.close_code = close_code
            self.gone.set_result(None)


class PollReader(Reader):
    """A browser that asks again and again; between two questions its frames gather."""

    def __init__(self, guest: str | None, address: str, limit: int, now: float) -> None:
        super().__init__(guest, limit, now)
        self.address = address
        self.told: tuple[int | None, int | None, int] | None = None
        """The numbers that the browser should have by now; None: it has not been told anything yet."""
        self.asked = 0
        self._news = asyncio.Event()

    def _on_push(self) -> None:
        self._news.set()

    async def frames(self) -> list[bytes]:
        """What has gathered; waits until there is something. Empty: dropped."""
        if not self.outbox:
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait((news, self.gone), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        found = list(self.outbox)
        self.outbox.clear()
        return found


class SocketReader(Reader):
    """A socket. `send` is the server's own, which begins at once and gives something like a future.

    If the frame before has gone out, the next one is sent right away, without a task that would have to be woken.
    """

    def __init__(self, guest: str | None, limit: int, now: float, send: Callable[[dict[str, Any]], Any]) -> None:
        super().__init__(guest, limit, now)
        self._send = send
        self._going_out: Any = None
        self._waiting = False

    def _on_push(self) -> None:
        if self._waiting:
            return
        if self._going_out is None or self._going_out.done():
            self._send_next()
        else:
            self._wait()

    def _wait(self) -> None:
        self._waiting = True
        self._going_out.add_done_callback(self._went_out)

    def _went_out(self, _sent: Any) -> None:
        self._waiting = False
        if self.outbox:
            self._send_next()
            if self.outbox and not self.dropped:
                self._wait()

    def _send_next(self) -> None:
        try:
            if self._going_out is not None:
                self._going_out.result()  # raises if the other side is gone
            sent = self._send({"type": "websocket.send", "text": self.outbox.popleft().decode()})
            sent.done()  # Granian gives something without it when the connection is closed
            self._going_out = sent
        except Exception:  # whatever it is, this line is dead
            self.outbox.clear()
            self.drop()

    async def let_out(self, seconds: float) -> None:
        """Give the other side a moment to read what was meant for it."""
        until = asyncio.get_running_loop().time() + seconds
        while (self.outbox or self._waiting) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
