"""Subscribers of a feed, and how frames are sent to them.

A table never waits for a subscriber: each has an outbox, and whoever lets it fill up is dropped.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from stolik.server.protocol.close_codes import TRY_AGAIN_LATER
from stolik.server.protocol.messages import BEAT


class OutboxSubscriber:
    """The table fills the outbox; a transport empties it."""

    def __init__(self, guest: str | None, address: str, limit: int, now: float) -> None:
        self.guest = guest
        self.address = address
        """The network prefix, as `auth` gives it; gone with the connection."""
        self.network = ""
        self.seat: int | None = None
        self.last_seen = now
        self.dropped = False
        """Too slow, or gone: nothing more is put in the outbox. It may come back and resume."""
        self.close_code = TRY_AGAIN_LATER
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the subscriber is dropped."""
        self.outbox: deque[bytes] = deque()
        self._limit = limit
        self._idle_since_heartbeat = True

    @property
    def too_slow(self) -> bool:
        """Whether it was dropped because its outbox was full."""
        return self.dropped and self.close_code == TRY_AGAIN_LATER

    def push(self, frame: bytes) -> None:
        if self.dropped:
            return
        if len(self.outbox) >= self._limit:
            self.drop()
            return
        self.outbox.append(frame)
        self._idle_since_heartbeat = False
        self._on_push()

    def _on_push(self) -> None:
        """Something has come into the outbox."""

    def heartbeat(self) -> None:
        """Say that the connection is alive, if no frame has since the last time."""
        if self._idle_since_heartbeat:
            self.push(BEAT)
        self._idle_since_heartbeat = True

    def drop(self, close_code: int = TRY_AGAIN_LATER) -> None:
        if not self.dropped:
            self.dropped = True
            self.close_code = close_code
            self.closed.set_result(None)


class PollSubscriber(OutboxSubscriber):
    """A browser that polls; between two polls its frames gather."""

    def __init__(self, guest: str | None, address: str, limit: int, now: float) -> None:
        super().__init__(guest, address, limit, now)
        self.position: tuple[int | None, int | None, int] | None = None
        """The numbers (match, seq, chat) that the browser should have by now; None: nothing was sent yet."""
        self.polls = 0
        self._pushed = asyncio.Event()

    def _on_push(self) -> None:
        self._pushed.set()

    async def frames(self) -> list[bytes]:
        """What has gathered; waits until there is something. Empty: dropped."""
        if not self.outbox:
            self._pushed.clear()
            pushed = asyncio.ensure_future(self._pushed.wait())
            await asyncio.wait((pushed, self.closed), return_when=asyncio.FIRST_COMPLETED)
            pushed.cancel()
        found = list(self.outbox)
        self.outbox.clear()
        return found


class SendBatch:
    """Flushes the outboxes of many sockets at once, at the end of this iteration of the event loop.

    A send that wakes a waiting process costs many times one to a process that is awake. Sent one at a time, each frame
    could wake its receiver anew; sent together, most find it awake.
    """

    def __init__(self) -> None:
        self._subscribers: list[SocketSubscriber] = []

    def add(self, subscriber: "SocketSubscriber") -> None:
        if not self._subscribers:
            asyncio.get_running_loop().call_soon(self._send)
        self._subscribers.append(subscriber)

    def _send(self) -> None:
        subscribers, self._subscribers = self._subscribers, []
        for subscriber in subscribers:
            subscriber.flush()


class SocketSubscriber(OutboxSubscriber):
    """A socket. `send` takes a frame at once, and `writable` says whether the other side reads as fast as we write."""

    def __init__(
        self, guest: str | None, address: str, limit: int, now: float, send: Callable[[bytes], None], batch: SendBatch
    ) -> None:
        super().__init__(guest, address, limit, now)
        self.writable = True
        self._send = send
        self._batch = batch
        self._batched = False

    def push(self, frame: bytes) -> None:
        if self.dropped or (len(self.outbox) >= self._limit and not self._made_room()):
            return
        self.outbox.append(frame)
        self._idle_since_heartbeat = False
        if not self._batched:
            self._batched = True
            self._batch.add(self)

    def _made_room(self) -> bool:
        """Whoever reads may get any number of frames in one turn of the loop; whoever does not is dropped."""
        if self.writable:
            self.flush()
        else:
            self.drop()
        return not self.dropped

    def flush(self) -> None:
        """Send what lies in the outbox, as far as the other side reads."""
        self._batched = False
        outbox, send = self.outbox, self._send
        try:
            while outbox and self.writable:
                send(outbox.popleft())
        except Exception:  # whatever it is, this connection is dead, and the others wait for their frames
            outbox.clear()
            self.drop()

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        self.flush()

    async def drain(self, seconds: float) -> None:
        """Give the other side a moment to read what was meant for it."""
        until = asyncio.get_running_loop().time() + seconds
        while self.outbox and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
