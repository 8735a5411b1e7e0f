"""A write-ahead log that was left behind by a crash: what of it counts, and what is said if some of it does not."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from stolik.store.protocol import Store
from stolik.store.rows import Change
from stolik.store.sqlite.connection import connect, migrate
from store.samples import Place, an_append, begin
from store.sqlite.test_files import open_fails

FRAME = 4096 + 24
HEADER = 32
APPENDS = 6


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """The file of a store whose machine lost its power: everything it has acknowledged is in the log."""
    path = tmp_path / "running" / "stolik.db"

    async def work(store: Store) -> None:
        await begin(store)
        for seq in range(APPENDS):
            assert await store.commit(Change(append=an_append(seq)))
        shutil.copytree(path.parent, tmp_path / "crashed")

    Place(str(path)).run(work)
    return tmp_path / "crashed" / "stolik.db"


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def change(path: Path, at: int, byte: int | None = None) -> None:
    """Damage one byte of the log; a negative place counts from its end."""
    data = bytearray(wal_of(path).read_bytes())
    data[at] = data[at] ^ 0xFF if byte is None else byte
    wal_of(path).write_bytes(data)


def appends_in(path: Path) -> int:
    found = 0

    async def count(store: Store) -> None:
        nonlocal found
        found = len(await store.log("m"))

    Place(str(path)).run(count)
    return found


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "write-ahead log" in record.getMessage()]


def test_all_that_was_acknowledged_is_in_a_log_that_is_whole(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert appends_in(crashed) == APPENDS
    assert told(caplog) == []


CUT: dict[str, Callable[[bytes], bytes]] = {
    "torn in the middle of the last frame": lambda data: data[:-1000],
    "torn in the head of the last frame": lambda data: data[: -FRAME + 10],
}


@pytest.mark.parametrize("how", CUT)
def test_a_torn_end_is_said_and_the_rest_counts(crashed: Path, how: str, caplog: pytest.LogCaptureFixture) -> None:
    wal_of(crashed).write_bytes(CUT[how](wal_of(crashed).read_bytes()))
    assert appends_in(crashed) == APPENDS - 1
    (line,) = told(caplog)
    assert "ends in the middle of a transaction" in line


def test_a_damaged_end_is_said_and_the_rest_counts(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    change(crashed, -2000)
    assert appends_in(crashed) == APPENDS - 1
    (line,) = told(caplog)
    assert "its last transaction is damaged" in line
    assert caplog.records[-1].levelno >= logging.WARNING


def test_rubbish_behind_the_end_is_said(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    with wal_of(crashed).open("ab") as log:
        log.write(bytes(range(256)) * 40)
    assert appends_in(crashed) == APPENDS
    (line,) = told(caplog)
    assert "10240 bytes" in line


def test_damage_before_transactions_that_were_acknowledged_is_refused(crashed: Path) -> None:
    """SQLite would read up to the damage, and drop the rest without a word."""
    change(crashed, -3 * FRAME + 500)
    before = wal_of(crashed).read_bytes()
    sentence = open_fails(Place(str(crashed)))
    assert "the write-ahead log is damaged" in sentence
    assert "3 transactions" in sentence
    assert wal_of(crashed).read_bytes() == before
    change(crashed, -3 * FRAME + 500)  # as it was
    assert appends_in(crashed) == APPENDS


def test_a_log_whose_head_is_damaged_is_refused(crashed: Path) -> None:
    change(crashed, 20)
    before = wal_of(crashed).read_bytes()
    assert "the head of the write-ahead log is damaged" in open_fails(Place(str(crashed)))
    assert wal_of(crashed).read_bytes() == before


def test_a_transaction_that_never_ended_is_not_missed(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The process was killed between two frames: what it had written so far is no transaction."""
    change(crashed, -FRAME + 7, 0)  # the last frame no longer says that its transaction ends with it
    assert appends_in(crashed) == APPENDS - 1
    (line,) = told(caplog)
    assert "ends in the middle of a transaction" in line


def test_what_is_left_of_an_older_log_is_normal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After a checkpoint SQLite writes over its log from the beginning, and the old end stays."""
    path = tmp_path / "running" / "stolik.db"
    path.parent.mkdir()
    connection = connect(path)
    migrate(connection, path)
    for number in range(40):
        connection.execute("INSERT INTO guests VALUES (?, ?, 1.0)", (str(number), "x" * 2000))
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    connection.execute("INSERT INTO guests VALUES ('last', 'one', 1.0)")
    shutil.copytree(path.parent, tmp_path / "crashed")
    connection.close()
    crashed = tmp_path / "crashed" / "stolik.db"
    assert wal_of(crashed).stat().st_size > 20 * FRAME

    async def look(store: Store) -> None:
        assert await store.guest("last") is not None

    Place(str(crashed)).run(look)
    assert told(caplog) == []
