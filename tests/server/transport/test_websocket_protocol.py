"""What the line itself takes: frames in pieces and frames that are none, requests that are slow or endless."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from stolik.server.transport import connection_limits, uvicorn_server
from stolik.server.transport.subscribers import SocketSubscriber
from support.servers import RunningServer, running

MASK = bytes(4)
FINAL, TEXT, CONTINUED, PING, CLOSE = 0x80, 0x1, 0x0, 0x9, 0x8
BEAT = b'{"type":"beat","id":7}'


def frame(first: int, body: bytes, masked: int = 0x80) -> bytes:
    return bytes((first, masked | len(body))) + (MASK if masked else b"") + body


class Bare:
    """A socket without anybody who would keep us from doing it wrong."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def heard(self) -> tuple[int, bytes]:
        """The next frame that is no news of the table."""
        while True:
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            body = await self.reader.readexactly(size)
            if not body.startswith((b'{"type":"snapshot"', b'{"type":"table"')):
                return first & 0x0F, body

    async def closed_with(self) -> int:
        kind, body = await self.heard()
        assert kind == CLOSE
        return int.from_bytes(body[:2], "big")


@asynccontextmanager
async def bare(server: RunningServer, path: str | None = None) -> AsyncIterator[Bare]:
    if path is None:
        ala = await server.guest()
        path = f"/api/tables/{await ala.make_table('no_thanks', 'mbb')}/socket"
    port = server.app.settings.port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET %b HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % (path.encode(), port)
    )
    try:
        async with asyncio.timeout(20):
            yield Bare(reader, writer)
    finally:
        writer.close()


async def handshake(server: RunningServer, path: str, **headers: str | None) -> tuple[bytes, bytes]:
    """The head of the answer to an upgrade with other headers than usual, and what follows an answer that is no 101."""
    usual = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    usual |= {"Host": "x", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    given = usual | {name.replace("_", "-"): value for name, value in headers.items()}
    reader, writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value is not None)
    writer.write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
    async with asyncio.timeout(10):
        head = await reader.readuntil(b"\r\n\r\n")
        body = b"" if b" 101 " in head else await reader.read()
    writer.close()
    return head, body


