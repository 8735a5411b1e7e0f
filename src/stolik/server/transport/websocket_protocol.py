"""WebSockets in the event loop itself: Uvicorn hands over the connection, picows reads and writes its frames.

Nothing stands between a frame and the loop: no task is woken, no thread asked, no queue filled for a message.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from picows import WSAutoPingStrategy, WSListener, WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # its stub leaves it out
from uvicorn.config import Config
from uvicorn.server import ServerState

from stolik.core.messages import to_json
from stolik.server.errors import ErrorCode
from stolik.server.protocol.close_codes import SERVICE_RESTART
from stolik.server.protocol.messages import RefusedAnswer

log = logging.getLogger("picows")  # its infos name addresses: nobody asked for them

MAX_FRAME_SIZE = 65_536
"""Bytes. Whoever sends more is closed with 1009, before it is read."""
VERSION = "13"
"""Of the protocol; picows would take older ones too."""
_HANDSHAKE_TIMEOUT = 5.0
_READ_BUFFER_SIZE = 4_096

ListenerFactory = Callable[[WSUpgradeRequest, Any], WSListener | None]
"""Makes the listener of a socket, from the upgrade request and the peer; None: there is nothing at that address."""


class WebSocketProtocol(WSProtocol):  # type: ignore[misc]  # for the same reason
    """Looks to Uvicorn like one of its own protocols."""

    new_listener: ListenerFactory

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=self._listener_for,
            logger=log,
            disconnect_on_exception=True,
            websocket_handshake_timeout=_HANDSHAKE_TIMEOUT,
            enable_auto_ping=False,  # the feed has heartbeats of its own
            auto_ping_idle_timeout=0,
            auto_ping_reply_timeout=0,
            auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
            enable_auto_pong=False,  # the listener answers pings, but not those of somebody who does not read
            max_frame_size=MAX_FRAME_SIZE,
            extra_headers=None,
            read_buffer_init_size=_READ_BUFFER_SIZE,
        )
        self.on_lost: Callable[[], None] = lambda: None
        self._connections: set[Any] = server_state.connections
        self._peer: Any = None

    def connection_made(self, transport: Any) -> None:
        self._peer = transport.get_extra_info("peername")
        self._connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self.on_lost()
        super().connection_lost(exc)

    def data_received(self, request: bytes) -> None:
        """The upgrade request: Uvicorn has parsed it, puts its bytes together again and passes them on to picows."""
        while request:
            room = self.get_buffer(len(request))
            taken = min(len(room), len(request))
            room[:taken] = request[:taken]
            self.buffer_updated(taken)
            request = request[taken:]

    def shutdown(self) -> None:
        """The server stops; whoever is still here was not at a table."""
        self.transport.send_close(SERVICE_RESTART)
        self.transport.disconnect()

    def _listener_for(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener | None:
        if request.headers.getall("sec-websocket-version", []) != [VERSION]:
            return WSUpgradeResponseWithListener(_other_version(), None)
        return type(self).new_listener(request, self._peer)


def _other_version() -> WSUpgradeResponse:
    text = f"This server speaks version {VERSION} of the WebSocket protocol (RFC 6455)."
    headers = {"Content-Type": "application/json", "Connection": "Upgrade", "Upgrade": "websocket"}
    headers["Sec-WebSocket-Version"] = VERSION
    body = to_json(RefusedAnswer(ErrorCode.MALFORMED, text))
    found: WSUpgradeResponse = WSUpgradeResponse.create_error_response(HTTPStatus.UPGRADE_REQUIRED, body, headers)
    return found


def websocket_protocol(new_listener: ListenerFactory) -> type[WebSocketProtocol]:
    """The class that Uvicorn makes an instance of for each socket."""
    return type("BoundWebSocketProtocol", (WebSocketProtocol,), {"new_listener": staticmethod(new_listener)})
