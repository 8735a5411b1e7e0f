"""A store that is frozen, full or silent: everybody is told in time, `/health` says why, and a stop is a stop."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from support.databases import fresh_database
from support.processes import Node, children, frozen, is_running, node, writer_of
from support.servers import GENEROUS, Guest, Line
from support.small_disk import small_disk
from support.stalling_proxy import stalling_proxy
from support.table_guests import at_turn

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="it looks for processes in /proc")

SETTINGS: dict[str, object] = {"workers": 0, "bot_delay": [0.0, 0.02], "bot_floor": 0.0}
SETTINGS |= {"rates": msgspec.to_builtins(GENEROUS)}
IN_TIME = 2.0
"""Seconds in which `/health` answers, whatever the store does."""
STOPPED = 10.0
"""Seconds in which a server ends, whatever the store does."""


async def health(base: str, path: str = "/health") -> tuple[int, dict[str, Any]]:
    """What it says, in time."""
    async with httpx.AsyncClient(base_url=base, timeout=20, verify=False) as http:  # reading certificates takes time
        begun = time.monotonic()
        answer = await http.get(path)
        assert time.monotonic() - begun < IN_TIME
    return answer.status_code, answer.json()


async def until_well(base: str) -> None:
    async with asyncio.timeout(20):
        while (await health(base))[0] != 200:
            await asyncio.sleep(0.1)


@asynccontextmanager
async def playing(server: Node) -> AsyncIterator[tuple[str, Guest, Line]]:
    """A match of three people; the one whose turn it is."""
    guests = [await Guest.introduced(server.base, name) for name in ("Ala", "Olek", "Ewa")]
    table = await guests[0].make_table("no_thanks", "mpp")
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    assert (await guests[0].do(table, "start"))["type"] == "accepted"
    async with guests[0].line(table) as line:
        await line.until(lambda line: line.position)
        assert line.position is not None
        (seat,) = line.position["awaited"]
    async with guests[seat].line(table) as line:
        await at_turn(line)
        yield table, guests[seat], line
    for guest in guests:
        await guest.http.aclose()


def lines_of(log: Path, level: str = "error") -> list[str]:
    lines = [msgspec.json.decode(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line["message"] for line in lines if line["level"] == level]


def test_a_frozen_writer_is_told_to_everybody_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def main(server: Node) -> None:
        async with playing(server) as (table, guest, line):
            assert await health(server.base) == (200, {"ok": True, "tables": 1})
            with frozen(writer_of(server)):
                status, said = await health(server.base)
                assert (status, said["text"]) == (503, "The store does not answer.")
                assert (await health(server.base, "/health/live"))[0] == 200
                status, said = await health(server.base, "/health/ready")
                assert (status, said["text"]) == (503, "The store does not answer.")
                move = {"match": 1, "number": line.position["number"], "seen": line.position["seq"]}  # type: ignore[index]
                begun = time.monotonic()
                asked: list[Any] = [
                    line.ask("move", **move, moves={"type": "take"}),
                    line.ask("say", text="hello?"),
                    line.ask("hand_over"),
                    guest.http.post("/api/tables", json={"game": "x", "options": {}, "chairs": [{"kind": "me"}]}),
                    guest.http.patch("/api/me", json={"name": "Zofia"}),
                ]
                moved, spoke, handed, made, renamed = await asyncio.gather(*asked)
                assert time.monotonic() - begun < 8
                for answer in (moved, spoke, handed, renamed.json()):
                    assert (answer["type"], answer["code"]) == ("refused", "unavailable")
                assert renamed.status_code == 503
                assert made.status_code == 400  # what needs no store is answered as ever
                begun = time.monotonic()
                again = await line.ask("move", **move, moves={"type": "take"})
                assert again["code"] == "unavailable"
                assert time.monotonic() - begun < 3
            await until_well(server.base)
            accepted = await line.ask("move", **move, moves={"type": "take"})
            assert accepted["type"] == "accepted"
            assert (await line.ask("move", **move, moves={"type": "take"}))["seq"] == accepted["seq"]
            assert (await line.ask("say", text="hello!"))["type"] == "accepted"
            await line.until(lambda line: any(frame["type"] == "said" for frame in line.frames))
            async with guest.line(table) as again_there:
                await again_there.until(lambda line: line.table)
                assert [said["text"] for said in again_there.frames[0]["chat"]] == ["hello!"]
            assert (await health(server.base, "/health/ready"))[0] == 200

    with node(SETTINGS | {"database": str(tmp_path / "db")}, log) as server:
        asyncio.run(main(server))
        assert server.stop() == 0
    assert "Traceback" not in log.read_text()
    assert len(lines_of(log)) == 1
    assert "has not answered" in lines_of(log)[0]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_stop_is_a_stop_whatever_the_store_does(kind: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    if kind == "sqlite":
        settings = SETTINGS | {"database": str(tmp_path / "db")}
        with node(settings, log) as server:
            asyncio.run(stopped_in_trouble(server, lambda: os.kill(writer_of(server), signal.SIGSTOP)))
    else:
        with stalling_proxy(fresh_database()) as proxy:
            settings = SETTINGS | {"database": proxy.url}
            with node(settings, log) as server:
                asyncio.run(stopped_in_trouble(server, proxy.stall))
            proxy.resume()
            with node(settings, log) as server:
                assert server.stop() == 0
            assert "Traceback" not in log.read_text()
            return
    begun = time.monotonic()
    with node(settings, log) as server:  # nobody holds the file any more
        assert time.monotonic() - begun < 10
        assert server.stop() == 0
    assert "Traceback" not in log.read_text()


async def stopped_in_trouble(server: Node, trouble: Any) -> None:
    async with playing(server) as (table, guest, line):
        writer = children(server.process.pid)
        trouble()
        moving = asyncio.create_task(line.move({"type": "take"}))
        talking = asyncio.create_task(guest.http.post(f"/api/tables/{table}/do", json={"type": "say", "text": "hm"}))
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = await asyncio.to_thread(server.process.wait, 30)
        assert time.monotonic() - begun < STOPPED
        assert status == 0
        assert not any(map(is_running, writer))
        answers = await asyncio.gather(moving, talking, return_exceptions=True)
        assert all(isinstance(answer, Exception) or "unavailable" in str(answer) for answer in _texts(answers))


def _texts(answers: list[Any]) -> list[Any]:
    return [answer.text if isinstance(answer, httpx.Response) else answer for answer in answers]


HANGS = """
import asyncio, sys, threading, time
from stolik.cli import main
from stolik.store.sqlite.store import SqliteStore

