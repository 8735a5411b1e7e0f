"""The store that many nodes share: they may write at once, outlive an outage and tell no passwords."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from stolik.store.migrations import newest
from stolik.store.postgres import statements
from stolik.store.postgres.store import PostgresStore
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, Wake
from store.nodes import Node, execute, until, with_two_nodes
from store.samples import a_table, a_word, an_append, begin, refused, together
from support.databases import server

PASSWORD = "hush-hush"


# Two nodes that write


@with_two_nodes
async def test_of_two_nodes_that_race_for_a_seq_one_wins(here: Node, there: Node) -> None:
    await begin(here.store)
    await begin(here.store, "u", "n")
    for seq in range(20):
        changes = [(node, match) for match in "mn" for node in (here, there) for _ in range(10)]
        won = await asyncio.gather(
            *(node.store.commit(Change(append=an_append(seq, match), wake=Wake("t", 1.0))) for node, match in changes)
        )
        assert sum(won[:20]) == sum(won[20:]) == 1


@with_two_nodes
async def test_of_two_nodes_that_change_a_table_one_wins(here: Node, there: Node) -> None:
    await begin(here.store)
    for revision in range(2, 12):
        change = Change(table=a_table(revision=revision), append=an_append(revision))
        late = Change(append=an_append(revision), wake=Wake("t", 1.0))
        won = await asyncio.gather(
            *(node.store.commit(which) for node in (here, there) for which in (change, change)),
        )
        assert sum(won) == 1
        assert not await there.store.commit(late)


@with_two_nodes
async def test_two_nodes_talk_at_one_table(here: Node, there: Node) -> None:
    await begin(here.store)
    said = [node.store.add_chat(a_word(str(n))) for n in range(40) for node in (here, there)]
    assert sorted(await asyncio.gather(*said)) == list(range(1, 81))
    assert len(await here.store.chat("t")) == 80


@with_two_nodes
async def test_two_nodes_share_a_key(here: Node, there: Node) -> None:
    keys = await asyncio.gather(*(node.store.shared_key("k", node.store.node.encode()) for node in (here, there)))
    assert keys[0] == keys[1]


@with_two_nodes
async def test_those_who_wait_for_a_row_leave_room_for_others(here: Node, there: Node) -> None:
    await begin(here.store)
    connection = await asyncpg.connect(here.store._url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT 1 FROM tables FOR UPDATE")
            talking = [asyncio.create_task(here.store.add_chat(a_word(str(n)))) for n in range(30)]
            await asyncio.sleep(0.2)
            async with asyncio.timeout(5):
                assert await here.store.commit(Change(append=an_append(0)))
                assert await here.store.table("t") == a_table()
            assert not any(task.done() for task in talking)
        assert sorted(await asyncio.gather(*talking)) == list(range(1, 31))
    finally:
        await connection.close()


@with_two_nodes
async def test_what_the_database_gave_up_on_is_tried_again(here: Node, there: Node) -> None:
    tried = 0

    async def work() -> str:
        nonlocal tried
        tried += 1
        if tried < 4:
            raise asyncpg.DeadlockDetectedError("deadlock detected")
        return "done"

    assert await statements.retry_on_serialization_failure(work) == "done"
    tried = -100
    with pytest.raises(asyncpg.DeadlockDetectedError):
        await statements.retry_on_serialization_failure(work)
    assert tried == -100 + statements.ATTEMPTS


@with_two_nodes
async def test_changes_that_want_the_same_rows_do_not_lock_each_other_out(here: Node, there: Node) -> None:
    """An append holds its seq and wants the table's row; a change of the table must take them in the same order."""
    await begin(here.store)
    for seq in range(3):
        quick = Change(append=an_append(seq), wake=Wake("t", 1.0))
        slow = Change(table=a_table(revision=2 + seq), append=an_append(seq))
        won = await asyncio.gather(*(node.store.commit(c) for node in (here, there) for c in (quick, slow) * 5))
        assert sum(won) == 1
        if await here.store.commit(Change(table=a_table(revision=2 + seq))):
            continue
        found = await here.store.table("t")
        assert found is not None
        assert found.revision == 2 + seq


@with_two_nodes
async def test_a_batch_is_one_commit(here: Node, there: Node) -> None:
    await begin(here.store)
    sizes: list[int] = []
    write = here.store._group_commit._write

    async def counting(changes: object) -> object:
        sizes.append(len(changes))  # type: ignore[arg-type]
        return await write(changes)  # type: ignore[arg-type]

    here.store._group_commit._write = counting  # type: ignore[assignment]
    assert all(await asyncio.gather(*(here.store.commit(Change(append=an_append(seq))) for seq in range(1500))))
    assert sizes == [1000, 500]


@with_two_nodes
async def test_whoever_stops_waiting_stops_nobody_else(here: Node, there: Node) -> None:
    await begin(here.store)
    tasks = [asyncio.ensure_future(here.store.commit(Change(append=an_append(seq)))) for seq in range(20)]
    await asyncio.sleep(0)
    tasks[7].cancel()
    answers = await together(*tasks)
    assert [answer for seq, answer in enumerate(answers) if seq != 7] == [True] * 19


