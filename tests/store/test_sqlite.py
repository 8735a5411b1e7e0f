"""The embedded store: one server at a time, and what happens when its disk is full."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stolik.store.opening import store_at
from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change, Wake
from stolik.store.sqlite import SqliteStore
from store.places import Place, a_table, an_append, begin, refused, together


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder that is not there yet" / "stolik.db"


@pytest.fixture
def place(path: Path) -> Place:
    return Place(str(path))


def on_sqlite(test: Callable[[SqliteStore], Awaitable[None]]) -> Callable[[Place], None]:
    def run(place: Place) -> None:
        async def work(store: Store) -> None:
            assert isinstance(store, SqliteStore)
            await test(store)

        place.run(work)

    run.__name__ = test.__name__
    return run


def test_a_second_server_is_refused(place: Place) -> None:
    async def work(store: Store) -> None:
        second = store_at(place.database)
        assert "in use by another server" in await refused(second.open())
        await second.close()
        await begin(store)
        assert await store.table("t") == a_table()

    place.run(work)
    place.run(Store.ping)  # the first has let go


def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(place: Place, path: Path) -> None:
    place.run(Store.ping)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 1000")
    connection.close()
    with pytest.raises(StoreFailed, match=r"newer Stolik \(schema 1000\)"):
        place.run(Store.ping)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1000,)
    connection.close()


def test_what_is_no_database_is_refused(place: Place, path: Path) -> None:
    path.parent.mkdir()
    path.write_text("a shopping list, much longer than a header of a database: " + "milk, " * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        place.run(Store.ping)


@on_sqlite
async def test_what_waits_goes_in_one_commit(store: SqliteStore) -> None:
    await begin(store)
    statements: list[str] = []
    await store._write(lambda connection: connection.set_trace_callback(statements.append))
    assert all(await asyncio.gather(*(store.commit(Change(append=an_append(seq))) for seq in range(500))))
    assert 1 <= statements.count("COMMIT") < 100


@on_sqlite
async def test_when_the_disk_is_full_nothing_is_acknowledged(store: SqliteStore) -> None:
    await begin(store)
    assert await store.commit(Change(append=an_append(0)))
    await limit(store, 0)  # the fewest pages: as many as there are
    big = bytes(100_000)
    changes = [Change(append=an_append(seq, entries=big), wake=Wake("t", 1.0)) for seq in range(1, 10)]
    changes.append(Change(table=a_table(revision=2, body=big)))
    answers = await together(*(store.commit(change) for change in changes))
    assert [type(answer) for answer in answers] == [StoreFailed] * 10
    assert all("full" in str(answer) for answer in answers)
    assert await store.log("m") == [an_append(0)]
    assert await store.table("t") == a_table()
    await limit(store, 1_000_000)
    assert await together(*(store.commit(change) for change in changes)) == [True] * 10
    assert len(await store.log("m")) == 10


async def limit(store: SqliteStore, pages: int) -> None:
    await store._write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages or 1}").fetchone())


@on_sqlite
async def test_whoever_stops_waiting_stops_nobody_else(store: SqliteStore) -> None:
    await begin(store)
    tasks = [asyncio.ensure_future(store.commit(Change(append=an_append(seq)))) for seq in range(20)]
    await asyncio.sleep(0)
    tasks[7].cancel()
    answers = await together(*tasks)
    assert [answer for seq, answer in enumerate(answers) if seq != 7] == [True] * 19


def test_a_database_is_an_address_or_a_path() -> None:
    with pytest.raises(ValueError, match="not mysql://"):
        store_at("mysql://ann:hush@host/db")
    with pytest.raises(ValueError, match="postgresql://…") as failed:
        store_at("mysql://ann:hush@host/db")
    assert "hush" not in str(failed.value)
