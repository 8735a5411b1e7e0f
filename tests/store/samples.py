"""Stores to test with, and rows to put in."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from stolik.store.open_store import store_at
from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change, ChatRow, LogRow, MatchRow, TableRow

T = TypeVar("T")


class Place:
    """A database that outlives the stores that are opened on it."""

    def __init__(self, database: str) -> None:
        self.database = database

    def run(self, work: Callable[[Store], Awaitable[T]]) -> T:
        """Open a store, work with it, close it."""

        async def main() -> T:
            store = store_at(self.database)
            try:
                await store.open()
                async with asyncio.timeout(30):
                    return await work(store)
            finally:
                await store.close()

        return asyncio.run(main())


def with_store(test: Callable[[Store], Awaitable[None]]) -> Callable[[Place], None]:
    """A test that runs in an event loop, with an open store on an empty database."""

    def run(place: Place) -> None:
        place.run(test)

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def a_table(id_: str = "t", **changes: Any) -> TableRow:
    row = TableRow(id_, f"code-{id_}", 1, "no_thanks", "open", True, ("ann", "bob"), 1.5, 2.5, None, b'{"a": 1}')
    return replace(row, **changes)


def a_match(id_: str = "m", table: str = "t", **changes: Any) -> MatchRow:
    return replace(MatchRow(id_, table, 1, b'{"players": 3}', "the secret", 3.5), **changes)


def an_append(seq: int = 0, match: str = "m", **changes: Any) -> LogRow:
    return replace(LogRow(match, seq, b"[]", 4.5), **changes)


def a_word(text: str, table: str = "t") -> ChatRow:
    return ChatRow(table, 0, 5.5, 1, "Ann", text)


async def begin(store: Store, id_: str = "t", match: str = "m", **changes: Any) -> None:
    """A table with a match."""
    assert await store.commit(Change(table=a_table(id_, **changes), match=a_match(match, id_)))


async def together(*work: Awaitable[T]) -> list[T | BaseException]:
    return await asyncio.gather(*work, return_exceptions=True)


async def refused(work: Awaitable[object]) -> str:
    """It fails, and this is why."""
    with pytest.raises(StoreFailed) as failed:
        await work
    return str(failed.value)