async def test_other_versions_of_the_protocol_are_refused_and_ours_is_named(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        path = f"/api/tables/{await (await server.guest()).make_table('no_thanks', 'mbb')}/socket"
        for version in ("8", "7", "12", "14", "013", "13, 8", "x", "", None):
            head, body = await handshake(server, path, Sec_WebSocket_Version=version)
            assert head.startswith(b"HTTP/1.1 426 Upgrade Required\r\n"), version
            assert b"\r\nSec-WebSocket-Version: 13\r\n" in head
            assert b"\r\nUpgrade: websocket\r\n" in head
            assert msgspec.json.decode(body)["type"] == "refused"
        assert b" 101 " in (await handshake(server, path))[0].splitlines()[0]


async def test_an_upgrade_may_be_asked_for_beside_other_things(tmp_path: Path) -> None:
    """Firefox says `keep-alive, Upgrade`."""
    async with running(tmp_path / "db") as server:
        path = f"/api/tables/{await (await server.guest()).make_table('no_thanks', 'mbb')}/socket"
        for connection in ("Upgrade", "upgrade", "keep-alive, Upgrade", "Upgrade, Keep-Alive"):
            head, _ = await handshake(server, path, Connection=connection)
            assert b" 101 " in head.splitlines()[0], connection


async def test_a_handshake_without_a_good_key_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        for key in ("", "short", None):
            head, _ = await handshake(server, "/api/tables/x/socket", Sec_WebSocket_Key=key)
            assert b" 400 " in head.splitlines()[0], key


async def shaken(line: Bare) -> bytes:
    return (await line.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]


async def test_a_command_in_pieces_with_a_ping_between_them(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, bare(server) as line:
        assert b" 101 " in await shaken(line)
        line.writer.write(frame(TEXT, BEAT[:5]) + frame(FINAL | PING, b"here?"))
        assert await line.heard() == (0xA, b"here?")
        line.writer.write(frame(CONTINUED, BEAT[5:9]) + frame(FINAL | CONTINUED, BEAT[9:]) + frame(FINAL | TEXT, BEAT))
        for _ in range(2):
            assert await line.heard() == (TEXT, b'{"type":"accepted","id":7,"seq":null}')


@pytest.mark.parametrize(
    "wrong",
    [
        frame(FINAL | CONTINUED, BEAT),
        frame(TEXT, BEAT) + frame(FINAL | TEXT, BEAT),
        frame(FINAL | 0x40 | TEXT, BEAT),
        frame(FINAL | 0x3, BEAT),
        frame(PING, b"in pieces"),
        frame(FINAL | TEXT, BEAT, masked=0),
    ],
    ids=["no beginning", "no end", "unknown extension", "unknown kind", "ping in pieces", "unmasked"],
)
async def test_what_is_no_frame_ends_the_line_and_nothing_else(tmp_path: Path, wrong: bytes) -> None:
    async with running(tmp_path / "db") as server, bare(server) as line:
        await shaken(line)
        line.writer.write(wrong)
        assert await line.closed_with() == 1002
        async with bare(server) as other:
            await shaken(other)
            other.writer.write(frame(FINAL | TEXT, BEAT))
            assert (await other.heard())[0] == TEXT


async def test_pings_of_somebody_who_does_not_read_are_not_answered(tmp_path: Path) -> None:
    """The answers would gather here, for as long as they ask."""
    async with running(tmp_path / "db") as server, bare(server) as line:
        await shaken(line)
        line.writer.write(frame(FINAL | PING, b"first"))
        assert await line.heard() == (0xA, b"first")
        (table,) = server.app.tables.live
        (subscriber,) = table.presence.subscribers
        assert isinstance(subscriber, SocketSubscriber)
        subscriber.pause_writing()
        line.writer.write(frame(FINAL | PING, b"second") + frame(FINAL | TEXT, BEAT))
        while not subscriber.outbox:
            await asyncio.sleep(0.01)  # until the beat after it was heard
        subscriber.resume_writing()
        line.writer.write(frame(FINAL | PING, b"third"))
        assert [await line.heard() for _ in range(2)] == [
            (TEXT, b'{"type":"accepted","id":7,"seq":null}'),
            (0xA, b"third"),
        ]


async def test_pieces_without_end_are_too_large(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, bare(server) as line:
        await shaken(line)
        line.writer.write(frame(TEXT, b"x") + frame(CONTINUED, b"") * 300)
        assert await line.closed_with() == 1009


async def test_a_good_bye_is_answered(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, bare(server) as line:
        await shaken(line)
        line.writer.write(frame(FINAL | CLOSE, (4321).to_bytes(2, "big")))
        assert await line.closed_with() == 4321
        assert await line.reader.read() == b""


async def test_sockets_are_where_tables_are(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        for path in ("/api/socket", "/", "/api/tables/x/y/socket"):
            async with bare(server, path) as line:
                assert b" 404 " in await shaken(line)
        async with bare(server, "/api/tables/x/socket?seq=-1") as line:
            assert b" 101 " in await shaken(line)
            assert b'"code":"malformed"' in (await line.heard())[1]
            assert await line.closed_with() == 4000


async def test_a_server_that_is_full_takes_no_more_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 1)
    async with running(tmp_path / "db") as server, bare(server, "/api/tables/x/socket") as first:
        assert b" 101 " in await shaken(first)
        async with bare(server, "/api/tables/x/socket") as second:
            assert b" 503 " in await shaken(second)


async def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 70_000)
        async with asyncio.timeout(20):
            assert (await reader.readline()).startswith(b"HTTP/1.1 400")
            await reader.read()
        writer.close()


@pytest.mark.parametrize(
    "said", [b"", b"GET /he", b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"]
)
async def test_whoever_does_not_finish_a_request_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(uvicorn_server, "REQUEST_TIMEOUT", 0.3)
    async with running(tmp_path / "db") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
        writer.write(said)
        async with asyncio.timeout(10):
            await reader.read()
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
        for _ in range(3):  # slower than that in all, but each request in time
            writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(10):
                assert b" 200 " in await reader.readline()
                await reader.readuntil(b"}")
            await asyncio.sleep(0.2)
        writer.close()


def test_small_packets_do_not_wait_for_others() -> None:
    """asyncio sends them at once only where a socket says that it is one of TCP."""
    with uvicorn_server.listening_socket("127.0.0.1", 0) as door, socket.create_connection(door.getsockname()):
        accepted, _ = door.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
