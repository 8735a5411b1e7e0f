"""Uvicorn, embedded in our own process: it listens and speaks HTTP. Signals are ours, and so are the limits."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any, cast

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from stolik.server.admission.client_address import UNKNOWN, parse_address
from stolik.server.transport.connection_limits import Admission, ConnectionLimits
from stolik.server.transport.health_reserve import NO_ROOM, NO_ROOM_HEADERS, with_health_only
from stolik.server.transport.websocket_protocol import ListenerFactory, websocket_protocol

GRACEFUL_SHUTDOWN = 10.0
"""How long open requests may take to finish when the server stops."""
MAX_HEAD_SIZE = 65_536
"""Bytes of a request before its body."""
FIRST_BYTE_TIMEOUT = 10.0
"""Seconds in which somebody who connects has to say something."""
REQUEST_TIMEOUT = 30.0
"""Seconds in which a request has to arrive, from its first byte or from the answer before it."""
RESERVE_TIMEOUT = 2.0
"""The same for connections that are there for /health alone."""
WRITE_TIMEOUT = 30.0
"""Seconds after which somebody who does not read what they asked for is cut off."""
KEEP_ALIVE = 75
"""Seconds for which an idle connection is kept."""
_BACKLOG = 2048
_ACCEPTED_AT_ONCE = 16
"""Connections that are accepted in one turn of the loop: they are open files before they are counted."""


class EmbeddedServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Whoever runs us minds them."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Uvicorn has one number for how many may knock, and for how many are let in at once; we have two."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_BACKLOG)


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP, for which nobody is too slow, too long or too many; for us they are."""

    limits: ConnectionLimits

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._admission = Admission.REFUSED
        self._head = 0
        """Bytes that have come of a head which is not complete yet; −1: it is."""
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._silent = True
        """Nothing has come yet."""

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self._admission = self.limits.admit(self, (parse_address(peer[0]) if peer else None) or UNKNOWN)
        if self._admission is Admission.REFUSED:
            transport.abort()
            return
        super().connection_made(transport)
        if self._admission is Admission.HEALTH_ONLY:
            self.app = with_health_only(self.app)
            self._start_timer(RESERVE_TIMEOUT)
        else:
            self._start_timer(min(FIRST_BYTE_TIMEOUT, REQUEST_TIMEOUT))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._admission is Admission.REFUSED:
            return
        self._cancel_timer()
        self.resume_writing()
        self.limits.release(self)
        super().connection_lost(exc)

    def close_at_once(self) -> None:
        """To make room for somebody else."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._silent:
            self._silent = False
            if self._admission is Admission.OPEN:
                self._cancel_timer()
                self._start_timer(REQUEST_TIMEOUT)
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD_SIZE and not self.transport.is_closing():
            self.send_400_response("This request has too many headers.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._timer is None:
            self._start_timer(REQUEST_TIMEOUT)

    def on_headers_complete(self) -> None:
        self._head = -1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._cancel_timer()
        cycle: Any = self.cycle  # None, where a socket is asked for
        if cycle is not None and not cycle.response_complete:
            self.limits.works(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # and not another request that came meanwhile
            self.limits.waits(self)

    def handle_websocket_upgrade(self) -> None:
        self._cancel_timer()
        if self._admission is Admission.HEALTH_ONLY:
            self._send_no_room()
            return
        self.limits.works(self)
        self.scope["headers"] = [(name, b"Upgrade" if name == b"connection" else value) for name, value in self.headers]
        super().handle_websocket_upgrade()
        cast(Any, self.transport).get_protocol().on_lost = lambda: self.limits.release(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
            super().resume_writing()

    def _send_no_room(self) -> None:
        headers = [*self.server_state.default_headers, *NO_ROOM_HEADERS]
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self.transport.write(STATUS_LINE[503] + lines + b"\r\n" + NO_ROOM)
        self.transport.close()

    def _start_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._on_timeout)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        self.transport.close()


def http_protocol(limits: ConnectionLimits) -> type[HttpProtocol]:
    """The class that Uvicorn makes an instance of for each connection."""
    return type("BoundHttpProtocol", (HttpProtocol,), {"limits": limits})


def uvicorn_server(app: ASGIApp, new_listener: ListenerFactory, limits: ConnectionLimits) -> EmbeddedServer:
    return EmbeddedServer(
        uvicorn.Config(
            cast(Any, app),  # two names for the same type
            http=http_protocol(limits),
            ws=websocket_protocol(new_listener),
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # the application decides whom to believe
            server_header=False,
            backlog=_ACCEPTED_AT_ONCE,
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
