"""What the manual of the server promises about keeping, nodes and stopping, as far as no other test is about it."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stolik.store
from stolik.store.postgres.store import PostgresStore
from stolik.store.protocol import Store
from stolik.store.rows import Change
from stolik.store.sqlite.store import SqliteStore
from store.samples import Place, an_append, begin
from support.databases import fresh_database
from support.processes import is_running, node, writer_of
from support.servers import GENEROUS, Guest, RunningServer, running
from support.table_guests import at_turn, is_past, seated

linux = pytest.mark.skipif(not Path("/proc").exists(), reason="it looks for processes in /proc")
SETTINGS: dict[str, object] = {"workers": 0, "bot_delay": [0.0, 0.02], "bot_floor": 0.0}
SETTINGS |= {"rates": msgspec.to_builtins(GENEROUS)}


def on(guest: Guest, server: RunningServer) -> Guest:
    """The same guest, at another node."""
    found = Guest(server.base, guest.name, guest.headers["authorization"].split()[1])
    server._guests.append(found)
    return found


# What was acknowledged survives a power cut


@linux
def test_a_commit_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    """As the kernel sees it: the log is written, then synced, and only then does the writer answer."""
    if shutil.which("strace") is None:
        pytest.skip("there is no strace here")
    trace = tmp_path / "trace"

    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await begin(store)
        command = ["strace", "-y", "-e", "trace=pwrite64,fdatasync,fsync,write", "-o", str(trace), "-p"]
        tracing = await asyncio.create_subprocess_exec(*command, str(store._writer._pid), stderr=-1)
        assert tracing.stderr is not None
        if b"attached" not in await tracing.stderr.readline():
            pytest.skip("processes may not be traced here")
        assert await store.commit(Change(append=an_append(0)))
        tracing.terminate()
        await tracing.communicate()

    Place(str(tmp_path / "stolik.db")).run(work)
    calls = [f"{found[1]} {found[2]}" for found in re.finditer(r"(\w+)\(\d+<.*?([^/]+?)>", trace.read_text())]
    order = [call for call in calls if call.startswith(("pwrite64 stolik.db-wal", "fdatasync", "fsync", "write pipe"))]
    assert order[0] == "pwrite64 stolik.db-wal"
    assert order[-2:] in (["fdatasync stolik.db-wal", order[-1]], ["fsync stolik.db-wal", order[-1]]), order
    assert order[-1].startswith("write pipe"), order


def test_commits_wait_for_the_disk_in_both_databases(tmp_path: Path) -> None:
    async def sqlite(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        assert (await store._execute("PRAGMA synchronous")).rows == [(2,)]  # FULL
        assert (await store._execute("PRAGMA journal_mode")).rows == [("wal",)]

    async def postgres(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        assert (await store._rows("SHOW synchronous_commit"))[0][0] == "on"

    Place(str(tmp_path / "stolik.db")).run(sqlite)
    Place(fresh_database()).run(postgres)


# A table is kept for good


def test_nothing_that_was_played_or_said_is_ever_deleted() -> None:
    folder = Path(stolik.store.__file__).parent
    text = "\n".join(file.read_text() for pattern in ("*.py", "*.sql") for file in folder.rglob(pattern))
    deleted = set(re.findall(r"DELETE FROM \"?(\w+)", text))
    assert deleted == {"sitting", "tokens"}  # who sits where is also in the table's row; tokens are taken away
    assert not re.search(r"DROP TABLE|TRUNCATE TABLE", text)


async def test_a_match_goes_on_after_years(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "no_thanks", "mpp")
        assert (await guests[0].do(table, "say", text="see you"))["type"] == "accepted"
        assert (await guests[0].do(table, "start"))["type"] == "accepted"
    async with running(tmp_path / "db", {"now": lambda: time.time() + 10 * 365 * 86400}) as server:
        async with on(guests[0], server).line(table) as line:
            await line.until(lambda line: line.position)
            assert [said["text"] for said in line.frames[0]["chat"]] == ["see you"]
            (seat,) = line.position["awaited"]  # type: ignore[index]
        async with on(guests[seat], server).line(table) as line:
            await at_turn(line)
            assert (await line.move({"type": "take"}))["type"] == "accepted"


# How a move goes


async def test_nobody_is_told_of_a_move_before_it_is_kept_and_a_stop_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "no_thanks", "mpp")
        assert (await guests[0].do(table, "start"))["type"] == "accepted"
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position)
            (seat,) = line.position["awaited"]  # type: ignore[index]
        commit, kept = server.app.store.commit, asyncio.Event()

        async def slowly(change: Change) -> bool:
            await kept.wait()
            return await commit(change)

        monkeypatch.setattr(server.app.store, "commit", slowly)
        async with guests[seat].line(table) as line, guests[(seat + 1) % 3].line(table) as other:
            before = (await at_turn(line))["seq"]
            await other.until(lambda line: line.position)
            moving = asyncio.create_task(line.move({"type": "take"}))
            await asyncio.sleep(0.2)
            assert not moving.done()
            assert not is_past(before, other)
            assert (await server.app.tables.get(table)).session.match.seq == before  # type: ignore[union-attr]
            stopping = asyncio.create_task(server.app.close())
            await asyncio.sleep(0.2)
            late = asyncio.create_task(other.ask("say", text="one more"))
            await asyncio.sleep(0.1)
            kept.set()
            assert (await late)["code"] == "unavailable"
            answer = await moving
            assert answer["type"] == "accepted"
            await stopping
            assert is_past(before, other)
            assert (line.closed or other.closed) in (None, 1012)
    monkeypatch.undo()
    async with running(tmp_path / "db") as server:
        assert (await server.app.tables.get(table)).session.match.seq == answer["seq"]  # type: ignore[union-attr]


async def test_a_second_writer_of_an_entry_tries_again_on_top_of_the_first() -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, olek) = await seated(one, "stakes", "mp")
        assert (await ala.do(table, "start"))["type"] == "accepted"
        store: Any = two.app.store
        async with ala.line(table) as first, on(olek, two).line(table) as second:
            for line in (first, second):
                await line.until(lambda line: line.position and line.position["awaited"] == [0, 1])
            store._listener._on_notification = lambda *_: None  # it does not hear of the other
            moves = [line.position["legal"][0] for line in (first, second)]  # type: ignore[index]
            assert (await first.move(moves[0]))["type"] == "accepted"
            answer = await second.move(moves[1])
            assert answer["type"] == "accepted"
            assert two.app.metrics.write_conflicts._value.get() >= 1
            await first.until(lambda line: is_past(answer["seq"] - 1, line))
            for server in (one, two):
                session = (await server.app.tables.get(table)).session
                assert session is not None
                assert [entry.seat for entry in session.match.log if entry.seat is not None] == [0, 1]


# Several nodes


@linux
def test_a_pause_is_taken_over_when_its_node_dies(tmp_path: Path) -> None:
    """The node that wrote the reveal should end it; another does, after a few seconds of silence."""
    settings = SETTINGS | {"database": fresh_database(), "pause_timeout": 1.0, "takeover_delay": 1.0}

    async def main(one: Any, two: Any) -> None:
        ala = await Guest.introduced(one.base, "Ala")
        olek = await Guest.introduced(two.base, "Olek")
        table = await ala.make_table("raise", "mp")
        assert (await olek.do(table, "sit"))["type"] == "accepted"
        async with olek.line(table) as watching:
            async with ala.line(table) as line:
                await line.until(lambda line: line.table)
                assert (await line.ask("start"))["type"] == "accepted"
                await line.until(lambda line: line.position)
                await watching.until(lambda line: line.position)
                async with asyncio.timeout(30):
                    while line.position["pause"] is None:  # type: ignore[index]
                        for there in (watching, line):  # who is last has written: Ala's node, in the end
                            now = there.position
                            assert now is not None
                            if there.you["seat"] in now["awaited"]:
                                await there.move(now["legal"][-1])
                        await asyncio.sleep(0.02)
                one.kill()
            paused = line.position["seq"]  # type: ignore[index]
            await watching.until(lambda line: is_past(paused, line), patience=15)
        for guest in (ala, olek):
            await guest.http.aclose()

    with node(settings, tmp_path / "1.log") as one, node(settings, tmp_path / "2.log") as two:
        asyncio.run(main(one, two))


def socket_inodes(pid: int) -> set[str]:
    inodes = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since it was listed
            if found := re.match(r"socket:\[(\d+)\]", str(file.readlink())):
                inodes.add(found[1])
    return inodes


@linux
def test_a_node_listens_at_its_own_port_alone(tmp_path: Path) -> None:
    """There is no other way between nodes than the database."""
    with node(SETTINGS | {"database": fresh_database()}, tmp_path / "log") as server:
        inodes = socket_inodes(server.process.pid)
        listening = []
        for table in ("tcp", "tcp6", "udp", "udp6"):
            for line in Path(f"/proc/{server.process.pid}/net/{table}").read_text().splitlines()[1:]:
                _, local, _, state, *_, inode = line.split()[:10]
                if inode in inodes and (state == "0A" or table.startswith("udp")):
                    listening.append(int(local.rpartition(":")[2], 16))
        assert listening == [server.port]


# Stopping


@linux
def test_the_writer_ends_with_its_server_however_that_ended(tmp_path: Path) -> None:
    for end in (signal.SIGTERM, signal.SIGKILL):
        with node(SETTINGS | {"database": str(tmp_path / "db")}, tmp_path / "log") as server:
            writer = writer_of(server)
            server.process.send_signal(end)
            server.process.wait(timeout=20)
        until = time.monotonic() + 5
        while is_running(writer) and time.monotonic() < until:
            time.sleep(0.02)
        assert not is_running(writer)


@linux
def test_ctrl_c_stops_everything_as_gently(tmp_path: Path) -> None:
    """A terminal sends it to all processes at once, to the writer and the bots too."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "stolik", "serve", "--port", str(port), "--database", str(tmp_path / "db")]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
    assert process.stdout is not None
    with process.stdout:
        assert any(b"Ctrl-C closes it" in line for line in process.stdout)

    async def main() -> tuple[str, Guest, dict[str, Any], int | None]:
        ala = await Guest.introduced(f"http://127.0.0.1:{port}", "Ala")
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            assert (await line.ask("start"))["type"] == "accepted"
            await at_turn(line)
            answer = await line.move({"type": "take"})
            os.killpg(process.pid, signal.SIGINT)
            with pytest.raises(ConnectionError):
                await line.until(lambda line: False)
        await ala.http.aclose()
        return table, ala, answer, line.closed

    table, ala, answer, closed = asyncio.run(main())
    assert process.wait(timeout=20) == 0
    assert (answer["type"], closed) == ("accepted", 1012)

    async def look() -> None:
        async with running(tmp_path / "db") as server:
            session = (await server.app.tables.get(table)).session
            assert session is not None
            assert session.match.seq >= answer["seq"]
            assert (await on(ala, server).get("/api/me"))["name"] == "Ala"

    asyncio.run(look())
    assert "Traceback" not in (tmp_path / "log").read_text()
