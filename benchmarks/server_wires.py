"""The load generator's WebSocket: as little as it can be, so that the generator is never what one waits for.

It knows only what both servers use: short masked text to them, whole text from them, pings and the end.
"""

import asyncio
import os
from base64 import b64encode
from typing import cast

TEXT, CLOSE, PING = 0x81, 0x88, 0x89
NO_MASK = bytes(4)
"""Masking with zeros changes nothing: the servers undo it as they would any other, and we save the work."""


class Refused(Exception):
    """The server would not have us, or what we did."""


class Wire(asyncio.Protocol):
    """One socket. Whoever uses it says what is done with a text."""

    def __init__(self, address: str, path: str, headers: dict[str, str]) -> None:
        self._request = _handshake(address, path, headers)
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.ended = ""
        """Why it is closed; empty: it is open."""

    def received(self, text: bytes) -> None:
        raise NotImplementedError

    def opened(self) -> None:
        """The handshake is done."""

    def send(self, text: bytes) -> None:
        if self._transport is not None:
            self._transport.write(_frame(TEXT, text))

    def close(self) -> None:
        self.ended = self.ended or "we closed it"
        if self._transport is not None:
            self._transport.close()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        opened = self._transport = cast(asyncio.Transport, transport)
        opened.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = self.ended or f"the server hung up ({exc})"

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
        start = 0 if self._open else self._answered(data)
        end = len(data)
        while self._open and end - start >= 2:
            kind, size = data[start], data[start + 1]
            body = start + 2
            if size >= 126:
                body += 2 if size == 126 else 8
                if body > end:
                    break
                size = int.from_bytes(data[start + 2 : body], "big")
            if body + size > end:
                break
            start = body + size
            if kind == TEXT:
                self.received(data[body:start])
            else:
                self._other_frame(kind, data[body:start])
        self._buffer = data[start:]

    def _answered(self, data: bytes) -> int:
        """Where the frames begin, once the server has agreed to speak WebSocket."""
        head, found, _ = data.partition(b"\r\n\r\n")
        if not found:
            return 0
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Refused(head.decode("latin-1"))
        self._open = True
        self.opened()
        return len(head) + 4

    def _other_frame(self, kind: int, body: bytes) -> None:
        if kind == PING and self._transport is not None:
            self._transport.write(_frame(0x8A, body))
        elif kind == CLOSE:
            self.ended = self.ended or f"the server said good-bye ({int.from_bytes(body[:2], 'big')})"
        elif kind & 0x80 == 0:
            raise Refused("a text in pieces: the generator does not read those")


def _frame(kind: int, body: bytes) -> bytes:
    if len(body) < 126:
        return bytes((kind, 0x80 | len(body))) + NO_MASK + body
    return bytes((kind, 0x80 | 126)) + len(body).to_bytes(2, "big") + NO_MASK + body


def _handshake(address: str, path: str, headers: dict[str, str]) -> bytes:
    lines = {
        "Host": address,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        **headers,
    }
    said = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"GET {path} HTTP/1.1\r\n{said}\r\n".encode()
