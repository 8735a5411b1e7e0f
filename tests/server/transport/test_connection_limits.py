"""Connections that say nothing, or ask and do not listen: whoever holds many of them is in nobody's way."""

import asyncio
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.server.admission.client_address import Address
from stolik.server.transport import uvicorn_server
from stolik.server.transport.connection_limits import Admission, ConnectionLimits
from support.idle_connections import idle_connections
from support.loopback import needs_several_addresses
from support.processes import Node, node
from support.servers import GENEROUS, Guest, running

FILES = 512
"""Open files that the server may have. The attack is a few more than that."""
ATTACK = FILES + 90
ATTACKER, VICTIM = "127.0.0.1", "127.0.0.2"


def settings(folder: Path, **more: object) -> dict[str, object]:
    rates = msgspec.to_builtins(GENEROUS)
    return {"database": str(folder / "db"), "workers": 0, "bot_delay": [0.0, 0.0], "rates": rates, **more}


def status(server: Node, path: str, source: str) -> int:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=10) as http:
        return http.get(server.base + path).status_code


async def plays(server: Node, source: str) -> None:
    ala = await Guest.introduced(server.base, "Ala", source)
    async with ala.line(await ala.make_table("no_thanks", "mbb")) as line:
        await line.until(lambda line: line.table)
        assert (await line.ask("start"))["type"] == "accepted"
        await line.until(lambda line: line.position and 0 in line.position["awaited"])
        assert (await line.move({"type": "take"}))["type"] == "accepted"
    await ala.http.aclose()


@needs_several_addresses
@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
@pytest.mark.parametrize("said", [b"", b"GET /health HTTP/1.1\r\nHost: "], ids=["silent", "unfinished"])
def test_idle_connections_of_one_address_are_in_nobodys_way(loop: str, said: bytes, tmp_path: Path) -> None:
    """Not even in the way of those who share it: a new one takes the place of the one that was silent for longest."""
    with node(settings(tmp_path), tmp_path / "log", files=(FILES, FILES), loop=loop) as server:
        with idle_connections(server.port, ATTACK, ATTACKER, said) as attack:
            for source in (VICTIM, ATTACKER):
                assert status(server, "/health", source) == 200
                asyncio.run(plays(server, source))
            assert attack.still_open() <= FILES // 4
        assert server.process.poll() is None
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "connection limit reached" in log
    assert ATTACKER not in log


@needs_several_addresses
def test_behind_a_proxy_its_address_is_everybodys(tmp_path: Path) -> None:
    files = (FILES, FILES)
    with (
        node(settings(tmp_path, trust_proxy=1), tmp_path / "log", files=files, loop="uvloop") as server,
        idle_connections(server.port, FILES // 2) as proxy,
    ):
        assert status(server, "/health", ATTACKER) == 200
        assert status(server, "/api/games", ATTACKER) == 200
        assert proxy.still_open() == FILES // 2  # more than one address may have elsewhere


@needs_several_addresses
def test_the_limit_of_open_files_is_raised_as_far_as_it_may(tmp_path: Path) -> None:
    with node(settings(tmp_path), tmp_path / "log", files=(128, 1024), loop="uvloop") as server:
        limits = Path(f"/proc/{server.process.pid}/limits")
        if limits.exists():  # Linux
            assert re.search(r"Max open files +1024 +1024", limits.read_text())
        with idle_connections(server.port, 150, VICTIM) as many:
            assert status(server, "/health", ATTACKER) == 200
            assert many.still_open() == 150


async def test_health_is_answered_from_a_reserve_when_all_else_is_taken(tmp_path: Path) -> None:
    """By sockets, which are not closed for others. Nobody can hold the reserve, and nothing else is answered there."""
    async with running(tmp_path / "db", connections_per_address=3) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        await ala.http.aclose()
        async with ala.line(table) as one, ala.line(table) as two, ala.line(table) as three:
            for line in (one, two, three):
                await line.until(lambda line: line.table)
            port = server.app.settings.port
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
            for _ in range(3):
                assert b" 200 " in (await answer(port, b"GET /health HTTP/1.1\r\n"))[0]
            for asked in (b"GET /api/games HTTP/1.1\r\n", b"POST /health HTTP/1.1\r\n", b"GET /healthy HTTP/1.1\r\n"):
                head, body = await answer(port, asked)
                assert b" 503 " in head
                assert b"retry-after" in head
                assert msgspec.json.decode(body)["code"] == "unavailable"
            upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            upgrade += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            path = f"/api/tables/{table}/socket".encode()
            assert b" 503 " in (await answer(port, b"GET %b HTTP/1.1\r\n" % path + upgrade))[0]
            assert b" 503 " in (await answer(port, b"GET /health HTTP/1.1\r\n" + upgrade))[0]
            async with asyncio.timeout(10):  # who says nothing there is soon cut off
                for reader, writer in silent:
                    assert await reader.read() == b""
                    writer.close()
            for line in (one, two, three):
                assert (await line.ask("beat"))["type"] == "accepted"
        await asyncio.sleep(0.1)
        assert b" 200 " in (await answer(port, b"GET /api/games HTTP/1.1\r\n"))[0]


async def answer(port: int, head: bytes) -> tuple[bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head + (b"" if b"Upgrade" in head else b"Connection: close\r\n") + b"Host: x\r\n\r\n")
    async with asyncio.timeout(10):
        found = await reader.read()
    writer.close()
    before, _, after = found.partition(b"\r\n\r\n")
    return before, after


async def test_who_says_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_server, "FIRST_BYTE_TIMEOUT", 0.3)
    async with running(tmp_path / "db") as server:
        silent = [await asyncio.open_connection("127.0.0.1", server.app.settings.port) for _ in range(20)]
        async with asyncio.timeout(5):
            for reader, writer in silent:
                assert await reader.read() == b""
                writer.close()
        slow_reader, slow_writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
        for piece in (b"GET /health ", b"HTTP/1.1\r\n", b"Host: x\r\n\r\n"):  # slowly, but with something to say
            slow_writer.write(piece)
            await asyncio.sleep(0.2)
        assert b" 200 " in await slow_reader.readline()
        slow_writer.close()


