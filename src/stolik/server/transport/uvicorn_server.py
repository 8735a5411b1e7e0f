"""Uvicorn, embedded in our own process: it listens and speaks HTTP. Signals are ours, and so are the limits."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any, cast

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stolik.server.transport.websocket_protocol import ListenerFactory, websocket_protocol

MAX_CONNECTIONS = 20_000
GRACEFUL_SHUTDOWN = 10.0
"""How long open requests may take to finish when the server stops."""
MAX_HEAD_SIZE = 65_536
"""Bytes of a request before its body."""
REQUEST_TIMEOUT = 30.0
"""Seconds in which a request has to arrive, from the connection or from the answer before it."""
KEEP_ALIVE = 75
"""Seconds for which an idle connection is kept."""
_BACKLOG = 2048


class EmbeddedServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whoever runs us minds them."""
        yield


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP, for which nobody is too slow and no head of a request too long; for us they are."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = 0
        """Bytes that have come of a head which is not complete yet; −1: it is."""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD_SIZE and not self.transport.is_closing():
            self.send_400_response("This request has too many headers.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._timer is None:
            self._start_timer()

    def on_headers_complete(self) -> None:
        self._head = -1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._cancel_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._cancel_timer()
        super().handle_websocket_upgrade()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_TIMEOUT, self._on_timeout)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        self.transport.close()


def uvicorn_server(app: ASGIApp, new_listener: ListenerFactory) -> EmbeddedServer:
    return EmbeddedServer(
        uvicorn.Config(
            cast(Any, app),  # two names for the same type
            http=HttpProtocol,
            ws=websocket_protocol(new_listener),
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # the application decides whom to believe
            server_header=False,
            limit_concurrency=MAX_CONNECTIONS,
            backlog=_BACKLOG,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=int(GRACEFUL_SHUTDOWN),
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
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    return found


def free_port(host: str, port: int = 0) -> int:
    """The port, if nobody uses it just now."""
    with listening_socket(host, port) as found:
        number: int = found.getsockname()[1]
        return number
