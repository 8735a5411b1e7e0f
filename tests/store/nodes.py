"""Two nodes on one PostgreSQL database."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from stolik.store.postgres.store import PostgresStore


class Node:
    """A store, and what it has heard."""

    def __init__(self, url: str) -> None:
        self.store = PostgresStore(url)
        self.heard: list[tuple[str, str]] = []
        self.store.listen(lambda topic, text: self.heard.append((topic, text)))

    async def hears(self, *news: tuple[str, str]) -> None:
        """Exactly this, within a few seconds."""
        await until(lambda: len(self.heard) >= len(news))
        assert self.heard == list(news)
        self.heard.clear()

    async def has_heard_all(self, other: "Node") -> None:
        """What was announced before has arrived by now."""
        mark = ("mark", str(time.monotonic_ns()))
        await other.store.announce(*mark)
        await until(lambda: mark in self.heard)
        self.heard.remove(mark)


@asynccontextmanager
async def nodes(url: str) -> AsyncIterator[tuple[Node, Node]]:
    both = Node(url), Node(url)
    try:
        async with asyncio.timeout(40):
            for node in both:
                await node.store.open()
            yield both
    finally:
        for node in both:
            await node.store.close()


def with_two_nodes(test: Callable[[Node, Node], Awaitable[None]]) -> Callable[[str], None]:
    def run(url: str) -> None:
        async def main() -> None:
            async with nodes(url) as (here, there):
                await test(here, there)

        asyncio.run(main())

    run.__name__ = test.__name__
    return run


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(15):
        while not true():
            await asyncio.sleep(0.01)


async def execute(url: str, sql: str, *values: object) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(sql, *values)
    finally:
        await connection.close()