async def test_who_does_not_read_the_answer_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = asyncio.Event()

    class Watched(uvicorn_server.HttpProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    monkeypatch.setattr(uvicorn_server, "WRITE_TIMEOUT", 0.3)
    monkeypatch.setattr(uvicorn_server, "HttpProtocol", Watched)
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_bytes(b"x" * 30_000_000)
    async with running(tmp_path / "db", context={"pages": pages}) as server:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.app.settings.port))
            deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(10):
                await lost.wait()
        monkeypatch.setattr(uvicorn_server, "WRITE_TIMEOUT", 5.0)  # whoever reads may be slow on a busy machine
        async with httpx.AsyncClient(base_url=server.base, timeout=20) as http:
            assert len((await http.get("/")).content) == 30_000_000  # who reads, however much it is


# The counting itself


class Connected:
    def __init__(self) -> None:
        self.closed = False

    def close_at_once(self) -> None:
        self.closed = True


HERE, THERE = Address("192.0.2.1"), Address("192.0.2.2")


def admitted(limits: ConnectionLimits, address: Address, *, works: bool = False) -> tuple[Connected, Admission]:
    connection = Connected()
    admission = limits.admit(connection, address)
    if works:
        limits.works(connection)
    return connection, admission


def test_the_connection_that_waited_longest_makes_room() -> None:
    limits = ConnectionLimits(capacity=10, per_address=3)
    first, second, third = (admitted(limits, HERE)[0] for _ in range(3))
    limits.works(first)
    limits.waits(first)  # answered: it begins to wait anew
    assert admitted(limits, HERE)[1] is Admission.OPEN
    assert (first.closed, second.closed, third.closed) == (False, True, False)
    assert admitted(limits, THERE)[1] is Admission.OPEN
    assert not third.closed


def test_connections_at_work_are_never_closed_for_others() -> None:
    limits = ConnectionLimits(capacity=5, per_address=2, reserve=1)
    at_work = [admitted(limits, HERE, works=True)[0] for _ in range(2)]
    reserved, admission = admitted(limits, HERE)
    assert admission is Admission.HEALTH_ONLY
    assert admitted(limits, HERE, works=True)[1] is Admission.HEALTH_ONLY  # in place of the one that waited
    assert reserved.closed
    assert admitted(limits, HERE)[1] is Admission.REFUSED
    assert not any(one.closed for one in at_work)
    assert [admitted(limits, THERE, works=True)[1] for _ in range(2)] == [Admission.OPEN] * 2
    assert admitted(limits, Address("192.0.2.3"), works=True)[1] is Admission.OPEN
    assert admitted(limits, Address("192.0.2.4"))[1] is Admission.REFUSED  # all five
    limits.release(at_work[0])
    assert admitted(limits, Address("192.0.2.4"))[1] is Admission.OPEN


def test_a_whole_network_has_no_more_than_half() -> None:
    limits = ConnectionLimits(capacity=100, per_address=10, reserve=0)
    found = [admitted(limits, Address(f"2001:db8:1:{number:x}::/64"), works=True)[1] for number in range(90)]
    assert found.count(Admission.OPEN) == 50
    assert admitted(limits, Address("2001:db8:2::/64"))[1] is Admission.OPEN


def test_nothing_is_left_of_connections_that_are_gone() -> None:
    limits = ConnectionLimits(capacity=6, per_address=2)
    found: list[Any] = [admitted(limits, Address(f"2001:db8:1:{number % 5:x}::/64"))[0] for number in range(40)]
    for connection in found:
        limits.release(connection)
        limits.release(connection)
        limits.waits(connection)
    assert not limits.open
    assert not limits._keys
    assert not limits._waiting
