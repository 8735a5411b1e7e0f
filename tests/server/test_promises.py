"""What docs/hosts/server.md says of safety, refusals and limits is so."""

import asyncio
import re
import sqlite3
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from stolik.server import app, guests
from stolik.server.admission.client_address import Address
from stolik.server.admission.rate_limits import HOUSEHOLD, NEIGHBOURS, Rate, RateLimits, Rates
from stolik.server.api import matches
from stolik.server.app_context import AppContext
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import Say
from stolik.server.settings import Settings
from stolik.server.transport import connection_limits, uvicorn_server, websocket, websocket_protocol
from stolik.store.open_store import store_at
from stolik.store.protocol import Fault, StoreFailed
from support.databases import fresh_database
from support.servers import GENEROUS, Guest, Line, running
from support.table_guests import seated

MANUAL = (Path(__file__).parent.parent.parent / "docs/hosts/server.md").read_text("utf-8")
ROWS = {
    "requests to the API": "requests",
    "pages": "pages",
    "new guests and names": "names",
    "codes and links": "codes",
    "new tables": "tables",
    "commands": "commands",
    "things said": "chat",
    "reactions": "reactions",
    "hints": "hints",
    "verifications": "verifications",
}


def said(pattern: str) -> str:
    found = re.search(pattern, MANUAL, re.DOTALL)
    assert found is not None, pattern
    return " ".join(found[0].split())