def hang(*_):
    time.sleep(1000)

async def never(self):
    if sys.argv[1] == "thread":  # one that no exit of the interpreter would end
        threading.Thread(target=hang).start()
    elif sys.argv[1] == "loop":
        hang()
    else:
        await asyncio.sleep(1000)

SqliteStore.close = never
main(["serve", "--port", "0", "--workers", "0", "--log", "json", "--database", sys.argv[2]])
"""


@pytest.mark.parametrize(
    "what", ["thread", pytest.param("task", marks=pytest.mark.long), pytest.param("loop", marks=pytest.mark.long)]
)
def test_a_server_that_hangs_is_ended_by_force(tmp_path: Path, what: str) -> None:
    """With the command and the event loop that hosts use."""
    command = [sys.executable, "-c", HANGS, what, str(tmp_path / "db")]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
    assert process.stdout is not None
    with process.stdout:
        assert any(b"Ctrl-C closes it" in line for line in process.stdout)
    (writer,) = [pid for pid, line in children(process.pid).items() if "stolik.store.sqlite.writer" in line]
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 1
    assert time.monotonic() - begun < STOPPED
    (line,) = lines_of(tmp_path / "log")
    assert "was ended" in line
    assert not is_running(writer)


@pytest.mark.parametrize("again", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_command_stops_though_its_writer_is_frozen(tmp_path: Path, again: bool) -> None:
    command = [sys.executable, "-m", "stolik", "serve", "--port", "0", "--workers", "1", "--log", "json"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--database", str(tmp_path / "db")], stdout=subprocess.PIPE, stderr=log)
    assert process.stdout is not None
    with process.stdout:
        assert any(b"Ctrl-C closes it" in line for line in process.stdout)
    (writer,) = [pid for pid, line in children(process.pid).items() if "stolik.store.sqlite.writer" in line]
    os.kill(writer, signal.SIGSTOP)
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    if again:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)  # whoever is impatient changes nothing
    assert process.wait(timeout=30) == 0, (tmp_path / "log").read_text()
    assert time.monotonic() - begun < STOPPED
    assert not is_running(writer)
    (line,) = lines_of(tmp_path / "log")
    assert "SQLite writer process did not end and was killed" in line


def test_a_server_that_cannot_start_yet_can_be_stopped(tmp_path: Path) -> None:
    with stalling_proxy(fresh_database()) as proxy:
        proxy.stall()
        server = Node.__new__(Node)
        server.launch(SETTINGS | {"database": proxy.url}, tmp_path / "log")
        time.sleep(2)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=30)
        assert time.monotonic() - begun < STOPPED
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_silent_database_is_told_to_everybody_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def main(server: Node, stall: Any, resume: Any) -> None:
        async with playing(server) as (_, guest, line):
            assert line.position is not None
            move = {"match": 1, "number": line.position["number"], "seen": line.position["seq"]}
            stall()
            status, said = await health(server.base)
            assert (status, said["text"]) == (503, "The store does not answer.")
            assert (await health(server.base, "/health/live"))[0] == 200
            begun = time.monotonic()
            moved, spoke = await asyncio.gather(
                line.ask("move", **move, moves={"type": "take"}), line.ask("say", text="hello?")
            )
            assert time.monotonic() - begun < 9
            assert (moved["code"], spoke["code"]) == ("unavailable", "unavailable")
            assert (await guest.http.get("/api/me/tables")).status_code == 503
            resume()
            await until_well(server.base)
            async with asyncio.timeout(20):
                while (accepted := await line.ask("move", **move, moves={"type": "take"}))["type"] == "refused":
                    assert accepted["code"] == "unavailable"
            assert (await line.ask("move", **move, moves={"type": "take"}))["seq"] == accepted["seq"]

    with (
        stalling_proxy(fresh_database()) as proxy,
        node(SETTINGS | {"database": proxy.url}, log) as server,
    ):
        asyncio.run(main(server, proxy.stall, proxy.resume))
        assert server.stop() == 0
    assert "Traceback" not in log.read_text()


def test_a_move_that_was_kept_though_nobody_was_told_is_told_later(tmp_path: Path) -> None:
    """The answer of the database was lost: the mover was refused, and yet the match has gone on."""

    async def main(server: Node, stall: Any, resume: Any) -> None:
        async with playing(server) as (_, _, line):
            assert (await line.move({"type": "take"}))["type"] == "accepted"  # the next one is a single question
            now = await at_turn(line)
            move = {"match": 1, "number": now["number"], "seen": now["seq"]}
            stall()
            refused = await line.ask("move", **move, moves={"type": "take"})
            assert refused["code"] == "unavailable"
            resume()
            await line.until(lambda line: line.position["seq"] > now["seq"])  # type: ignore[index]
            accepted = await line.ask("move", **move, moves={"type": "take"})
            assert accepted["type"] == "accepted"
            assert accepted["seq"] > now["seq"]

    with (
        stalling_proxy(fresh_database()) as proxy,
        node(SETTINGS | {"database": proxy.url}, tmp_path / "log") as server,
    ):
        asyncio.run(main(server, proxy.stall_answers, proxy.resume))
        assert server.stop() == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_full_disk_is_told_to_everybody_and_nothing_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def main(server: Node, disk: Path) -> None:
        async with playing(server) as (_, guest, line):
            free = os.statvfs(disk)
            (disk / "films").write_bytes(bytes(free.f_bavail * free.f_frsize))
            async with asyncio.timeout(30):
                while (await line.ask("say", text="x" * 300))["type"] == "accepted":
                    pass
                while (await health(server.base))[0] == 200:
                    pass
            for path in ("/health", "/health/ready"):
                status, said = await health(server.base, path)
                assert (status, said["text"]) == (503, "The disk of the store is full.")
            assert (await health(server.base, "/health/live"))[0] == 200
            before = line.position
            refused = await line.move({"type": "take"})
            assert (refused["type"], refused["code"]) == ("refused", "unavailable")
            assert line.position == before
            assert (await guest.http.get("/api/me/tables")).status_code == 200  # reading goes on
            (disk / "films").unlink()
            await until_well(server.base)
            assert (await line.move({"type": "take"}))["type"] == "accepted"

    with (
        small_disk(tmp_path / "disk") as disk,
        node(SETTINGS | {"database": str(disk / "db")}, log) as server,
    ):
        asyncio.run(main(server, disk))
        assert server.stop() == 0
    assert "Traceback" not in log.read_text()
    assert str(tmp_path) not in "".join(lines_of(log, "info"))


def test_killing_the_writer_is_one_clear_line_and_the_game_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def main(server: Node) -> None:
        async with playing(server) as (_, guest, line):
            for _ in range(2):
                os.kill(writer_of(server), signal.SIGKILL)
                moved, said, renamed = await asyncio.gather(
                    line.move({"type": "take"}),
                    line.ask("say", text="hm"),
                    guest.http.patch("/api/me", json={"name": "Z"}),
                )
                assert (moved["type"], said["type"]) == ("accepted", "accepted")
                assert renamed.status_code in (200, 503)
                await at_turn(line)

    with node(SETTINGS | {"database": str(tmp_path / "db")}, log) as server:
        asyncio.run(main(server))
        assert server.stop() == 0
    assert len(lines_of(log)) == 2, lines_of(log)
    assert all("killed by SIGKILL" in line and "runs again" in line for line in lines_of(log))
    assert lines_of(log, "warning") == []
    assert "Traceback" not in log.read_text()
