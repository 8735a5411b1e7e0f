"""A node whose LISTEN connection was cut: what others did meanwhile arrives as soon as it is back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from stolik.store.postgres.listener import Listener
from stolik.store.protocol import StoreFailed
from support.databases import fresh_database
from support.servers import Line, RunningServer, running
from support.table_guests import seated

SOON = 5.0
"""Seconds: less than it takes until presence is announced again anyway."""


def listener_of(server: RunningServer) -> Listener:
    store: Any = server.app.store
    found: Listener = store._listener
    return found


@asynccontextmanager
async def deaf(server: RunningServer, database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """The connection on which it hears of others is cut by the database, and does not come back before the end."""
    listener = listener_of(server)
    back = asyncio.Event()
    connect = listener._connect

    async def when_it_is_back() -> Any:
        await back.wait()
        return await connect()

    monkeypatch.setattr(listener, "_connect", when_it_is_back)
    assert listener._connection is not None
    pid = listener._connection.get_server_pid()
    connection = await asyncpg.connect(database)
    assert await connection.fetchval("SELECT pg_terminate_backend($1)", pid)
    await connection.close()
    async with asyncio.timeout(SOON):
        while not listener._connection.is_closed():
            await asyncio.sleep(0.01)
    yield
    back.set()


def texts(line: Line) -> list[str]:
    return [frame["text"] for frame in line.frames if frame["type"] == "said"]


async def test_what_was_said_meanwhile_arrives_when_the_listener_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, _) = await seated(one, "stakes", "mp")
        ewa = await two.guest("Ewa")
        async with ewa.line(table) as watching:
            await watching.until(lambda line: line.table)
            assert (await ala.do(table, "say", text="before"))["type"] == "accepted"
            await watching.until(lambda line: texts(line) == ["before"])
            async with deaf(two, database, monkeypatch):
                for text in ("meanwhile", "and again"):
                    assert (await ala.do(table, "say", text=text))["type"] == "accepted"
                await asyncio.sleep(0.2)
                assert texts(watching) == ["before"]
            await watching.until(lambda line: texts(line) == ["before", "meanwhile", "and again"], patience=SOON)


async def test_it_arrives_also_if_it_cannot_be_read_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, _) = await seated(one, "stakes", "mp")
        ewa = await two.guest("Ewa")
        async with ewa.line(table) as watching:
            await watching.until(lambda line: line.table)
            failures = 12
            chat = two.app.store.chat

            async def fails_at_first(*arguments: Any) -> Any:
                nonlocal failures
                failures -= 1
                if failures > 0:
                    raise StoreFailed("not yet")
                return await chat(*arguments)

            monkeypatch.setattr(two.app.store, "chat", fails_at_first)
            assert (await ala.do(table, "say", text="hello"))["type"] == "accepted"
            await watching.until(lambda line: texts(line) == ["hello"], patience=10)
            assert failures <= 0


async def test_who_came_and_who_has_gone_on_is_known_when_the_listener_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = fresh_database()
    async with (
        running(database, pause_timeout=50) as one,
        running(database, pause_timeout=50) as two,
    ):
        table, (ala, olek) = await seated(one, "stakes", "mp")
        there = type(olek)(two.base, olek.name, olek.headers["authorization"].split()[1])
        async with ala.line(table) as first, there.line(table) as second:
            await first.until(lambda line: line.table and line.table["chairs"][1]["present"])
            assert (await first.ask("start"))["type"] == "accepted"
            for line in (first, second):
                await line.until(lambda line: line.position)
            while first.position["pause"] is None:  # type: ignore[index]
                for line in (first, second):
                    now = line.position
                    assert now is not None
                    if line.you["seat"] in now["awaited"]:
                        await line.move(now["legal"][0])
                await asyncio.sleep(0.05)
            await second.until(lambda line: line.position["pause"] is not None)  # type: ignore[index]
            ewa = await one.guest("Ewa")
            async with deaf(two, database, monkeypatch):
                seq = first.position["seq"]  # type: ignore[index]
                assert (await first.ask("go_on", match=1, seq=seq))["type"] == "accepted"
                watching = ewa.line(table)
                await watching.__aenter__()
                await asyncio.sleep(0.2)
                assert second.table["watching"] == 0
                assert second.position["pause"]["gone_on"] == []  # type: ignore[index]
            await second.until(lambda line: line.table["watching"] == 1, patience=SOON)
            await second.until(lambda line: line.position["pause"]["gone_on"] == [0], patience=SOON)  # type: ignore[index]
            await watching.__aexit__(None, None, None)
        await there.http.aclose()
