"""Who reads a table's feed. A table never waits for a reader: each has an outbox, and a full one is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable

from stolik.server.protocol.messages import BEAT

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


class Post:
    """Frames go out together, when everything else of this turn of the event loop is done.

    A send that wakes whoever waits for it costs many times one that finds them awake; sent one after the other, each
    would wake somebody anew.
    """

    def __init__(self) -> None:
        self._due: list[SocketReader] = []

    def collect_from(self, reader: "SocketReader") -> None:
        if not self._due:
            asyncio.get_running_loop().call_soon(self._send)
        self._due.append(reader)

    def _send(self) -> None:
        due, self._due = self._due, []
        for reader in due:
            reader.let_out()


class SocketReader(Reader):
    """A socket. `send` takes a frame at once, and `writable` says whether the other side reads as fast as we write."""

    def __init__(self, guest: str | None, limit: int, now: float, send: Callable[[bytes], None], post: Post) -> None:
        super().__init__(guest, limit, now)
        self.writable = True
        self._send = send
        self._post = post
        self._collected = False

    def push(self, frame: bytes) -> None:
        if self.dropped or (len(self.outbox) >= self._limit and not self._made_room()):
            return
        self.outbox.append(frame)
        self._quiet_since_beat = False
        if not self._collected:
            self._collected = True
            self._post.collect_from(self)

    def _made_room(self) -> bool:
        """Whoever reads may get any number of frames in one turn of the loop; whoever does not is sent away."""
        if self.writable:
            self.let_out()
        else:
            self.drop()
        return not self.dropped

    def let_out(self) -> None:
        """What lies in the outbox, as far as the other side reads."""
        self._collected = False
        outbox, send = self.outbox, self._send
        try:
            while outbox and self.writable:
                send(outbox.popleft())
        except Exception:  # whatever it is, this line is dead, and the others wait for theirs
            outbox.clear()
            self.drop()

    def hold_back(self) -> None:
        self.writable = False

    def go_on(self) -> None:
        self.writable = True
        self.let_out()

    async def empty(self, seconds: float) -> None:
        """Give the other side a moment to read what was meant for it."""
        until = asyncio.get_running_loop().time() + seconds
        while self.outbox and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
