"""The PostgreSQL store, which any number of nodes may share."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from secrets import token_hex
from typing import Any, TypeVar

import asyncpg

from stolik.store.migrations import migrations, newest
from stolik.store.postgres.listener import TIMEOUT, Listener
from stolik.store.postgres.statements import (
    CHANNEL,
    ERRORS,
    Answer,
    Connection,
    GroupCommit,
    describe_error,
    notifications,
    retry_on_serialization_failure,
    write_batch,
    write_transaction,
)
from stolik.store.protocol import OnNotification, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow

T = TypeVar("T")

SESSION_SETTINGS = {"lock_timeout": "3000", "idle_in_transaction_session_timeout": "10000"}
"""Milliseconds. A node that froze in a transaction must not block the tables of all nodes by row locks. (Longer than
`deadlock_timeout`: a deadlock is rolled back and retried.)"""
MIGRATION_TIMEOUT = 600.0
POOL_SIZE = 8
LOCKING_CONNECTIONS = 4
ANNOUNCEMENT_LIMIT = 7000
MIGRATION_LOCK = 0x73746F6C696B
"""Key of the advisory lock that a node holds while it migrates the schema: `stolik` as a number."""

_TABLE = (
    "SELECT id, code, revision, game, status, public, created, touched, wake, body,"
    ' ARRAY(SELECT guest FROM sitting WHERE "table" = tables.id) AS guests FROM tables '
)
_ADD_CHAT = (
    "INSERT INTO chat SELECT $1, coalesce(max(number), 0) + 1, $2::float8, $3::bigint, $4::text, $5::text"
    ' FROM chat WHERE "table" = $1 RETURNING number'
)


class PostgresStore:
    """Any number of nodes; they are notified of each other's commits."""

    shared = True

    def __init__(self, url: str) -> None:
        self.node = token_hex(4)
        self._url = url
        self._on_notification: OnNotification | None = None
        self._listener: Listener | None = None
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._accepting = False
        self._group_commit = GroupCommit(self._write_batch)
        # Transactions that may wait for row locks never take the whole connection pool.
        self._locking = asyncio.Semaphore(LOCKING_CONNECTIONS)
        self._in_flight = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        try:
            with _as_store_errors():
                await _migrate(self._url)
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=POOL_SIZE,
                    timeout=TIMEOUT,
                    command_timeout=TIMEOUT,
                    reset=_no_reset,
                    server_settings=SESSION_SETTINGS,
                )
                if self._on_notification is not None:
                    self._listener = Listener(self._url, self.node, self._on_notification)
                    await self._listener.open()
        except BaseException:
            await self.close()
            raise
        self._accepting = True

    async def close(self) -> None:
        self._accepting = False
        if self._listener is not None:
            await self._listener.close()
            self._listener = None
        await self._group_commit.finish()
        await self._idle.wait()
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), TIMEOUT)
            except ERRORS:
                pool.terminate()

    async def ping(self) -> None:
        await self._rows("SELECT 1")

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        async with self._operation(), self._connection() as connection:
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
            self._check_open()
            return await self._group_commit.add(change)
        async with self._operation(), self._locking, self._connection() as connection:
            return await write_transaction(connection, change, self.node)

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
        async with self._operation(), self._locking, self._connection() as connection:

            async def once() -> int:
                async with connection.transaction(isolation="read_committed"):
                    # A row lock: concurrent messages of this table wait here, and then see our number.
                    await connection.execute("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE", chat.table)
                    values = (chat.table, chat.at, chat.seat, chat.name, chat.text)
                    number: int = await connection.fetchval(_ADD_CHAT, *values)
                    (notification,) = notifications(self.node, "chat", [chat.table])
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notification)
                return number

            return await retry_on_serialization_failure(once)

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        which = 'SELECT * FROM chat WHERE "table" = $1 AND number > $2 ORDER BY number DESC LIMIT $3'
        return [ChatRow(*row) for row in reversed(await self._rows(which, table, since, limit))]

    # Between nodes

    def listen(self, on_notification: OnNotification) -> None:
        self._on_notification = on_notification

    async def announce(self, topic: str, text: str) -> None:
        if len(text.encode()) > ANNOUNCEMENT_LIMIT:
            raise ValueError(f"an announcement has at most {ANNOUNCEMENT_LIMIT} bytes")
        await self._rows("SELECT pg_notify($1, $2)", CHANNEL, f"{self.node} {topic} {text}")

    # How

    async def _write_batch(self, changes: Sequence[Change]) -> list[Answer]:
        async with self._connection() as connection:
            return await write_batch(connection, changes, self.node)

    async def _rows(self, sql: str, *values: Any) -> list[asyncpg.Record]:
        async with self._operation(), self._connection() as connection:
            return await connection.fetch(sql, *values)

    @asynccontextmanager
    async def _operation(self) -> AsyncIterator[None]:
        """Counted as in flight: `close` waits for it."""
        self._check_open()
        self._in_flight += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        assert self._pool is not None
        with _as_store_errors():
            async with self._pool.acquire(timeout=TIMEOUT) as connection:
                yield connection

    def _check_open(self) -> None:
        if not self._accepting:
            raise StoreFailed("the store is closed")


@contextmanager
def _as_store_errors() -> Iterator[None]:
    try:
        yield
    except (*ERRORS, ValueError) as error:
        # The driver's message may quote the address or a value: it is not passed on.
        raise StoreFailed(describe_error(error)) from (None if isinstance(error, ValueError) else error)


async def _no_reset(_connection: Any) -> None:
    """We change no session state that would have to be reset before a pooled connection is used again."""


async def _migrate(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=TIMEOUT, command_timeout=MIGRATION_TIMEOUT)
    try:
        async with connection.transaction(isolation="read_committed"):
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
                await connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
            version: int = await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_version")
            here = newest("postgres")
            if version > here:
                raise StoreFailed(f"the database is of a newer Stolik (schema {version}); here is schema {here}")
            for next_version, sql in migrations("postgres", after=version):
                await connection.execute(sql)
                await connection.execute("INSERT INTO schema_version VALUES ($1)", next_version)
    finally:
        await connection.close(timeout=TIMEOUT)


def _first(kind: type[T], rows: list[asyncpg.Record]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[asyncpg.Record]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: asyncpg.Record) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    return TableRow(id_, code, revision, game, status, public, tuple(sorted(guests)), created, touched, wake, body)
