"""The PostgreSQL store, which any number of nodes may share."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
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
    store_failed,
    write_batch,
    write_transaction,
)
from stolik.store.protocol import Condition, Fault, OnNotification, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow

T = TypeVar("T")

log = logging.getLogger(__name__)

SESSION_SETTINGS = {
    "lock_timeout": "1500",
    "statement_timeout": f"{TIMEOUT * 1000:.0f}",
    "idle_in_transaction_session_timeout": "10000",
}
"""Milliseconds. A node that froze in a transaction must not block the tables of all nodes by row locks. (Longer than
`deadlock_timeout`: a deadlock is rolled back and retried.) A statement that nobody waits for any more is not done.
"""
PROBE_TIMEOUT = 1.0
"""Seconds to wait for a database that did not answer the last time."""
CLOSE_TIMEOUT = 2.0
"""Seconds for what is under way to be finished when the store is closed."""
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
_NUMBER_OF_CHAT = (
    'SELECT number FROM (SELECT * FROM chat WHERE "table" = $1 ORDER BY number DESC LIMIT 100) AS last'
    " WHERE at = $2::float8 AND seat IS NOT DISTINCT FROM $3::bigint AND name = $4::text AND text = $5::text"
)
_LOCK_TABLE = "SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE"
_ADD_CHAT = (
    "INSERT INTO chat SELECT $1, coalesce(max(number), 0) + 1, $2::float8, $3::bigint, $4::text, $5::text"
    ' FROM chat WHERE "table" = $1 RETURNING number'
)
_WHOLE_LOG = (
    "SELECT '['::bytea || coalesce(string_agg("
    "'['::bytea || convert_to(seq::text, 'UTF8') || ','::bytea || entries || ']'::bytea, ','::bytea), ''::bytea)"
    " || ']'::bytea FROM log WHERE match = $1"
)


class PostgresStore:
    """Any number of nodes; they are notified of each other's commits."""

    shared = True

    def __init__(self, url: str) -> None:
        self.node = token_hex(4)
        self.condition = Condition()
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
            with self._as_store_errors():
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
        listener, self._listener = self._listener, None
        if listener is not None:
            await listener.close()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._group_commit.finish()
                await self._idle.wait()
                if self._pool is not None:
                    await self._pool.close()
        except ERRORS as error:
            log.error("PostgreSQL did not finish in time; nothing acknowledged is lost: %s", describe_error(error))  # noqa: TRY400
        finally:
            pool, self._pool = self._pool, None
            if pool is not None:
                pool.terminate()

    def abandon(self) -> None:
        """There are none."""

    async def ping(self) -> None:
        await self._rows("INSERT INTO keys VALUES ('ping', '') ON CONFLICT (name) DO UPDATE SET value = excluded.value")

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        async with self._operation() as connection:
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
        async with self._operation(self._locking) as connection:
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

    async def log(self, match: str, since: int = 0, limit: int | None = None) -> list[LogRow]:
        which = "SELECT * FROM log WHERE match = $1 AND seq >= $2 ORDER BY seq LIMIT $3"
        return [LogRow(*row) for row in await self._rows(which, match, since, limit)]

    async def whole_log(self, match: str) -> bytes:
        found: bytes = (await self._rows(_WHOLE_LOG, match))[0][0]
        return found

    async def append_of(self, match: str, seat: int, number: int) -> LogRow | None:
        which = "SELECT * FROM log WHERE match = $1 AND seat = $2 AND number = $3 ORDER BY seq DESC LIMIT 1"
        return _first(LogRow, await self._rows(which, match, seat, number))

    # Talk

    async def add_chat(self, chat: ChatRow) -> int:
        values = (chat.table, chat.at, chat.seat, chat.name, chat.text)
        async with self._operation(self._locking) as connection:

            async def once() -> int:
                async with connection.transaction(isolation="read_committed"):
                    # A row lock: concurrent messages of this table wait here, and then see our number.
                    await connection.execute(_LOCK_TABLE, chat.table)
                    number: int = await connection.fetchval(_ADD_CHAT, *values)
                    (notification,) = notifications(self.node, "chat", [chat.table])
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notification)
                return number

            return await retry_on_serialization_failure(once)

    async def number_of_chat(self, chat: ChatRow) -> int | None:
        values = (chat.table, chat.at, chat.seat, chat.name, chat.text)
        async with self._operation(self._locking) as connection, connection.transaction(isolation="read_committed"):
            await connection.execute(_LOCK_TABLE, chat.table)  # if it is being written just now, this waits
            found: int | None = await connection.fetchval(_NUMBER_OF_CHAT, *values)
        return found

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
        async with self._operation() as connection:
            return await connection.fetch(sql, *values)

    @asynccontextmanager
    async def _operation(self, limit: asyncio.Semaphore | None = None) -> AsyncIterator[Connection]:
        """A connection, of which there may be a limit. Counted as in flight: `close` waits for it."""
        self._check_open()
        self._in_flight += 1
        self._idle.clear()
        try:
            async with self._connection(limit) as connection:
                yield connection
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()

    @asynccontextmanager
    async def _connection(self, limit: asyncio.Semaphore | None = None) -> AsyncIterator[Connection]:
        """StoreFailed if it takes too long, with all the waiting for it."""
        assert self._pool is not None
        loop = asyncio.get_running_loop()
        until = loop.time() + (PROBE_TIMEOUT if self.condition.fault is Fault.SILENT else TIMEOUT)
        with self._as_store_errors():
            async with AsyncExitStack() as held:
                async with asyncio.timeout_at(until):
                    if limit is not None:
                        await held.enter_async_context(limit)
                    connection = await held.enter_async_context(self._pool.acquire())
                with _terminated_at(until, connection):
                    yield connection
            self.condition.answered()

    @contextmanager
    def _as_store_errors(self) -> Iterator[None]:
        try:
            yield
        except (*ERRORS, ValueError) as error:
            failed = store_failed(error)
            self.condition.failed(failed)
            if failed.fault in (Fault.SILENT, Fault.UNREACHABLE) and self._listener is not None:
                self._listener.hear_oneself()
            # The driver's message may quote the address or a value: it is not passed on.
            raise failed from (None if isinstance(error, ValueError) else error)

    def _check_open(self) -> None:
        if not self._accepting:
            raise StoreFailed("the store is closed", Fault.BROKEN)


@contextmanager
def _terminated_at(until: float, connection: Connection) -> Iterator[None]:
    """Whoever waits for an answer at that time gets a TimeoutError.

    To be cancelled would not help: rolling back, and giving the connection back, would wait for an answer again.
    """
    late = False

    def terminate() -> None:
        nonlocal late
        late = True
        connection.terminate()

    timer = asyncio.get_running_loop().call_at(until, terminate)
    try:
        yield
    except ERRORS as error:
        if late:
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()


async def _no_reset(_connection: Any) -> None:
    """We change no session state that would have to be reset before a pooled connection is used again."""


async def _migrate(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=TIMEOUT, command_timeout=MIGRATION_TIMEOUT)
    try:
        async with connection.transaction(isolation="read_committed"):
            try:
                await _write_schema(connection)
            except asyncio.CancelledError:
                connection.terminate()  # a rollback could wait for as long as a migration
                raise
        await connection.close(timeout=TIMEOUT)
    finally:
        connection.terminate()


async def _write_schema(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
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


def _first(kind: type[T], rows: list[asyncpg.Record]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[asyncpg.Record]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: asyncpg.Record) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    return TableRow(id_, code, revision, game, status, public, tuple(sorted(guests)), created, touched, wake, body)
