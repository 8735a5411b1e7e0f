"""Somebody who connects again and again, and says nothing."""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager


class IdleConnections:
    def __init__(self, port: int, count: int, source: str, said: bytes = b"") -> None:
        self._sockets: list[socket.socket] = []
        for _ in range(count):
            one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._sockets.append(one)
            one.settimeout(10)
            one.bind((source, 0))
            try:
                one.connect(("127.0.0.1", port))
                if said:
                    one.sendall(said)
            except OSError:  # who is not let in goes on to the next
                continue

    def still_open(self) -> int:
        poll = select.poll()
        for one in self._sockets:
            poll.register(one, select.POLLHUP | select.POLLERR | select.POLLRDHUP)
        return len(self._sockets) - len(poll.poll(0))

    def close(self) -> None:
        for one in self._sockets:
            one.close()


@contextmanager
def idle_connections(port: int, count: int, source: str = "127.0.0.1", said: bytes = b"") -> Iterator[IdleConnections]:
    found = IdleConnections(port, count, source, said)
    try:
        yield found
    finally:
        found.close()
