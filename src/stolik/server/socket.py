"""The feed on a WebSocket. Frames go out as they come; commands come in, and each gets an answer."""

import asyncio
import contextlib
import time
from collections import Counter
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, QueryParameter
from litestar.types import Receive

from stolik.core.messages import to_json
from stolik.core.refusal import Refusal
from stolik.server.answers import read_command, refusal
from stolik.server.house import House
from stolik.server.http.caller import caller, check_origin
from stolik.server.http.headers import RAW
from stolik.server.http.markers import TheHouse
from stolik.server.limits import Bucket
from stolik.server.readers import Reader, SocketReader
from stolik.server.refused import Refused
from stolik.server.table import LiveTable
from stolik.server.wire import Accepted, AnyCommand, Beat, RefusedAnswer
from stolik.store.protocol import StoreFailed

LARGEST = 16_384
LAST_FRAMES = 1.0
"""Seconds in which a reader that is sent away may still read what was meant for it."""
CLOSED = {Refusal.UNKNOWN_TABLE: 4404, Refusal.NOT_ALLOWED: 4403, Refusal.UNKNOWN_GUEST: 4401, Refusal.TOO_FAST: 4429}
Socket = WebSocket[Any, Any, Any]
Numbered = Annotated[int | None, QueryParameter(ge=0, le=2**53)]

_SO_FAST = to_json(RefusedAnswer(Refusal.TOO_FAST, "Too fast: please wait a moment."))


@websocket("/api/tables/{table:str}/socket")
async def socket(
    socket: Socket,
    house: TheHouse,
    table: FromPath[str],
    match: Numbered = None,
    seq: Numbered = None,
    chat: Numbered = None,
) -> None:
    """`match`, `seq` and `chat`: the last numbers received, to go on after a cut."""
    await socket.accept()
    try:
        found, reader, address = await _admitted(socket, house, table)
    except (Refused, StoreFailed) as error:
        refused = error if isinstance(error, Refused) else Refused(Refusal.UNAVAILABLE, "The store does not answer.")
        await _say_and_close(socket, refused)
        return
    house.metrics.readers.labels("socket").inc()
    receiving = asyncio.create_task(_receive(_raw(socket)[0], house, found, reader))
    try:
        await house.attach(found, reader, seq, match, chat or 0)
        await asyncio.wait((receiving, reader.gone), return_when=asyncio.FIRST_COMPLETED)
    except (Refused, StoreFailed):
        reader.drop(1011)
    finally:
        house.metrics.readers.labels("socket").dec()
        _leave(house, reader, address)
        await house.detach(found, reader)
        await _say_good_bye(socket, reader, receiving)


def _raw(socket: Socket) -> tuple[Receive, Any]:
    found: tuple[Receive, Any] = socket.scope["state"][RAW]
    return found


async def _say_good_bye(socket: Socket, reader: SocketReader, receiving: "asyncio.Task[None]") -> None:
    """Let out what is in the outbox, if the other side reads; then close. Granian closes only while nobody receives."""
    dropped = reader.dropped
    reader.drop()
    if dropped:
        await reader.let_out(LAST_FRAMES)
    receiving.cancel()
    await asyncio.gather(receiving, return_exceptions=True)
    if dropped:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await asyncio.wait_for(socket.close(reader.close_code), LAST_FRAMES)


async def _admitted(socket: Socket, house: House, table: str) -> tuple[LiveTable, SocketReader, str]:
    who = await caller(socket, house)
    if "authorization" not in socket.headers and ("origin" in socket.headers or "cookie" in socket.headers):
        check_origin(socket, house)
    counts: Counter[tuple[str, str]] = house.sockets
    if counts["address", who.address] >= house.settings.sockets_per_address:
        raise Refused(Refusal.TOO_FAST, "Too many sockets are open from your address.")
    if who.guest is not None and counts["guest", who.guest] >= house.settings.sockets_per_guest:
        raise Refused(Refusal.TOO_FAST, "You have too many sockets open.")
    reader = SocketReader(who.guest, house.settings.outbox, house.now(), _raw(socket)[1])
    counts["address", who.address] += 1
    counts["guest", who.guest or ""] += 1
    try:
        return await house.table(table), reader, who.address
    except BaseException:
        _leave(house, reader, who.address)
        raise


def _leave(house: House, reader: Reader, address: str) -> None:
    for key in (("address", address), ("guest", reader.guest or "")):
        house.sockets[key] -= 1
        if house.sockets[key] <= 0:
            del house.sockets[key]


async def _say_and_close(socket: Socket, refused: Refused) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_data(to_json(refusal(refused, None)).decode(), mode="text")
        await socket.close(CLOSED.get(refused.code, 4000), refused.text[:100])


async def _receive(receive: Receive, house: House, table: LiveTable, reader: Reader) -> None:
    bucket = Bucket(house.settings.rates.commands, time.monotonic())
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        reader.heard_at = house.now()
        data: Any = message.get("text") or message.get("bytes") or ""
        if not bucket.take(time.monotonic()):
            house.metrics.refusals.labels(Refusal.TOO_FAST.value).inc()
            reader.push(_SO_FAST)
        elif len(data) > LARGEST:
            text = f"A command has at most {LARGEST} bytes."
            reader.push(to_json(RefusedAnswer(Refusal.TOO_LARGE, text)))
        else:
            _handle(house, table, reader, read_command(data))


def _handle(house: House, table: LiveTable, reader: Reader, command: AnyCommand | RefusedAnswer) -> None:
    if isinstance(command, RefusedAnswer):
        house.metrics.refusals.labels(command.code.value).inc()
        reader.push(to_json(command))
    elif isinstance(command, Beat):
        if command.id is not None:
            reader.push(to_json(Accepted(command.id)))
    else:
        table.post(reader, command)
