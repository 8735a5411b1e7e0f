"""The embedded store: one file, one writer that commits whatever is waiting in one go."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from stolik.store.group_commit import MOST_AT_ONCE, GroupCommit
from stolik.store.migrations import newest, steps
from stolik.store.protocol import Heard, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow
from stolik.store.sqlite_changes import write

T = TypeVar("T")

_TABLE = (
    "SELECT id, code, revision, game, status, public, created, touched, wake, body,"
    " (SELECT group_concat(guest, ' ') FROM sitting WHERE \"table\" = tables.id) FROM tables "
)


class SqliteStore:
    """WAL, synchronous=FULL: what is acknowledged survives a power cut."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.node = token_hex(4)
        self._reading = ThreadPoolExecutor(1, "stolik-read")
        self._writing: GroupCommit | None = None
        self._reader: sqlite3.Connection | None = None
        self._guard: sqlite3.Connection | None = None

    async def open(self) -> None:
        self._reader = await self._in_thread(self._opened)
        writer = await self._in_thread(lambda: _connected(self.path))
        self._writing = GroupCommit(writer)

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._guard = _guarded(self.path)
        connection = _connected(self.path)
        try:
            _migrate(connection, self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            await asyncio.to_thread(writing.close)
        self._reading.shutdown()  # whoever still reads is waited for
        for connection in (self._reader, self._guard):
            if connection is not None:
                connection.close()
        self._reader = self._guard = None

    async def ping(self) -> None:
        await self._write(lambda connection: connection.execute("SELECT 1"))

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        def write_key(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", (name, fresh))
            found: bytes = connection.execute("SELECT value FROM keys WHERE name = ?", (name,)).fetchone()[0]
            return found

        return await self._write(write_key)

    # Guests

    async def save_guest(self, guest: GuestRow) -> None:
        await self._execute(
            "INSERT INTO guests VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            (guest.id, guest.name, guest.created),
        )

    async def guest(self, id_: str) -> GuestRow | None:
        return _first(GuestRow, await self._rows("SELECT id, name, created FROM guests WHERE id = ?", id_))

    async def add_token(self, token: TokenRow) -> None:
        values = (token.digest, token.guest, token.kind, token.label, token.created, token.expires)
        await self._execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)", values)

    async def token(self, digest: str) -> TokenRow | None:
        return _first(TokenRow, await self._rows("SELECT * FROM tokens WHERE digest = ?", digest))

    async def tokens(self, guest: str, kind: str) -> list[TokenRow]:
        found = await self._rows("SELECT * FROM tokens WHERE guest = ? AND kind = ? ORDER BY created", guest, kind)
        return [TokenRow(*row) for row in found]

    async def remove_token(self, digest: str) -> bool:
        return await self._execute("DELETE FROM tokens WHERE digest = ?", (digest,)) == 1

    # Tables and matches

    async def commit(self, change: Change) -> bool:
        if self._writing is None:
            raise StoreFailed("the store is closed")
        if change.append is not None and change == Change(append=change.append):
            return await self._writing.append(change.append)
        return await self._writing.add(lambda connection: write(connection, change))

    async def table(self, id_: str) -> TableRow | None:
        return _first_table(await self._rows(_TABLE + "WHERE id = ?", id_))

    async def table_by_code(self, code: str) -> TableRow | None:
        return _first_table(await self._rows(_TABLE + "WHERE code = ?", code))

    async def public_tables(self, game: str | None, status: str, limit: int) -> list[TableRow]:
        which = "WHERE public = 1 AND status = ? AND game = coalesce(?, game) ORDER BY touched DESC, id LIMIT ?"
        return [_table(row) for row in await self._rows(_TABLE + which, status, game, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        which = 'WHERE id IN (SELECT "table" FROM sitting WHERE guest = ?) ORDER BY touched DESC, id LIMIT ?'
        return [_table(row) for row in await self._rows(_TABLE + which, guest, limit)]

    async def overdue(self, before: float, limit: int) -> list[str]:
        which = "SELECT id FROM tables WHERE wake < ? ORDER BY wake, id LIMIT ?"
        return [row[0] for row in await self._rows(which, before, limit)]

    async def match(self, id_: str) -> MatchRow | None:
        return _first(MatchRow, await self._rows("SELECT * FROM matches WHERE id = ?", id_))

    async def log(self, match: str, since: int = 0) -> list[LogRow]:
        which = "SELECT * FROM log WHERE match = ? AND seq >= ? ORDER BY seq"
        return [LogRow(*row) for row in await self._rows(which, match, since)]

    # Talk

    async def add_chat(self, chat: ChatRow) -> int:
        def write_chat(connection: sqlite3.Connection) -> int:
            number: int = connection.execute(
                'INSERT INTO chat SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM chat WHERE "table" = ?'
                " RETURNING number",
                (chat.table, chat.at, chat.seat, chat.name, chat.text, chat.table),
            ).fetchone()[0]
            return number

        return await self._write(write_chat)

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        which = 'SELECT * FROM chat WHERE "table" = ? AND number > ? ORDER BY number DESC LIMIT ?'
        return [ChatRow(*row) for row in reversed(await self._rows(which, table, since, limit))]

    # Between nodes: there are no others

    def listen(self, heard: Heard) -> None:
        pass

    async def announce(self, topic: str, text: str) -> None:
        pass

    # How

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writing is None:
            raise StoreFailed("the store is closed")
        return await self._writing.add(work)

    async def _execute(self, sql: str, values: tuple[Any, ...]) -> int:
        return await self._write(lambda connection: connection.execute(sql, values).rowcount)

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        reader = self._reader
        if reader is None or self._writing is None:
            raise StoreFailed("the store is closed")
        return await self._in_thread(lambda: reader.execute(sql, values).fetchall())

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, work)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreFailed(f"{self.path}: {error}") from error


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=MOST_AT_ONCE
    )
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=4000"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _guarded(path: Path) -> sqlite3.Connection:
    """Hold a lock for as long as we live: a second server at the same file would not hear of the first one's moves."""
    beside = path.with_name(path.name + ".lock")
    guard = sqlite3.connect(beside, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        guard.close()
        raise StoreFailed(f"{path} is in use by another server; for several nodes, use PostgreSQL") from None
    return guard


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest("sqlite"):
        raise StoreFailed(f"{path} was written by a newer Stolik (schema {version}); here is schema {newest('sqlite')}")
    for number, sql in steps("sqlite", after=version):
        connection.executescript(f"BEGIN; {sql} PRAGMA user_version = {number}; COMMIT;")


def _first(kind: type[T], rows: list[tuple[Any, ...]]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[tuple[Any, ...]]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: tuple[Any, ...]) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    sitting = tuple(sorted(guests.split())) if guests else ()
    return TableRow(id_, code, revision, game, status, bool(public), sitting, created, touched, wake, body)
