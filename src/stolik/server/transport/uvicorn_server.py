"""Uvicorn inside our own process: it listens and speaks HTTP. Signals are ours, and so are the limits."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any, cast

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stolik.server.transport.websocket_protocol import Opening, lines

MOST_CONNECTIONS = 20_000
PATIENCE = 10.0
"""How long open requests may take to finish when the server stops."""
LARGEST_HEAD = 65_536
"""Bytes of a request before its body."""
REQUEST_WITHIN = 30.0
"""Seconds in which a request has to arrive, from the connection or from the answer before it."""
KEPT_ALIVE = 75
"""Seconds for which an idle connection is kept."""
_WAITING_TO_BE_ACCEPTED = 2048


class Listener(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whoever runs us minds them."""
        yield


class Conversation(HttpToolsProtocol):
    """Uvicorn's HTTP, for which nobody is too slow and no head of a request too long; for us they are."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = 0
        """Bytes that have come of a head which is not complete yet; −1: it is."""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("This request has too many headers.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._begin_waiting()

    def on_headers_complete(self) -> None:
        self._head = -1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def _begin_waiting(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_WITHIN, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        self.transport.close()


def listener(app: ASGIApp, opening: Opening) -> Listener:
    return Listener(
        uvicorn.Config(
            cast(Any, app),  # two names for the same type
            http=Conversation,
            ws=lines(opening),
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # the application decides whom to believe
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            backlog=_WAITING_TO_BE_ACCEPTED,
            timeout_keep_alive=KEPT_ALIVE,
            timeout_graceful_shutdown=int(PATIENCE),
        )
    )


def listening_socket(host: str, port: int) -> socket.socket:
    """OSError with a sentence if nobody can listen there; port 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio lets small packets wait
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(_WAITING_TO_BE_ACCEPTED)
    except OSError as error:
        found.close()
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    return found


def free_port(host: str, port: int = 0) -> int:
    """The port, if nobody uses it just now."""
    with listening_socket(host, port) as found:
        number: int = found.getsockname()[1]
        return number
