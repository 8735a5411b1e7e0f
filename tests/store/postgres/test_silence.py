"""A PostgreSQL that does not answer: nobody waits for long, and nothing is lost or doubled."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from stolik.store.postgres.store import PostgresStore
from stolik.store.protocol import Fault, StoreFailed
from stolik.store.rows import Change
from store.nodes import until
from store.samples import a_table, a_word, an_append, begin, together
from support.stalling_proxy import StallingProxy, stalling_proxy


@asynccontextmanager
async def opened(url: str, heard: list[tuple[str, str]]) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url)
    store.listen(lambda topic, text: heard.append((topic, text)))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def run(url: str, test: Callable[[PostgresStore, StallingProxy, list[tuple[str, str]]], Awaitable[None]]) -> None:
    async def main() -> None:
        heard: list[tuple[str, str]] = []
        with stalling_proxy(url) as proxy:
            async with opened(proxy.url, heard) as store, asyncio.timeout(50):
                await test(store, proxy, heard)

    asyncio.run(main())


def test_nobody_waits_for_long_for_a_database_that_is_silent(url: str) -> None:
    async def test(store: PostgresStore, proxy: StallingProxy, _: object) -> None:
        await begin(store)
        proxy.stall()
        begun = time.monotonic()
        talk = [store.add_chat(a_word(str(number))) for number in range(20)]  # more than there are connections
        changes = [store.commit(Change(append=an_append(0))), store.commit(Change(table=a_table(revision=2)))]
        answers = await together(*changes, store.table("t"), store.ping(), *talk)
        assert 4 < time.monotonic() - begun < 8
        assert {type(answer) for answer in answers} == {StoreFailed}
        assert store.condition.fault is Fault.SILENT
        begun = time.monotonic()
        await together(store.table("t"), store.commit(Change(append=an_append(1))))
        assert time.monotonic() - begun < 3
        proxy.resume()
        async with asyncio.timeout(15):
            while store.condition.fault is not None:
                await together(store.ping())
        assert await store.table("t") is not None

    run(url, test)


def test_a_write_that_was_made_though_nobody_heard_of_it_is_heard_of_later(url: str) -> None:
    async def test(store: PostgresStore, proxy: StallingProxy, heard: list[tuple[str, str]]) -> None:
        await begin(store)
        assert await store.commit(Change(append=an_append(99)))  # from now on this is a single question
        proxy.stall_answers()
        (answer,) = await together(store.commit(Change(append=an_append(0))))
        assert isinstance(answer, StoreFailed)
        assert heard == []
        proxy.resume()
        await until(lambda: ("log", "m") in heard or ("lost", "") in heard)
        async with asyncio.timeout(15):
            while store.condition.fault is not None:
                await together(store.ping())
        assert not await store.commit(Change(append=an_append(0)))  # it is there, once
        assert [row.seq for row in await store.log("m")] == [0, 99]

    run(url, test)


def test_a_silent_database_does_not_keep_a_store_from_closing(url: str) -> None:
    async def main() -> None:
        with stalling_proxy(url) as proxy:
            store = PostgresStore(proxy.url)
            store.listen(lambda *_: None)
            await store.open()
            await begin(store)
            proxy.stall()
            changes = [Change(append=an_append(0)), Change(table=a_table(revision=2))]
            waiting = [asyncio.ensure_future(store.commit(change)) for change in changes]
            await asyncio.sleep(0.1)
            begun = time.monotonic()
            await store.close()
            assert time.monotonic() - begun < 6
            assert [type(answer) for answer in await together(*waiting)] == [StoreFailed] * 2

    asyncio.run(main())


@pytest.mark.parametrize("after", [0.0, 0.05, 0.3])
def test_opening_can_be_given_up_while_the_database_is_silent(url: str, after: float) -> None:
    async def main() -> None:
        with stalling_proxy(url) as proxy:
            if not after:
                proxy.stall()
            store = PostgresStore(proxy.url)
            opening = asyncio.ensure_future(store.open())
            await asyncio.sleep(after)
            proxy.stall()
            await asyncio.sleep(0.2)
            begun = time.monotonic()
            opening.cancel()
            await together(opening)
            await store.close()
            assert time.monotonic() - begun < 6

    asyncio.run(main())
