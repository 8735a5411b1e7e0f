"""The feed on a WebSocket. Frames go out as they come; commands come in, and each gets an answer."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from litestar.connection import ASGIConnection
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSProtocolError, WSTransport, WSUpgradeRequest

from stolik.core.errors import Refusal
from stolik.core.messages import to_json
from stolik.server.api.auth import Connection, caller, check_origin
from stolik.server.app_context import House
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Accepted, AnyCommand, Beat, RefusedAnswer
from stolik.server.rate_limits import Bucket
from stolik.server.tables.commands import read_command, refusal
from stolik.server.tables.live_table import LiveTable
from stolik.server.transport.subscribers import Reader, SocketReader
from stolik.server.transport.websocket_protocol import LARGEST_FRAME, Opening
from stolik.store.protocol import StoreFailed

LARGEST = 16_384
MOST_PIECES = 256
"""Frames that a message may come in."""
LAST_FRAMES = 1.0
"""Seconds in which a reader that is sent away may still read what was meant for it, and say good-bye."""
LARGEST_NUMBER = 2**53
CLOSED = {Refusal.UNKNOWN_TABLE: 4404, Refusal.NOT_ALLOWED: 4403, Refusal.UNKNOWN_GUEST: 4401, Refusal.TOO_FAST: 4429}

_PATH = re.compile(r"/api/tables/([^/]+)/socket")
_TEXT, _BINARY, _CONTINUATION = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION
_CLOSE, _PING = WSMsgType.CLOSE, WSMsgType.PING
_MESSAGES: Final = frozenset({_TEXT, _BINARY, _CONTINUATION})
_SO_FAST = to_json(RefusedAnswer(Refusal.TOO_FAST, "Too fast: please wait a moment."))
_SO_LARGE = to_json(RefusedAnswer(Refusal.TOO_LARGE, f"A command has at most {LARGEST} bytes."))


def opening(house: House) -> Opening:
    """Who listens to a socket at which address."""

    def opened(request: WSUpgradeRequest, peer: Any) -> WSListener | None:
        path, _, query = request.path.decode("latin-1").partition("?")
        found = _PATH.fullmatch(path)
        return None if found is None else Visit(house, unquote(found[1]), query, _connection(request, peer))

    return opened


def _connection(request: WSUpgradeRequest, peer: Any) -> Connection:
    """As Litestar would show it to a route."""
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.items()]
    scope: Any = {"type": "websocket", "scheme": "ws", "headers": headers, "client": peer, "state": {}}
    return ASGIConnection(scope)


class Visit(WSListener):
    """One socket, from the handshake to the good-bye.

    `match`, `seq` and `chat` in the query are the last numbers received, to go on after a cut.
    """

    def __init__(self, house: House, table: str, query: str, connection: Connection) -> None:
        self._house = house
        self._id = table
        self._query = query
        self._connection = connection
        self._bucket = Bucket(house.settings.rates.commands, time.monotonic())
        self._pieces: list[bytes] = []
        """The beginning of a message that comes in several frames."""
        self._transport: WSTransport | None = None
        self._table: LiveTable | None = None
        self._reader: SocketReader | None = None
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._visiting: asyncio.Task[None] | None = None

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.pause_reading()  # until we know who it is
        self._visiting = asyncio.create_task(self._visit(transport))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._gone.done():
            self._gone.set_result(None)

    def pause_writing(self) -> None:
        if self._reader is not None:
            self._reader.hold_back()

    def resume_writing(self) -> None:
        if self._reader is not None:
            self._reader.go_on()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed on")
        if frame.msg_type in _MESSAGES:
            message = self._whole(frame)
            if message is not None and self._table is not None and self._reader is not None:
                self._hear(self._table, self._reader, message)
        elif frame.msg_type == _PING:
            if self._reader is not None and self._reader.writable:
                transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == _CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(frame.get_close_code())
            transport.disconnect()

    def _whole(self, frame: WSFrame) -> bytes | None:
        """The message that is complete with this frame, if one is."""
        if (frame.msg_type == _CONTINUATION) != bool(self._pieces):
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "pieces of messages in the wrong order")
        if frame.fin and not self._pieces:
            return frame.get_payload_as_bytes()
        self._pieces.append(frame.get_payload_as_bytes())
        if sum(map(len, self._pieces)) > LARGEST_FRAME or len(self._pieces) > MOST_PIECES:
            raise WSProtocolError(WSCloseCode.MESSAGE_TOO_BIG, "too long, in pieces")
        if not frame.fin:
            return None
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)

    # Commands

    def _hear(self, table: LiveTable, reader: Reader, message: bytes) -> None:
        reader.heard_at = self._house.now()
        if not self._bucket.take(time.monotonic()):
            self._house.metrics.refusals.labels(Refusal.TOO_FAST.value).inc()
            reader.push(_SO_FAST)
        elif len(message) > LARGEST:
            reader.push(_SO_LARGE)
        else:
            _handle(self._house, table, reader, read_command(message))

    # From the first frame to the last

    async def _visit(self, transport: WSTransport) -> None:
        house = self._house
        try:
            numbers = _numbers(self._query)
            table, reader, address = await self._admitted(transport)
        except (Refused, StoreFailed) as error:
            refused = (
                error if isinstance(error, Refused) else Refused(Refusal.UNAVAILABLE, "The store does not answer.")
            )
            transport.send(_TEXT, to_json(refusal(refused, None)))
            await self._say_good_bye(transport, CLOSED.get(refused.code, 4000), refused.text[:100])
            return
        self._table, self._reader = table, reader
        house.metrics.readers.labels("socket").inc()
        transport.underlying_transport.resume_reading()
        try:
            await house.attach(table, reader, numbers["seq"], numbers["match"], numbers["chat"] or 0)
            await asyncio.wait((self._gone, reader.gone), return_when=asyncio.FIRST_COMPLETED)
        except (Refused, StoreFailed):
            reader.drop(1011)
        finally:
            house.metrics.readers.labels("socket").dec()
            _leave(house, reader, address)
            await house.detach(table, reader)
            reader.drop()
            await reader.empty(0.0 if self._gone.done() else LAST_FRAMES)
            await self._say_good_bye(transport, reader.close_code)

    async def _admitted(self, transport: WSTransport) -> tuple[LiveTable, SocketReader, str]:
        house, connection = self._house, self._connection
        who = await caller(connection, house)
        if "authorization" not in connection.headers and {"origin", "cookie"} & connection.headers.keys():
            check_origin(connection, house)
        counts = house.sockets
        if counts["address", who.address] >= house.settings.sockets_per_address:
            raise Refused(Refusal.TOO_FAST, "Too many sockets are open from your address.")
        if who.guest is not None and counts["guest", who.guest] >= house.settings.sockets_per_guest:
            raise Refused(Refusal.TOO_FAST, "You have too many sockets open.")
        reader = SocketReader(who.guest, house.settings.outbox, house.now(), _sender(transport), house.post)
        counts["address", who.address] += 1
        counts["guest", who.guest or ""] += 1
        try:
            return await house.table(self._id), reader, who.address
        except BaseException:
            _leave(house, reader, who.address)
            raise

    async def _say_good_bye(self, transport: WSTransport, code: int, reason: str = "") -> None:
        """And wait a moment for theirs; whoever does not answer is cut off."""
        known: Any = code
        transport.send_close(known, reason.encode())
        transport.underlying_transport.resume_reading()
        await asyncio.wait((self._gone,), timeout=LAST_FRAMES)
        transport.disconnect(graceful=False)


def _sender(transport: WSTransport) -> Callable[[bytes], None]:
    send = transport.send
    return lambda frame: send(_TEXT, frame)


def _numbers(query: str) -> dict[str, int | None]:
    given = parse_qs(query)
    found: dict[str, int | None] = {}
    for name in ("match", "seq", "chat"):
        text = given.get(name, [""])[-1]
        if text and not (text.isascii() and text.isdigit() and int(text[:20]) <= LARGEST_NUMBER):
            raise Refused(Refusal.MALFORMED, f"`{name}` is a number.")
        found[name] = int(text[:20]) if text else None
    return found


def _leave(house: House, reader: Reader, address: str) -> None:
    for key in (("address", address), ("guest", reader.guest or "")):
        house.sockets[key] -= 1
        if house.sockets[key] <= 0:
            del house.sockets[key]


def _handle(house: House, table: LiveTable, reader: Reader, command: AnyCommand | RefusedAnswer) -> None:
    if isinstance(command, RefusedAnswer):
        house.metrics.refusals.labels(command.code.value).inc()
        reader.push(to_json(command))
    elif isinstance(command, Beat):
        if command.id is not None:
            reader.push(to_json(Accepted(command.id)))
    else:
        table.post(reader, command)