# When the database goes away


@with_two_nodes
async def test_a_database_that_comes_back_is_used_again(here: Node, there: Node) -> None:
    await begin(here.store)
    sql = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    for seq in range(3):
        writing = [asyncio.create_task(here.store.commit(Change(append=an_append(100 * seq + n)))) for n in range(50)]
        await execute(here.store._url, sql)
        for answer in await together(*writing):
            assert answer is True or isinstance(answer, StoreFailed)
        await until(lambda: ("lost", "") in here.heard)
        here.heard.clear()
        assert await here.store.commit(Change(append=an_append(100 * seq + 99)))
        assert await here.store.commit(Change(table=a_table(f"t{seq}")))
        await here.store.ping()


def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    async def main() -> None:
        for address in (f"127.0.0.1:1/db?host={tmp_path}", "127.0.0.1:1/db"):
            store = PostgresStore(f"postgresql://ann:{PASSWORD}@{address}")
            assert "cannot be reached" in await refused(store.open())
            assert await refused(store.ping()) == "the store is closed"

    asyncio.run(main())


# Opening


def test_many_may_open_an_empty_database_at_once(url: str) -> None:
    async def main() -> None:
        stores = [PostgresStore(url) for _ in range(8)]
        await asyncio.gather(*(store.open() for store in stores))
        await begin(stores[0])
        assert [await store.table("t") for store in stores] == [a_table()] * 8
        for store in stores:
            await store.close()
        rows = await execute(url, "SELECT version FROM schema_version ORDER BY version")
        assert [row["version"] for row in rows] == list(range(1, newest("postgres") + 1))

    asyncio.run(main())


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    async def main() -> None:
        store = PostgresStore(url)
        await store.open()
        await store.close()
        await execute(url, "INSERT INTO schema_version VALUES (1000)")
        assert "newer Stolik (schema 1000)" in await refused(PostgresStore(url).open())

    asyncio.run(main())


# Passwords


def test_no_password_is_told(url: str) -> None:
    server().psql(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}';")
    place = url.split("@")[1]
    addresses = [
        f"postgresql://ann:{PASSWORD}@{place}",  # ann may not make tables
        f"postgresql://nobody:{PASSWORD}@{place}",
        f"postgresql://ann:{PASSWORD}@{place.replace('stolik_', 'no_such_')}",
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/db",
        f"postgresql://ann:{PASSWORD}@host.invalid/db",
        f"postgresql://ann:{PASSWORD}#@127.0.0.1:1/db",
        f"postgresql://ann:{PASSWORD}/@127.0.0.1:1/db",
        f"postgresql://127.0.0.1:{PASSWORD}/db",
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/db?sslmode={PASSWORD}",
        f"postgresql://ann:{PASSWORD}@[::1/db",
    ]

    async def main() -> None:
        for address in addresses:
            with pytest.raises(StoreFailed) as failed:
                await PostgresStore(address).open()
            told: BaseException | None = failed.value
            while told is not None:
                assert PASSWORD not in str(told)
                assert address not in str(told)
                told = told.__cause__

    asyncio.run(main())


@with_two_nodes
async def test_a_row_that_somebody_holds_holds_up_only_its_own_table(here: Node, there: Node) -> None:
    """As if another node had frozen in the middle of a change: plain appends of other tables are kept all the same."""
    await begin(here.store)
    assert there.store._pool is not None
    async with there.store._pool.acquire() as frozen, frozen.transaction():
        await frozen.execute("SELECT * FROM tables WHERE id = 't' FOR UPDATE")
        held = Change(append=an_append(0), wake=Wake("t", 1.0))
        plain = [Change(append=an_append(seq)) for seq in range(1, 4)]
        answers = await together(*(here.store.commit(change) for change in (held, *plain)))
    assert [type(answer) for answer in answers] == [StoreFailed, bool, bool, bool]
    assert await here.store.commit(held)


@with_two_nodes
async def test_many_rows_that_somebody_holds_hold_up_nothing_else(here: Node, there: Node) -> None:
    """However many they are, the plain appends of the same batch are acknowledged before anybody gives up."""
    for number in range(6):
        await begin(here.store, f"t{number}", f"m{number}")
    assert there.store._pool is not None
    async with there.store._pool.acquire() as frozen, frozen.transaction():
        await frozen.execute("SELECT * FROM tables FOR UPDATE")
        held = [Change(append=an_append(0, f"m{number}"), wake=Wake(f"t{number}", 1.0)) for number in range(6)]
        plain = [Change(append=an_append(1, f"m{number}")) for number in range(6)]
        answers = await together(*(here.store.commit(change) for change in (*held, *plain)))
        assert here.store.condition.fault is None
    assert [type(answer) for answer in answers] == [StoreFailed] * 6 + [bool] * 6
    assert await together(*(here.store.commit(change) for change in held)) == [True] * 6
