"""A table that the store cannot read any more is closed with a word and an alarm; all others go on."""

import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from stolik.server.tables.table_state import log_name
from support.databases import fresh_database
from support.servers import Guest, Line, RunningServer, running
from support.table_guests import at_turn, seated

CLOSED = 4410
WORD = "cannot be read"

ROWS = {
    "the table's row": "UPDATE tables SET body = {bad} WHERE id = '{table}'",
    "its format": "UPDATE tables SET body = {odd} WHERE id = '{table}'",
    "the match's head": "UPDATE matches SET header = {bad} WHERE id = '{table}.1'",
    "the dealer's secret": "UPDATE matches SET secret = 'no number' WHERE id = '{table}.1'",
    "an entry of the log": "UPDATE log SET entries = {bad} WHERE match = '{table}.1' AND seq = 0",
    "an entry that is none": "UPDATE log SET entries = {odd} WHERE match = '{table}.1' AND seq = 0",
}
LITERALS = {
    "sqlite": {"bad": "x'00ff7b22'", "odd": "x'7b7d'"},
    "postgres": {"bad": r"'\x00ff7b22'::bytea", "odd": r"'\x7b7d'::bytea"},
}
Execute = Callable[[str], Awaitable[None]]


def place(kind: str, tmp_path: Path) -> tuple[str, Execute]:
    """A database, and a way to its rows past the server."""
    database = str(tmp_path / "db") if kind == "sqlite" else fresh_database()

    async def execute(sql: str) -> None:
        if kind == "postgres":
            connection = await asyncpg.connect(database)
            await connection.execute(sql)
            await connection.close()
        else:
            file = sqlite3.connect(database)
            file.execute(sql)
            file.commit()
            file.close()

    return database, execute


def on(guest: Guest, server: RunningServer) -> Guest:
    found = Guest(server.base, guest.name, guest.headers["authorization"].split()[1])
    server._guests.append(found)
    return found


async def two_matches(server: RunningServer) -> tuple[str, str, list[Guest]]:
    """Two tables with the same people, both playing."""
    table, guests = await seated(server, "no_thanks", "mpp")
    other = await guests[0].make_table("no_thanks", "mpp", public=True)
    for guest in guests[1:]:
        assert (await guest.do(other, "sit"))["type"] == "accepted"
    for id_ in (table, other):
        assert (await guests[0].do(id_, "start"))["type"] == "accepted"
        await move_once(server, id_, guests)
    return table, other, guests


async def move_once(server: RunningServer, table: str, guests: list[Guest]) -> None:
    async with on(guests[0], server).line(table) as line:
        await line.until(lambda line: line.position)
        (seat,) = line.position["awaited"]  # type: ignore[index]
    async with on(guests[seat], server).line(table) as line:
        await at_turn(line)
        assert (await line.move({"type": "take"}))["type"] == "accepted"


async def refused_at_the_door(guest: Guest, table: str) -> Line:
    """What somebody who comes with a socket is told."""
    async with guest.line(table) as line:
        with pytest.raises(ConnectionError):
            await line.until(lambda line: False, patience=10)
    return line


async def assert_closed(server: RunningServer, guest: Guest, table: str) -> None:
    answer = await guest.http.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
    assert WORD in answer.json()["text"]
    assert (await guest.do(table, "say", text="hello?"))["code"] == "damaged"
    line = await refused_at_the_door(guest, table)
    assert (line.frames[-1]["code"], line.closed) == ("damaged", CLOSED)
    metrics = (await guest.http.get("/metrics")).text
    assert "stolik_damaged_tables 1.0" in metrics
    assert 'stolik_errors_total{where="damage"} 1.0' in metrics
    health = await guest.http.get("/health")
    assert health.status_code == 503
    assert "Tables that are closed because they cannot be read: 1." in health.json()["text"]
    assert (await guest.http.get("/health/ready")).status_code == 200  # the others go on


