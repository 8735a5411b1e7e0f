"""The feed on a WebSocket. Frames go out as they come; commands come in, and each gets an answer."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from litestar.connection import ASGIConnection
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSProtocolError, WSTransport, WSUpgradeRequest

from stolik.core.messages import to_json
from stolik.server.admission.rate_limits import Rate, RateLimits
from stolik.server.auth import Authenticator, Caller, Connection
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.protocol.close_codes import TABLE_DAMAGED
from stolik.server.protocol.messages import Accepted, Beat, RefusedAnswer, decode_command, id_of, refused_answer
from stolik.server.settings import Settings
from stolik.server.tables.commands.dispatch import CommandDispatcher
from stolik.server.tables.commands.seats import subscribe, unsubscribe
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.registry import TableRegistry
from stolik.server.transport.open_feeds import OpenFeeds
from stolik.server.transport.subscribers import SendBatch, SocketSubscriber
from stolik.server.transport.websocket_protocol import MAX_FRAME_SIZE
from stolik.store.protocol import StoreFailed

MAX_COMMAND_SIZE = 16_384
MAX_FRAGMENTS = 256
"""Frames that a message may come in."""
CLOSE_TIMEOUT = 1.0
"""Seconds in which a subscriber that is sent away may still read what was meant for it, and say good-bye."""
MAX_NUMBER = 2**53
PATIENCE = Rate(200, 5)
"""Refusals for being too fast that one socket is given; whoever goes on regardless is closed."""
CLOSE_CODES = {
    ErrorCode.UNKNOWN_TABLE: 4404,
    ErrorCode.NOT_ALLOWED: 4403,
    ErrorCode.UNKNOWN_GUEST: 4401,
    ErrorCode.TOO_FAST: 4429,
    ErrorCode.DAMAGED: TABLE_DAMAGED,
}

_PATH = re.compile(r"/api/tables/([^/]+)/socket")
_TEXT, _BINARY, _CONTINUATION = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION
_CLOSE, _PING = WSMsgType.CLOSE, WSMsgType.PING
_MESSAGES: Final = frozenset({_TEXT, _BINARY, _CONTINUATION})


class WebSocketEndpoint:
    """The address of sockets, and what all of them share."""

    def __init__(
        self,
        settings: Settings,
        auth: Authenticator,
        tables: TableRegistry,
        commands: CommandDispatcher,
        limits: RateLimits,
        metrics: Metrics,
        steady: Callable[[], float],
    ) -> None:
        self.outbox_limit = settings.outbox_limit
        self.auth = auth
        self.tables = tables
        self.commands = commands
        self.limits = limits
        self.metrics = metrics
        self.steady = steady
        self.open_sockets = OpenFeeds(settings.sockets_per_address, settings.sockets_per_guest, "sockets")
        self.batch = SendBatch()

    def new_listener(self, request: WSUpgradeRequest, peer: Any) -> WSListener | None:
        path, _, query = request.path.decode("latin-1").partition("?")
        found = _PATH.fullmatch(path)
        return None if found is None else TableSocket(self, unquote(found[1]), query, _connection(request, peer))


def _connection(request: WSUpgradeRequest, peer: Any) -> Connection:
    """As Litestar would show it to a route."""
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.items()]
    scope: Any = {"type": "websocket", "scheme": "ws", "headers": headers, "client": peer, "state": {}}
    return ASGIConnection(scope)


class TableSocket(WSListener):
    """One socket, from the handshake to the good-bye.

    `match`, `seq` and `chat` in the query are the last numbers received, to go on after a cut.
    """

    def __init__(self, endpoint: WebSocketEndpoint, table: str, query: str, connection: Connection) -> None:
        self._endpoint = endpoint
        self._id = table
        self._query = query
        self._connection = connection
        self._patience = endpoint.limits.new_bucket(PATIENCE)
        self._fragments: list[bytes] = []
        """The beginning of a message that comes in several frames."""
        self._caller: Caller | None = None
        self._table: LiveTable | None = None
        self._subscriber: SocketSubscriber | None = None
        self._disconnected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.underlying_transport.pause_reading()  # until we know who it is
        self._task = asyncio.create_task(self._run(transport))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._disconnected.done():
            self._disconnected.set_result(None)

    def pause_writing(self) -> None:
        if self._subscriber is not None:
            self._subscriber.pause_writing()

    def resume_writing(self) -> None:
        if self._subscriber is not None:
            self._subscriber.resume_writing()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed on")
        if frame.msg_type in _MESSAGES:
            message = self._complete_message(frame)
            if message is not None and self._table and self._subscriber and self._caller:
                self._receive(self._table, self._subscriber, self._caller, message)
        elif frame.msg_type == _PING:
            if self._subscriber and self._caller and self._is_in_time(self._subscriber, self._caller, b""):
                self._answer_ping(transport, self._subscriber, frame)
        elif frame.msg_type == _CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(frame.get_close_code())
            transport.disconnect()

    def _complete_message(self, frame: WSFrame) -> bytes | None:
        """The message that is complete with this frame, if one is."""
        if (frame.msg_type == _CONTINUATION) != bool(self._fragments):
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "pieces of messages in the wrong order")
        if frame.fin and not self._fragments:
            return frame.get_payload_as_bytes()
        self._fragments.append(frame.get_payload_as_bytes())
        if sum(map(len, self._fragments)) > MAX_FRAME_SIZE or len(self._fragments) > MAX_FRAGMENTS:
            raise WSProtocolError(WSCloseCode.MESSAGE_TOO_BIG, "too long, in pieces")
        if not frame.fin:
            return None
        fragments, self._fragments = self._fragments, []
        return b"".join(fragments)

    # Commands

    def _receive(self, table: LiveTable, subscriber: SocketSubscriber, caller: Caller, message: bytes) -> None:
        endpoint = self._endpoint
        subscriber.last_seen = endpoint.steady()
        if not self._is_in_time(subscriber, caller, message):
            return
        command = decode_command(message) if len(message) <= MAX_COMMAND_SIZE else _too_large(message)
        if isinstance(command, RefusedAnswer):
            endpoint.metrics.refusals.labels(command.code.value).inc()
            subscriber.push(to_json(command))
        elif isinstance(command, Beat):
            if command.id is not None:
                subscriber.push(to_json(Accepted(command.id)))
        else:
            endpoint.commands.enqueue(table, subscriber, caller, command)

    def _is_in_time(self, subscriber: SocketSubscriber, caller: Caller, message: bytes) -> bool:
        """If not: it is refused; and whoever has heard that often enough, and goes on, is sent away."""
        refused = self._endpoint.commands.too_fast(caller, lambda: id_of(message))
        if refused is None:
            return True
        if self._patience.take_one(time.monotonic()):
            subscriber.push(to_json(refused))
        else:
            subscriber.drop(CLOSE_CODES[ErrorCode.TOO_FAST])
        return False

    def _answer_ping(self, transport: WSTransport, subscriber: SocketSubscriber, frame: WSFrame) -> None:
        """Not for somebody who does not read: the answers would gather here."""
        if subscriber.writable:
            transport.send_pong(frame.get_payload_as_bytes())

    # From the first frame to the last

    async def _run(self, transport: WSTransport) -> None:
        endpoint = self._endpoint
        try:
            numbers = _numbers(self._query)
            table, subscriber, caller = await self._admitted(transport)
        except (RequestRefused, StoreFailed) as error:
            await self._refuse(transport, error)
            return
        self._table, self._subscriber, self._caller = table, subscriber, caller
        open_feeds = endpoint.metrics.subscribers.labels("socket")
        open_feeds.inc()
        transport.underlying_transport.resume_reading()
        try:
            await subscribe(table, subscriber, numbers["seq"], numbers["match"], numbers["chat"] or 0)
            await asyncio.wait((self._disconnected, subscriber.closed), return_when=asyncio.FIRST_COMPLETED)
        except (RequestRefused, StoreFailed):
            subscriber.drop(1011)
        finally:
            open_feeds.dec()
            endpoint.open_sockets.remove(caller)
            await unsubscribe(table, subscriber)
            subscriber.drop()
            await subscriber.drain(0.0 if self._disconnected.done() else CLOSE_TIMEOUT)
            await self._close(transport, subscriber.close_code)

    async def _admitted(self, transport: WSTransport) -> tuple[LiveTable, SocketSubscriber, Caller]:
        endpoint, connection = self._endpoint, self._connection
        endpoint.limits.check(endpoint.limits.rates.requests, "requests", endpoint.auth.address(connection))
        endpoint.auth.check_origin(connection)
        caller = await endpoint.auth.caller(connection)
        endpoint.open_sockets.add(caller)
        try:
            send = _sender(transport)
            subscriber = SocketSubscriber(
                caller.guest, caller.address, endpoint.outbox_limit, endpoint.steady(), send, endpoint.batch
            )
            return await endpoint.tables.get(self._id), subscriber, caller
        except BaseException:
            endpoint.open_sockets.remove(caller)
            raise

    async def _refuse(self, transport: WSTransport, error: RequestRefused | StoreFailed) -> None:
        if isinstance(error, StoreFailed):
            error = RequestRefused(ErrorCode.UNAVAILABLE, "The store does not answer.")
        transport.send(_TEXT, to_json(refused_answer(error)))
        await self._close(transport, CLOSE_CODES.get(error.code, 4000), error.text[:100])

    async def _close(self, transport: WSTransport, code: int, reason: str = "") -> None:
        """And wait a moment for their close frame; whoever does not send one is cut off."""
        known: Any = code
        transport.send_close(known, reason.encode())
        transport.underlying_transport.resume_reading()
        await asyncio.wait((self._disconnected,), timeout=CLOSE_TIMEOUT)
        transport.disconnect(graceful=False)


def _too_large(message: bytes) -> RefusedAnswer:
    return RefusedAnswer(ErrorCode.TOO_LARGE, f"A command has at most {MAX_COMMAND_SIZE} bytes.", id_of(message))


def _sender(transport: WSTransport) -> Callable[[bytes], None]:
    send = transport.send
    return lambda frame: send(_TEXT, frame)


def _numbers(query: str) -> dict[str, int | None]:
    given = parse_qs(query)
    found: dict[str, int | None] = {}
    for name in ("match", "seq", "chat"):
        text = given.get(name, [""])[-1]
        if text and not (text.isascii() and text.isdigit() and int(text[:20]) <= MAX_NUMBER):
            raise RequestRefused(ErrorCode.MALFORMED, f"`{name}` is a number.")
        found[name] = int(text[:20]) if text else None
    return found