def row(beginning: str) -> list[str]:
    line = next(line for line in MANUAL.splitlines() if line.startswith(f"| {beginning}"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


# The tables of limits


def test_every_rate_is_in_the_table_as_it_is() -> None:
    assert set(ROWS.values()) == set(Rates.__struct_fields__)
    for beginning, name in ROWS.items():
        burst, each_second, _ = row(beginning)
        assert Rate(float(burst), float(each_second)) == getattr(Rates(), name), name
    assert HOUSEHOLD == NEIGHBOURS == 8
    assert MANUAL.count("eight times as much") == 2


def test_what_may_be_open_at_once_is_in_the_table_as_it_is() -> None:
    settings = Settings()
    assert row("sockets; and feeds") == [str(settings.sockets_per_guest), str(settings.sockets_per_address)]
    assert row("requests under way") == ["", str(settings.requests_per_address)]
    assert row("connections")[1].startswith(f"{connection_limits.MAX_PER_ADDRESS:,}, or a quarter")
    assert f"room for {connection_limits.MAX_CONNECTIONS:,} connections" in MANUAL


def test_sizes_and_times_are_in_the_table_as_they_are() -> None:
    kilo = 1024
    assert row("head of a request") == [f"{uvicorn_server.MAX_HEAD_SIZE // kilo} kB"]
    assert row("body of a request") == [f"{app.MAX_BODY_SIZE // kilo} kB; {matches.MAX_RECORD_SIZE // 10**6} MB"]
    command, message = websocket.MAX_COMMAND_SIZE // kilo, websocket_protocol.MAX_FRAME_SIZE // kilo
    assert row("command; message") == [f"{command} kB; {message} kB, in {websocket.MAX_FRAGMENTS} pieces"]
    longest = Say.__annotations__["text"].__metadata__[0].max_length
    assert row("name or label") == [f"{guests.MAX_NAME_LENGTH} characters; {longest} characters"]
    first, request, unread = (
        int(seconds)
        for seconds in (
            uvicorn_server.FIRST_BYTE_TIMEOUT,
            uvicorn_server.REQUEST_TIMEOUT,
            uvicorn_server.WRITE_TIMEOUT,
        )
    )
    text = said(r"Who says nothing for.*?\n\n")
    assert re.findall(r"\d+", text) == [str(number) for number in (first, request, unread, uvicorn_server.KEEP_ALIVE)]


def test_short_codes_can_be_tried_twenty_times_and_then_once_every_five_seconds() -> None:
    now = [0.0]
    limits = RateLimits(Rates(), lambda: now[0])

    def tried() -> bool:
        try:
            limits.check(limits.rates.codes, "codes", Address("192.0.2.1"))
        except RequestRefused:
            return False
        return True

    assert [tried() for _ in range(21)] == [True] * 20 + [False]
    for _ in range(3):
        now[0] += 4.8
        assert not tried()
        now[0] += 0.2
        assert tried()


# Refusals


def test_all_codes_of_refusals_are_listed() -> None:
    listed = said(r"\*\*Refusals\*\* have a `code`: .*?;").removeprefix("**Refusals** have a `code`: ").rstrip(";")
    assert sorted(listed.split(", ")) == sorted(code.value for code in ErrorCode)


async def test_a_command_has_at_most_16_kb_and_a_message_64(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, AsyncExitStack() as lines:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        line = await lines.enter_async_context(ala.line(table))
        await line.until(lambda line: line.table)
        for size, answer in {
            16 * 1024: "accepted",
            16 * 1024 + 1: "too_large",
            64 * 1024: "too_large",
        }.items():
            await line.socket.send(f'{{"type":"beat","id":{size}}}'.ljust(size))
            await line.until(lambda line, size=size: _answers(line, size))  # type: ignore[misc]
            assert answer in _answers(line, size)[0].values()
        assert line.closed is None
        with pytest.raises(ConnectionError, match="1009"):
            await _too_much(line)


def _answers(line: Line, id_: int) -> list[dict[str, str]]:
    return [frame for frame in line.frames if frame.get("id") == id_]


async def _too_much(line: Line) -> None:
    with suppress(ConnectionClosed):
        await line.socket.send("x" * (64 * 1024 + 1))
    await line.until(lambda line: False)


async def test_a_body_has_at_most_32_kb(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        for size, status in {32 * 1024: 201, 32 * 1024 + 1: 413}.items():
            body = b'{"name":"x","program":"y"}'.ljust(size)
            for content in (body, _in_pieces(body)):
                answer = await ala.http.post(
                    "/api/guests", content=content, headers={"content-type": "application/json"}
                )
                assert answer.status_code == status, size


async def _in_pieces(body: bytes):  # type: ignore[no-untyped-def]
    """Without a length that could be known beforehand."""
    for start in range(0, len(body), 5000):
        yield body[start : start + 5000]


# Safety


async def test_no_get_sets_a_cookie(tmp_path: Path) -> None:
    found = app.litestar_app(AppContext(Settings(), store_at("never-opened.db")))
    paths = [route.path for route in found.routes if "GET" in getattr(route, "methods", ())]
    assert len(paths) > 10
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        for path in (*paths, "/me", "/move", f"/t/{table}"):
            real = (
                path.replace("{table:str}", table).replace("{match:str}", f"{table}.1").replace("{code:str}", "ABCDEF")
            )
            for headers in ({}, ala.headers):
                answer = await http.get(real, params={"subscriber": "x", "wait": 0}, headers=headers)
                assert "set-cookie" not in answer.headers, path


async def test_refusals_have_security_headers_too(tmp_path: Path) -> None:
    rates = Rates(requests=Rate(4, 0.0001))
    async with running(tmp_path / "db", rates=rates) as server, httpx.AsyncClient(base_url=server.base) as http:
        answers = [
            await http.post("/api/guests", json={}, headers={"origin": "https://evil.example"}),
            await http.post("/api/guests", content=b"x", headers={"content-type": "text/plain"}),
            await http.post("/api/guests", content=b'"\xff"'),
            await http.post("/api/guests", content=b" " * 40_000),
            await http.get("/api/games"),
        ]
        assert [answer.status_code for answer in answers] == [403, 415, 400, 413, 429]
        for answer in answers:
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"


async def test_a_token_that_is_removed_leaves_the_sockets_that_it_opened(tmp_path: Path) -> None:
    """It is listed among what is not there."""
    assert "a token that is removed does not close the sockets" in said(r"What is not there: .*?\n\Z")
    async with running(tmp_path / "db") as server, AsyncExitStack() as lines:
        ala = await server.guest()
        made = (await ala.http.post("/api/me/tokens", json={"label": "bot"})).json()
        program = Guest(server.base, "Ala", made["token"])
        table = await ala.make_table("no_thanks", "mbb")
        line = await lines.enter_async_context(program.line(table))
        await line.until(lambda line: line.table)
        assert (await ala.http.delete(f"/api/me/tokens/{made['id']}")).status_code == 204
        assert (await program.http.get("/api/me")).status_code == 401
        assert (await line.ask("say", text="still here"))["type"] == "accepted"
        await program.http.aclose()


# Time and trouble


@pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.name)
async def test_health_says_what_is_wrong_with_the_store(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing() -> None:
        raise StoreFailed("as the driver says it", fault)

    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        monkeypatch.setattr(server.app.store, "ping", failing)
        for path in ("/health", "/health/ready"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["text"]) == (503, fault.value)
            assert "driver" not in answer.text
    assert f"| {fault.value} |" in MANUAL or fault is Fault.BROKEN


async def test_a_lock_by_another_program_is_told_as_one(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base, timeout=20) as http:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        said = ""
        async with asyncio.timeout(30):
            while said != Fault.LOCKED.value:
                answer = await http.get("/health")
                assert answer.status_code == 503
                said = answer.json()["text"]
        other.close()
        async with asyncio.timeout(30):
            while (await http.get("/health")).status_code != 200:
                await asyncio.sleep(0.1)


async def test_each_node_counts_limits_for_itself() -> None:
    database, rates = fresh_database(), msgspec.structs.replace(GENEROUS, names=Rate(2, 0.0001))
    statuses = []
    async with running(database, rates=rates) as one, running(database, rates=rates) as other:
        for server in (one, other):
            async with httpx.AsyncClient(base_url=server.base) as http:
                made = [await http.post("/api/guests", json={"name": f"G {k}", "program": "p"}) for k in range(40)]
                statuses.append([answer.status_code for answer in made])
    assert statuses[0] == statuses[1], "the second begins to count anew"
    assert {201, 429} == set(statuses[0])


async def test_an_idle_connection_is_kept_for_as_long_as_it_says_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_server, "KEEP_ALIVE", 1)
    async with running(tmp_path / "db") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.settings.port)
        for idle in (0.0, 0.5):
            await asyncio.sleep(idle)
            writer.write(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200"), "it is still open"
            await reader.readuntil(b"}")
        async with asyncio.timeout(10):
            assert await reader.read() == b"", "and then it is closed"
        writer.close()


async def test_a_sleeping_table_can_be_woken_a_week_later(tmp_path: Path) -> None:
    week = 7 * 24 * 3600.0
    passed = [0.0]
    context = {"now": lambda: time.time() + passed[0], "monotonic": lambda: time.monotonic() + passed[0]}
    async with running(tmp_path / "db", context, away_timeout=0.5, idle_timeout=60.0) as server:
        table, guests = await seated(server, "no_thanks", "mpp", clock=5)
        await guests[0].do(table, "start")
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position)
            then = dict(line.position or {})
        passed[0] = week
        await server.app.tables.sweep()
        assert server.app.tables.if_live(table) is None, "it has left memory"
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position)
            assert line.position is not None
            assert line.position["seq"] == then["seq"]
            assert [chair["stand_in"] for chair in line.table["chairs"]] == ["", "", ""]
            left = [end - line.frames[0]["now"] for end in line.position["clocks"].values()]
            assert all(4000 <= milliseconds <= 5000 for milliseconds in left), "with a full clock"