def alarms(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith("stolik") and record.levelname == "ERROR"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("what", ROWS)
async def test_a_damaged_table_is_closed_and_the_others_go_on(
    what: str, kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, execute = place(kind, tmp_path)
    async with running(database) as server:
        table, other, guests = await two_matches(server)
    await execute(ROWS[what].format(table=table, **LITERALS[kind]))
    async with running(database) as server:
        ala = on(guests[0], server)
        await assert_closed(server, ala, table)
        await move_once(server, other, guests)
        assert [found["id"] for found in await ala.get("/api/tables", status="playing")] == [other]
        assert other in {found["id"] for found in await ala.get("/api/me/tables")}
    (alarm,) = alarms(caplog)
    assert alarm.exc_info is None
    assert vars(alarm)["table"] == log_name(table)
    assert table not in alarm.getMessage()


async def test_those_who_sit_there_are_told_when_it_is_found(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database, execute = place("postgres", tmp_path)
    async with running(database) as server:
        table, other, guests = await two_matches(server)
        async with guests[0].line(table) as line, guests[1].line(other) as elsewhere:
            await line.until(lambda line: line.position)
            await elsewhere.until(lambda line: line.position)
            bad = LITERALS["postgres"]["bad"]
            await execute(f"UPDATE tables SET body = {bad}, revision = revision + 1 WHERE id = '{table}'")
            await execute(f"NOTIFY stolik, 'another table {table}'")
            with pytest.raises(ConnectionError):
                await line.until(lambda line: False, patience=10)
            assert (line.frames[-1]["type"], line.frames[-1]["code"], line.closed) == ("refused", "damaged", CLOSED)
            await assert_closed(server, guests[0], table)
            await move_once(server, other, guests)
            assert elsewhere.closed is None
    assert len(alarms(caplog)) == 1


async def test_a_table_that_was_repaired_opens_again(tmp_path: Path) -> None:
    database, execute = place("postgres", tmp_path)
    async with running(database) as server:
        table, _, guests = await two_matches(server)
        (live,) = [found for found in server.app.tables.live if found.state.id == table]
    await execute(f"CREATE TABLE kept AS SELECT * FROM tables WHERE id = '{live.state.id}'")
    await execute(ROWS["the table's row"].format(table=table, **LITERALS["postgres"]))
    async with running(database) as server:
        ala = on(guests[0], server)
        await assert_closed(server, ala, table)
        await execute("UPDATE tables SET body = kept.body FROM kept WHERE tables.id = kept.id")
        await move_once(server, table, guests)
        assert (await ala.http.get("/health")).status_code == 200
        assert "stolik_damaged_tables 0.0" in (await ala.http.get("/metrics")).text


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_log_with_a_gap_is_an_alarm_and_its_match_can_be_given_up(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, execute = place(kind, tmp_path)
    async with running(database) as server:
        table, other, guests = await two_matches(server)
    await execute(f"DELETE FROM log WHERE match = '{table}.1' AND seq = 0")
    async with running(database) as server:
        ala = on(guests[0], server)
        assert "entry 0 of the log is missing" in (await ala.get(f"/api/tables/{table}"))["trouble"]
        assert "stolik_damaged_tables 1.0" in (await ala.http.get("/metrics")).text
        await move_once(server, other, guests)
        assert (await ala.do(table, "renew"))["type"] == "accepted"
        assert (await ala.do(table, "start"))["type"] == "accepted"
    (alarm,) = alarms(caplog)
    assert "entry 0 of the log is missing" in alarm.getMessage()


MATCH_ROWS = {
    "its head": "UPDATE matches SET header = {bad} WHERE id = '{table}.1'",
    "its secret": "UPDATE matches SET secret = 'no number' WHERE id = '{table}.1'",
    "an entry": "UPDATE log SET entries = {bad} WHERE match = '{table}.1' AND seq = 0",
    "an entry that is none": "UPDATE log SET entries = {odd} WHERE match = '{table}.1' AND seq = 0",
    "a missing entry": "DELETE FROM log WHERE match = '{table}.1' AND seq = 0",
    "an entry that does not fit": "UPDATE log SET entries = {unfit} WHERE match = '{table}.1' AND seq = 0",
}
UNFIT = {"sqlite": 'CAST(\'[{"seat":1,"move":{"type":"take"}}]\' AS BLOB)'}
UNFIT["postgres"] = 'convert_to(\'[{"seat":1,"move":{"type":"take"}}]\', \'UTF8\')'


@pytest.mark.parametrize(
    ("what", "kind", "workers"),
    [*((what, kind, 0) for what in MATCH_ROWS for kind in LITERALS), ("an entry", "sqlite", 1)],
)
async def test_a_finished_match_that_cannot_be_read_is_refused_with_an_alarm(
    what: str, kind: str, workers: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, execute = place(kind, tmp_path)
    async with running(database) as server:
        ala = await server.guest()
        table, other = [await finished_match(ala) for _ in range(2)]
    literals = LITERALS[kind] | {"unfit": UNFIT[kind]}
    await execute(MATCH_ROWS[what].format(table=table, **literals))
    async with running(database, workers=workers, warm=False) as server:
        ala = on(ala, server)
        for path in ("replay", "proof", "record", "verify"):
            answer = await ala.http.get(f"/api/matches/{table}.1/{path}")
            if what == "its secret" and path == "replay":
                assert answer.status_code in (200, 503), "a replay needs no secret"
                continue
            assert (answer.status_code, answer.json()["code"]) == (503, "damaged"), path
            assert (await ala.http.get(f"/api/matches/{other}.1/{path}")).status_code == 200
        assert 'stolik_errors_total{where="damage"} 1.0' in (await ala.http.get("/metrics")).text
        assert (await ala.http.get("/health/ready")).status_code == 200
        assert (await ala.do(other, "start"))["type"] == "accepted"
    (alarm,) = alarms(caplog)
    assert "match 1" in alarm.getMessage()
    assert vars(alarm)["table"] == log_name(table)
    assert table not in alarm.getMessage()


async def finished_match(guest: Guest) -> str:
    table = await guest.make_table("no_thanks", "bbb")
    async with guest.line(table) as line:
        await line.until(lambda line: line.table)
        await line.ask("start")
        await line.until(lambda line: line.over)
    return table


async def test_damaged_chat_closes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stolik.store.protocol import Fault, StoreFailed

    async def damaged(*_: object) -> None:
        raise StoreFailed("database disk image is malformed", Fault.DAMAGED)

    async with running(tmp_path / "db") as server:
        table, _, guests = await two_matches(server)
    async with running(tmp_path / "db") as server:
        monkeypatch.setattr(server.app.store, "chat", damaged)
        await move_once(server, table, guests)


async def test_a_bot_at_a_damaged_table_is_not_woken_again_and_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, execute = place("sqlite", tmp_path)
    async with running(database) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        assert (await ala.do(table, "start"))["type"] == "accepted"
    await execute(f"UPDATE tables SET body = x'00', wake = 1.0 WHERE id = '{table}'")
    async with running(database) as server:
        for _ in range(5):
            await server.app.tables.sweep()
    assert len(alarms(caplog)) == 1


# Pages of the file


def spoil_log_of(file: Path, table: str, other: str) -> None:
    """Overwrite the pages that hold the log of a match and nothing of another's."""
    data = bytearray(file.read_bytes())
    size = 4096
    spoiled = 0
    for start in range(size, len(data), size):
        page = data[start : start + size]
        if (
            page[0] == 0x0A
            and f"{table}.1".encode() in page
            and b'"move"' in page
            and f"{other}.1".encode() not in page
        ):
            data[start : start + size] = os.urandom(size)
            spoiled += 1
    assert spoiled
    file.write_bytes(data)


def keep_apart(file: Path) -> None:
    """Many matches between the two, so that they lie on different pages."""
    connection = sqlite3.connect(file)
    for number in range(256):
        id_ = f"{chr(33 + number % 94)}{number}"
        connection.execute(
            "INSERT INTO tables VALUES (?, ?, 1, 'no_thanks', 'over', 0, 1.0, 1.0, NULL, x'7b7d')", (id_, id_)
        )
        connection.execute("INSERT INTO matches VALUES (?, ?, 1, x'7b7d', '', 1.0, 1.0)", (f"{id_}.1", id_))
        connection.executemany(
            "INSERT INTO log VALUES (?, ?, ?, 1.0, NULL, NULL, '')",
            [(f"{id_}.1", seq, b"[" + b" " * 900 + b"]") for seq in range(5)],
        )
    connection.commit()
    connection.close()


async def test_damaged_pages_are_told_and_tables_on_other_pages_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "db"
    async with running(database) as server:
        table, other, guests = await two_matches(server)
    keep_apart(database)
    spoil_log_of(database, table, other)
    async with running(database) as server:
        ala = on(guests[0], server)
        async with ala.line(other) as line:
            await line.until(lambda line: line.position)
        text = ""
        for _ in range(100):  # found by itself, before anybody comes to that table
            answer = await ala.http.get("/health")
            if answer.status_code == 503:
                text = answer.json()["text"]
                break
        assert text == "The store is damaged."
        assert (await ala.http.get("/health/ready")).status_code == 200
        assert (await ala.get(f"/api/tables/{table}"))["code"] == "damaged"
        await move_once(server, other, guests)
        assert "Tables that are closed because they cannot be read: 1." in (await ala.get("/health"))["text"]
    messages = [record.getMessage() for record in alarms(caplog)]
    assert len(messages) == 2, messages
    assert "stolik doctor" in messages[0]
