"""The store that any number of nodes may share: PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from secrets import token_hex
from typing import Any, TypeVar

import asyncpg

from stolik.store.migrations import newest, steps
from stolik.store.postgres.listener import ANSWER_WITHIN, Listener
from stolik.store.postgres.statements import (
    CHANNEL,
    FAILURES,
    Answer,
    Batches,
    Connection,
    patiently,
    payloads,
    why,
    write_alone,
    write_many,
)
from stolik.store.protocol import Heard, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow

T = TypeVar("T")

LIMITS = {"lock_timeout": "3000", "idle_in_transaction_session_timeout": "10000"}
"""Milliseconds. A node that froze while it held a row must not hold up all tables of all nodes. (Longer than PostgreSQL
takes to see a deadlock, which is then taken back and tried again.)"""
MIGRATE_WITHIN = 600.0
MOST_CONNECTIONS = 8
MOST_THAT_LOCK = 4
LONGEST_ANNOUNCEMENT = 7000
MIGRATING = 0x73746F6C696B
"""The lock that a node holds while it brings the schema up to date: `stolik` as a number."""

_TABLE = (
    "SELECT id, code, revision, game, status, public, created, touched, wake, body,"
    ' ARRAY(SELECT guest FROM sitting WHERE "table" = tables.id) AS guests FROM tables '
)
_ADD_CHAT = (
    "INSERT INTO chat SELECT $1, coalesce(max(number), 0) + 1, $2::float8, $3::bigint, $4::text, $5::text"
    ' FROM chat WHERE "table" = $1 RETURNING number'
)


class PostgresStore:
    """Any number of nodes; what they write, the others hear."""

    shared = True

    def __init__(self, url: str) -> None:
        self.node = token_hex(4)
        self._url = url
        self._heard: Heard | None = None
        self._listener: Listener | None = None
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._taking = False
        self._batches = Batches(self._write_many)
        # Those that may wait for each other's rows never take all connections.
        self._locking = asyncio.Semaphore(MOST_THAT_LOCK)
        self._working = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        try:
            with _failing():
                await _migrate(self._url)
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=MOST_CONNECTIONS,
                    timeout=ANSWER_WITHIN,
                    command_timeout=ANSWER_WITHIN,
                    reset=_as_it_is,
                    server_settings=LIMITS,
                )
                if self._heard is not None:
                    self._listener = Listener(self._url, self.node, self._heard)
                    await self._listener.open()
        except BaseException:
            await self.close()
            raise
        self._taking = True

    async def close(self) -> None:
        self._taking = False
        if self._listener is not None:
            await self._listener.close()
            self._listener = None
        await self._batches.finish()
        await self._idle.wait()
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), ANSWER_WITHIN)
            except FAILURES:
                pool.terminate()

    async def ping(self) -> None:
        await self._rows("SELECT 1")

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        async with self._under_way(), self._acquired() as connection:
            await connection.execute("INSERT INTO keys VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
            found: bytes = await connection.fetchval("SELECT value FROM keys WHERE name = $1", name)
            return found

    # Guests

    async def save_guest(self, guest: GuestRow) -> None:
        sql = "INSERT INTO guests VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        await self._rows(sql, guest.id, guest.name, guest.created)

    async def guest(self, id_: str) -> GuestRow | None:
        return _first(GuestRow, await self._rows("SELECT id, name, created FROM guests WHERE id = $1", id_))

    async def add_token(self, token: TokenRow) -> None:
        values = (token.digest, token.guest, token.kind, token.label, token.created, token.expires)
        await self._rows("INSERT INTO tokens VALUES ($1, $2, $3, $4, $5, $6)", *values)

    async def token(self, digest: str) -> TokenRow | None:
        return _first(TokenRow, await self._rows("SELECT * FROM tokens WHERE digest = $1", digest))

    async def tokens(self, guest: str, kind: str) -> list[TokenRow]:
        which = "SELECT * FROM tokens WHERE guest = $1 AND kind = $2 ORDER BY created, digest"
        return [TokenRow(*row) for row in await self._rows(which, guest, kind)]

    async def remove_token(self, digest: str) -> bool:
        return bool(await self._rows("DELETE FROM tokens WHERE digest = $1 RETURNING digest", digest))

    # Tables and matches

    async def commit(self, change: Change) -> bool:
        if change.table is None and change.match is None:
            self._check_taking()
            return await self._batches.add(change)
        async with self._under_way(), self._locking, self._acquired() as connection:
            return await write_alone(connection, change, self.node)

    async def table(self, id_: str) -> TableRow | None:
        return _first_table(await self._rows(_TABLE + "WHERE id = $1", id_))

    async def table_by_code(self, code: str) -> TableRow | None:
        return _first_table(await self._rows(_TABLE + "WHERE code = $1", code))

    async def public_tables(self, game: str | None, status: str, limit: int) -> list[TableRow]:
        which = "WHERE public AND status = $1 AND game = coalesce($2, game) ORDER BY touched DESC, id LIMIT $3"
        return [_table(row) for row in await self._rows(_TABLE + which, status, game, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        which = 'WHERE id IN (SELECT "table" FROM sitting WHERE guest = $1) ORDER BY touched DESC, id LIMIT $2'
        return [_table(row) for row in await self._rows(_TABLE + which, guest, limit)]

    async def overdue(self, before: float, limit: int) -> list[str]:
        which = "SELECT id FROM tables WHERE wake < $1 ORDER BY wake, id LIMIT $2"
        return [row[0] for row in await self._rows(which, before, limit)]

    async def match(self, id_: str) -> MatchRow | None:
        return _first(MatchRow, await self._rows("SELECT * FROM matches WHERE id = $1", id_))

    async def log(self, match: str, since: int = 0) -> list[LogRow]:
        which = "SELECT * FROM log WHERE match = $1 AND seq >= $2 ORDER BY seq"
        return [LogRow(*row) for row in await self._rows(which, match, since)]

    # Talk

    async def add_chat(self, chat: ChatRow) -> int:
        async with self._under_way(), self._locking, self._acquired() as connection:

            async def once() -> int:
                async with connection.transaction(isolation="read_committed"):
                    # Whoever else talks at this table waits here, and then sees our number.
                    await connection.execute("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE", chat.table)
                    values = (chat.table, chat.at, chat.seat, chat.name, chat.text)
                    number: int = await connection.fetchval(_ADD_CHAT, *values)
                    (news,) = payloads(self.node, "chat", [chat.table])
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, news)
                return number

            return await patiently(once)

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        which = 'SELECT * FROM chat WHERE "table" = $1 AND number > $2 ORDER BY number DESC LIMIT $3'
        return [ChatRow(*row) for row in reversed(await self._rows(which, table, since, limit))]

    # Between nodes

    def listen(self, heard: Heard) -> None:
        self._heard = heard

    async def announce(self, topic: str, text: str) -> None:
        if len(text.encode()) > LONGEST_ANNOUNCEMENT:
            raise ValueError(f"an announcement has at most {LONGEST_ANNOUNCEMENT} bytes")
        await self._rows("SELECT pg_notify($1, $2)", CHANNEL, f"{self.node} {topic} {text}")

    # How

    async def _write_many(self, changes: Sequence[Change]) -> list[Answer]:
        async with self._acquired() as connection:
            return await write_many(connection, changes, self.node)

    async def _rows(self, sql: str, *values: Any) -> list[asyncpg.Record]:
        async with self._under_way(), self._acquired() as connection:
            return await connection.fetch(sql, *values)

    @asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """`close` waits until it is done."""
        self._check_taking()
        self._working += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._working -= 1
            if not self._working:
                self._idle.set()

    @asynccontextmanager
    async def _acquired(self) -> AsyncIterator[Connection]:
        assert self._pool is not None
        with _failing():
            async with self._pool.acquire(timeout=ANSWER_WITHIN) as connection:
                yield connection

    def _check_taking(self) -> None:
        if not self._taking:
            raise StoreFailed("the store is closed")


@contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except (*FAILURES, ValueError) as error:
        # What the driver says about an address or a value may quote it: that stays here.
        raise StoreFailed(why(error)) from (None if isinstance(error, ValueError) else error)


async def _as_it_is(_connection: Any) -> None:
    """We change nothing about a connection that would have to be reset before it is used again."""


async def _migrate(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=ANSWER_WITHIN, command_timeout=MIGRATE_WITHIN)
    try:
        async with connection.transaction(isolation="read_committed"):
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
            if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
                await connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
            version: int = await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_version")
            here = newest("postgres")
            if version > here:
                raise StoreFailed(f"the database is of a newer Stolik (schema {version}); here is schema {here}")
            for number, sql in steps("postgres", after=version):
                await connection.execute(sql)
                await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
    finally:
        await connection.close(timeout=ANSWER_WITHIN)


def _first(kind: type[T], rows: list[asyncpg.Record]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[asyncpg.Record]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: asyncpg.Record) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    return TableRow(id_, code, revision, game, status, public, tuple(sorted(guests)), created, touched, wake, body)
