"""Headers, limits, logs without secrets, health, metrics, and a stop that loses nothing."""

import asyncio
import contextlib
import logging
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from stolik.server.admission.rate_limits import Rate, Rates
from stolik.server.guests import COOKIE
from stolik.server.logging_setup import JsonFormatter, PlainFormatter
from stolik.server.settings import Settings, from_environment
from stolik.server.tables.table_state import log_name
from stolik.store.protocol import StoreFailed
from support.processes import Node, node
from support.servers import GENEROUS, Guest, running

STRICT = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


async def test_every_answer_has_security_headers(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        for path in ("/", "/api/games", "/api/nothing", "/health", "/metrics", "/schema/openapi.json", "/api/me"):
            answer = await http.get(path)
            assert STRICT.items() <= dict(answer.headers).items(), path
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            if path.startswith("/api/"):
                assert answer.headers["cache-control"] == "no-store"


def limited(**rates: Rate) -> Rates:
    return msgspec.structs.replace(GENEROUS, **rates)


@pytest.mark.parametrize(
    ("limit", "method", "path", "body"),
    [
        ("requests", "GET", "/api/games", None),
        ("names", "POST", "/api/guests", {"name": "x", "program": "x"}),
        ("names", "PATCH", "/api/me", {"name": "x"}),
        ("codes", "GET", "/api/codes/ABCDEF", None),
        ("verifications", "POST", "/api/verify", {}),
        ("hints", "GET", "/api/tables/{table}/hint", None),
        (
            "tables",
            "POST",
            "/api/tables",
            {"game": "yacht", "options": {"players": 1}, "chairs": [{"kind": "me"}]},
        ),
    ],
)
async def test_too_much_is_too_fast(limit: str, method: str, path: str, body: object, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        path = path.format(table=await ala.make_table("yacht", "m"))
        rates = limited(**{limit: Rate(2, 0.001)})
        server.app.limits.rates = rates
        server.app.limits._buckets.clear()
        codes = [(await ala.http.request(method, path, json=body)).status_code for _ in range(4)]
        assert codes[0] != 429
        assert codes[3] == 429
        answer = await ala.http.request(method, path, json=body)
        assert answer.json()["code"] == "too_fast"
        assert answer.headers["retry-after"] == "1"


async def test_a_guest_cannot_change_names_faster_from_many_addresses(tmp_path: Path) -> None:
    async with running(tmp_path / "db", trust_proxy=True) as server:
        ala, olek = await server.guest(), await server.guest("Olek")
        server.app.limits.rates = limited(names=Rate(2, 0.001))
        server.app.limits._buckets.clear()

        async def renamed(guest: Guest, address: str) -> int:
            headers = {"x-forwarded-for": address}
            return (await guest.http.patch("/api/me", json={"name": "x"}, headers=headers)).status_code

        assert [await renamed(ala, f"192.0.2.{number}") for number in range(3)] == [200, 200, 429]
        assert await renamed(olek, "192.0.2.9") == 200


async def test_talk_and_commands_are_limited(tmp_path: Path) -> None:
    few = Rate(3, 0.001)
    async with running(tmp_path / "db", rates=limited(chat=few, reactions=few)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            for command in ({"type_": "say", "text": "hi"}, {"type_": "react", "reaction": "wow"}):
                answers = [await line.ask(**command) for _ in range(5)]
                assert [answer["type"] for answer in answers] == ["accepted"] * 3 + ["refused"] * 2
                assert answers[-1]["code"] == "too_fast"
    async with running(tmp_path / "db", rates=limited(commands=Rate(5, 0.001))) as server:
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            for _ in range(9):
                await line.socket.send('{"type":"beat","id":1}')
            await line.until(lambda line: len(line.frames) >= 10)
            kinds = [frame["type"] for frame in line.frames if frame["type"] in ("accepted", "refused")]
            assert kinds == ["accepted"] * 5 + ["refused"] * 4
        await ala.http.aclose()


async def test_sockets_are_counted(tmp_path: Path) -> None:
    async with running(tmp_path / "db", sockets_per_guest=2, sockets_per_address=3) as server:
        ala, olek = await server.guest(), await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        url = f"{server.base.replace('http', 'ws')}/api/tables/{table}/socket"

        async def said(guest: Guest) -> str:
            async with connect(url, additional_headers=guest.headers) as socket:
                return str(await socket.recv())

        async with connect(url, additional_headers=ala.headers), connect(url, additional_headers=ala.headers):
            await asyncio.sleep(0.1)
            assert "too_fast" in await said(ala)
            async with connect(url, additional_headers=olek.headers):
                await asyncio.sleep(0.1)
                assert "too_fast" in await said(olek)
        await asyncio.sleep(0.2)
        assert "snapshot" in await said(ala)
        await asyncio.sleep(0.2)
        assert not server.app.sockets.open_sockets


async def test_ids_cannot_be_guessed(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        ids = {await ala.make_table("no_thanks", "mbb") for _ in range(20)}
        assert len(ids) == 20
        assert all(len(id_) >= 16 for id_ in ids)  # 96 random bits
        codes = {(await ala.get(f"/api/tables/{id_}"))["code"] for id_ in ids}
        assert all(re.fullmatch("[A-HJ-NP-Z]{6}", code) for code in codes)
        assert len(codes) == 20


async def test_no_secret_is_ever_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(tmp_path / "db") as server:
        async with httpx.AsyncClient(base_url=server.base, headers={"origin": server.base}) as http:
            await http.post("/api/guests", json={"name": "Ala"})
            cookie = http.cookies[COOKIE]
            link = (await http.post("/api/me/link")).json()["key"]
            await http.post("/api/me/claim", json={"key": link})
        olek = await server.guest("Olek")
        table = await olek.make_table("stakes", "mrr")
        async with olek.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start", entropy="olek's own words")
            await line.move({"type": "nonsense"})
            await line.ask("say", text="a private joke")
            await line.play_to_the_end(Random(1))
        secret = (await olek.get(f"/api/matches/{table}.1/record"))["secret"]
    formatter = JsonFormatter()
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets"))]
    assert {record.name.split(".")[0] for record in ours} >= {"stolik"}
    text = "\n".join(formatter.format(record) for record in ours)
    token = olek.headers["authorization"].split()[1]
    for hidden in (cookie, link, token, secret, "olek's own words", "a private joke", "nonsense"):
        assert hidden not in text


async def test_a_table_that_the_store_has_lost_is_logged_by_its_log_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The id is a key to the table: whoever reads logs must not be able to sit down there."""

    async def lost(*_: object) -> None:
        return None

    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        await ala.do(table, "start")
        live = await server.app.tables.get(table)
        with monkeypatch.context() as broken:
            broken.setattr(server.app.store, "table", lost)
            await live.call(live.refresh)
        del server.app.tables._live[table]
        await live.stop()
        with monkeypatch.context() as broken:
            broken.setattr(server.app.store, "match", lost)
            await server.app.tables._wake(table)
            assert (await ala.http.get(f"/api/tables/{table}")).status_code == 503
    ours = [record for record in caplog.records if record.name.startswith("stolik")]
    assert {name for record in ours if (name := vars(record).get("table"))} == {log_name(table)}
    for formatter in (JsonFormatter(), PlainFormatter()):
        text = "\n".join(map(formatter.format, ours))
        assert f"table {log_name(table)} is missing" in text
        assert f"match {log_name(table)}.1 is missing" in text
        assert table not in text


def test_a_log_line_says_what_it_is_about() -> None:
    record = logging.makeLogRecord({"msg": "bot failed", "levelname": "ERROR", "table": "1f", "bot_level": "hard"})
    assert PlainFormatter().format(record).endswith("bot failed table=1f bot_level=hard")
    line = msgspec.json.decode(JsonFormatter().format(record))
    assert (line["level"], line["table"], line["bot_level"]) == ("error", "1f", "hard")


async def test_health_and_metrics(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.play_to_the_end(Random(1))
            await line.move({"type": "take"})
            assert await ala.get("/health") == {"ok": True, "tables": 1}
            text = (await ala.http.get("/metrics")).text
        for line_ in (
            'stolik_matches_finished_total{game="no_thanks"} 1.0',
            'stolik_subscribers{transport="socket"} 1.0',
            'stolik_refusals_total{code="finished"} 1.0',
            "stolik_live_tables 1.0",
        ):
            assert line_ in text
        assert re.search(r'stolik_moves_total\{by="bot"\} [1-9]', text)
        assert re.search(r'stolik_moves_total\{by="person"\} [1-9]', text)
        assert table not in text


async def test_metrics_can_be_kept_private(tmp_path: Path) -> None:
    async with running(tmp_path / "db", metrics="off") as server, httpx.AsyncClient(base_url=server.base) as http:
        assert (await http.get("/metrics")).status_code == 404


async def test_a_broken_store_is_said_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> bool:
        raise StoreFailed("the disk is on fire")

    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        for name in ("Olek", "Ewa"):
            await (await server.guest(name)).do(table, "sit")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position)
            before = line.position
            assert before is not None
            with monkeypatch.context() as broken:
                broken.setattr(server.app.store, "commit", fails)
                broken.setattr(server.app.store, "ping", fails)
                answer = await line.ask("hand_over")
                assert (answer["type"], answer["code"]) == ("refused", "unavailable")
                assert (await ala.http.get("/health")).status_code == 503
            assert line.position == before
            assert (await line.ask("hand_over"))["type"] == "accepted"


def test_a_stop_sends_everybody_away_and_loses_nothing(tmp_path: Path) -> None:
    settings: dict[str, object] = {
        "database": str(tmp_path / "db"),
        "workers": 1,
        "bot_delay": [0.0, 0.0],
        "bot_floor": 0.0,
        "rates": msgspec.to_builtins(GENEROUS),
    }
    with node(settings, tmp_path / "log") as server:
        table, token, answer, closed = asyncio.run(stop_in_the_middle(server))
        assert server.process.wait(timeout=20) == 0
    assert closed == 1012  # "service restart": come back
    with node(settings, tmp_path / "log") as server:
        assert asyncio.run(length_of(server.base, table, token)) >= answer["seq"]
        assert server.stop() == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


async def stop_in_the_middle(server: Node) -> tuple[str, str, dict[str, Any], int | None]:

    ala = await Guest.introduced(server.base, "Ala")
    table = await ala.make_table("no_thanks", "mbb")
    async with ala.line(table) as line:
        await line.until(lambda line: line.table)
        await line.ask("start")
        await line.until(lambda line: line.position and 0 in line.position["awaited"])
        answer = await line.move({"type": "take"})
        server.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(ConnectionError):
            await line.until(lambda line: False)
    await ala.http.aclose()
    return table, ala.headers["authorization"].split()[1], answer, line.closed


async def length_of(base: str, table: str, token: str) -> int:
    ala = Guest(base, "Ala", token)
    found: int = (await ala.get(f"/api/matches/{table}.1/replay"))["last"]
    await ala.http.aclose()
    return found


def test_a_second_server_on_the_same_file_is_refused_in_words(tmp_path: Path) -> None:

    settings: dict[str, object] = {"database": str(tmp_path / "db"), "workers": 0}
    with node(settings, tmp_path / "log"):
        command = [sys.executable, "-m", "stolik", "serve", "--port", "0", "--database", str(tmp_path / "db")]
        found = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert found.returncode == 1
    assert "is in use by another server" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_port_that_is_taken_is_refused_in_words(tmp_path: Path) -> None:

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "stolik", "serve", "--port", port, "--database", str(tmp_path / "db")]
        found = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert found.returncode == 2
    assert port in found.stderr
    assert "Traceback" not in found.stderr


def test_the_environment_is_read_and_nonsense_is_refused() -> None:
    given = {"STOLIK_PORT": "9000", "STOLIK_ORIGINS": "https://a.example https://b.example", "STOLIK_TRUST_PROXY": "1"}
    found = Settings(**from_environment(given))  # type: ignore[arg-type]
    assert (found.port, found.origins, found.trust_proxy) == (9000, ("https://a.example", "https://b.example"), True)
    for bad in ({"STOLIK_PORT": "70000"}, {"STOLIK_PORT": "x"}, {"STOLIK_METRICS": "perhaps"}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            from_environment(bad)
