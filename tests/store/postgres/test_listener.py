"""Nodes that share a PostgreSQL database hear each other, also after a connection broke."""

import asyncio

import pytest

from stolik.store.postgres import listener
from stolik.store.postgres.statements import notifications
from stolik.store.rows import Change, Wake
from store.nodes import Node, execute, nodes, until, with_two_nodes
from store.samples import a_match, a_table, a_word, an_append, begin, refused


@with_two_nodes
async def test_what_one_node_does_the_other_hears(here: Node, there: Node) -> None:
    await begin(here.store)
    await there.hears(("table", "t"))
    assert await here.store.commit(Change(append=an_append(0), wake=Wake("t", 1.0)))
    await there.hears(("log", "m"))
    assert await here.store.commit(Change(table=a_table(revision=2), append=an_append(1)))
    await there.hears(("table", "t"), ("log", "m"))
    assert await here.store.commit(Change(match=a_match("n", number=2)))
    await there.hears(("table", "t"))
    await here.store.add_chat(a_word("hello"))
    await there.hears(("chat", "t"))
    await here.store.announce("presence", "Zoë  is\nhere")
    await here.store.announce("empty", "")
    await there.hears(("presence", "Zoë  is\nhere"), ("empty", ""))
    await here.has_heard_all(there)
    assert here.heard == []


@with_two_nodes
async def test_what_was_not_written_is_not_heard(here: Node, there: Node) -> None:
    await begin(here.store)
    assert await here.store.commit(Change(append=an_append(0)))
    await there.hears(("table", "t"), ("log", "m"))
    assert not await here.store.commit(Change(append=an_append(0)))
    assert not await here.store.commit(Change(table=a_table(revision=2), append=an_append(0)))
    assert not await here.store.commit(Change(table=a_table(revision=7)))
    assert await here.store.commit(Change(wake=Wake("t", 1.0)))
    await refused(here.store.commit(Change(append=an_append(match="none"))))
    await there.has_heard_all(here)
    assert there.heard == []


@with_two_nodes
async def test_of_very_many_matches_that_grow_at_once_all_are_heard(here: Node, there: Node) -> None:
    ids = [f"{n:04}" + "m" * 60 for n in range(400)]
    for id_ in ids:
        await begin(here.store, f"t{id_}", id_)
    await there.has_heard_all(here)
    there.heard.clear()
    assert all(await asyncio.gather(*(here.store.commit(Change(append=an_append(0, id_))) for id_ in ids)))
    await there.has_heard_all(here)
    assert {topic for topic, _ in there.heard} == {"log"}
    assert sorted(id_ for _, text in there.heard for id_ in text.split()) == ids
    assert 4 <= len(there.heard) < 40


def test_an_announcement_of_many_ids_is_split() -> None:
    ids = [f"{n:04}" + "é" * 30 for n in range(400)]
    parts = notifications("node", "log", ids + ids)
    assert max(len(part.encode()) for part in parts) < 8000
    assert len(parts) == 4
    assert [id_ for part in parts for id_ in part.removeprefix("node log ").split(" ")] == ids
    assert notifications("node", "log", []) == []


@with_two_nodes
async def test_an_announcement_has_at_most_7000_bytes(here: Node, there: Node) -> None:
    await here.store.announce("long", "é" * 3500)
    await there.hears(("long", "é" * 3500))
    with pytest.raises(ValueError, match="at most 7000 bytes"):
        await here.store.announce("long", "é" * 3501)


@with_two_nodes
async def test_a_broken_connection_is_noticed_and_mended(here: Node, there: Node) -> None:
    await kill_listener(there)
    await there.hears(("lost", ""))
    await here.store.announce("again", "and again")
    await there.hears(("again", "and again"))
    await kill_listener(there)
    await there.hears(("lost", ""))


async def kill_listener(node: Node) -> None:
    assert node.store._listener is not None
    connection = node.store._listener._connection
    assert connection is not None
    await execute(node.store._url, "SELECT pg_terminate_backend($1)", connection.get_server_pid())


def test_a_connection_that_is_silently_dead_is_noticed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HEARTBEAT", 0.05)
    alive = True

    async def pulse(_connection: object) -> bool:
        return alive

    monkeypatch.setattr(listener, "_alive", pulse)

    async def main() -> None:
        nonlocal alive
        async with nodes(url) as (here, there):
            await there.has_heard_all(here)
            assert there.heard == []
            alive = False
            await until(lambda: there.heard)
            alive = True
            assert set(there.heard) == {("lost", "")}
            there.heard.clear()
            await there.has_heard_all(here)

    asyncio.run(main())


def test_who_cannot_take_in_what_is_heard_is_not_made_deaf(url: str) -> None:
    async def main() -> None:
        complaints: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["message"]))
        async with nodes(url) as (here, there):
            there.store._listener._on_notification = lambda topic, text: 1 / 0  # type: ignore[union-attr]
            await here.store.announce("riddle", "")
            await kill_listener(there)
            await until(lambda: len(complaints) >= 2)
            assert "riddle" in complaints[0]
            assert "lost" in complaints[1]

    asyncio.run(main())
