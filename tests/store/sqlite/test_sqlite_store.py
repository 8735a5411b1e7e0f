"""The embedded store: one server at a time, and what happens when its disk is full."""

import asyncio
import sqlite3
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stolik.store.open_store import store_at
from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change, Wake
from stolik.store.sqlite import writer_client
from stolik.store.sqlite.connection import connect, migrate
from stolik.store.sqlite.ipc import Answer, Job
from stolik.store.sqlite.store import SqliteStore
from stolik.store.sqlite.writer import group_commit
from store.samples import Place, a_match, a_table, an_append, begin, refused, together


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


def test_what_waits_goes_to_the_writer_together(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    receive = writer_client._receive

    async def counted(process: Process) -> list[Answer]:
        answers = await receive(process)
        told.append(len(answers))
        return answers

    monkeypatch.setattr(writer_client, "_receive", counted)

    async def work(store: Store) -> None:
        await begin(store)
        told.clear()
        assert all(await asyncio.gather(*(store.commit(Change(append=an_append(seq))) for seq in range(500))))
        assert sum(told) == 500
        assert len(told) < 20  # one for each commit

    place.run(work)


def test_what_waits_goes_in_one_commit(path: Path) -> None:
    path.parent.mkdir()
    connection = connect(path)
    migrate(connection, path)
    table = Job(change=Change(table=a_table(), match=a_match()))
    appends = [Job(append=an_append(seq)) for seq in range(100)]
    other = Job(change=Change(append=an_append(100), wake=Wake("t", 1.0)))
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    assert group_commit(connection, [table]) == [Answer()]
    for jobs in (appends[:99], [other, appends[99]], [appends[0], other]):
        statements.clear()
        answers = group_commit(connection, jobs)
        assert answers == [Answer(0 if jobs[0] is appends[0] and len(jobs) == 2 else 1)] * len(jobs)
        assert len([one for one in statements if one.startswith(("COMMIT", "INSERT"))]) <= len(jobs) + 1
        assert statements.count("COMMIT") == (0 if len(jobs) == 99 else 1)
    connection.close()


def test_a_writer_that_dies_is_started_again_and_nothing_is_doubled(place: Place) -> None:
    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await begin(store)
        kept = 0
        for number in range(3):
            many = [an_append(1000 * number + seq) for seq in range(400)]
            waiting = [asyncio.ensure_future(store.commit(Change(append=row))) for row in many]
            await asyncio.sleep(0.001 * number)
            process = store._writer._process
            assert process is not None
            process.kill()
            answers = await together(*waiting)
            while store._writer._process is process:  # it may have answered all of them before it died
                await asyncio.sleep(0.001)
            written = {row.seq for row in await store.log("m")}
            for row, answer in zip(many, answers, strict=True):
                assert answer is True or "exited" in str(answer)
                if answer is True:
                    assert row.seq in written, "acknowledged and lost"
            for row in many:  # what was not acknowledged may be tried again
                assert await store.commit(Change(append=row)) is (row.seq not in written)
            kept += len(many)
            assert len(await store.log("m")) == kept

    place.run(work)


@on_sqlite
async def test_nobody_waits_for_a_writer_that_cannot_start_again(store: SqliteStore) -> None:
    await begin(store)
    writer = store._writer

    async def cannot() -> Process:
        raise StoreFailed("no room for it")

    writer._spawn = cannot  # type: ignore[method-assign]
    process = writer._process
    assert process is not None
    process.kill()
    while writer._process is not None:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # it has been tried once, and will be again
    waiting = asyncio.ensure_future(store.commit(Change(append=an_append(0))))
    await asyncio.sleep(0)
    await store.close()
    async with asyncio.timeout(5):
        assert isinstance((await together(waiting))[0], StoreFailed)


@pytest.mark.parametrize(
    ("module", "said"), [("stolik.store.sqlite_writer", "exit status 1"), ("stolik.store.rows", "exit status 0")]
)
def test_a_writer_that_cannot_be_started_is_named_at_once(
    place: Place, monkeypatch: pytest.MonkeyPatch, module: str, said: str
) -> None:
    """A module that is not there (any more), and one that does nothing."""
    monkeypatch.setattr(writer_client, "WRITER", module)

    async def open_() -> None:
        async with asyncio.timeout(20):
            await store_at(place.database).open()

    with pytest.raises(StoreFailed, match=rf"writer process did not start \(python -m {module}, {said}\)"):
        asyncio.run(open_())


def test_a_writer_without_an_interpreter_is_an_error_of_the_store(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    with pytest.raises(StoreFailed, match="writer process cannot be started"):
        asyncio.run(store_at(place.database).open())


@on_sqlite
async def test_what_cannot_even_be_said_fails_alone(store: SqliteStore) -> None:
    await begin(store)
    changes = [Change(append=an_append(seq)) for seq in (0, 2**80, 1)]
    good, bad, also_good = await together(*map(store.commit, changes))
    assert (good, also_good) == (True, True)
    assert isinstance(bad, StoreFailed)


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
    await store._execute(f"PRAGMA max_page_count = {pages or 1}")


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
