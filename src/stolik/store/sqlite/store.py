"""The embedded store: one SQLite file, read here, and a writer process with group commit."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from stolik.store.protocol import OnNotification, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow
from stolik.store.sqlite.connection import connect
from stolik.store.sqlite.ipc import Answer, Job, Value
from stolik.store.sqlite.writer_client import WriterClient

T = TypeVar("T")

_TABLE = (
    "SELECT id, code, revision, game, status, public, created, touched, wake, body,"
    " (SELECT group_concat(guest, ' ') FROM sitting WHERE \"table\" = tables.id) FROM tables "
)


class SqliteStore:
    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.node = token_hex(4)
        self._read_pool = ThreadPoolExecutor(1, "stolik-read")
        self._reader: sqlite3.Connection | None = None
        self._writer = WriterClient(path)

    async def open(self) -> None:
        await self._writer.open()
        self._reader = await self._in_thread(lambda: connect(self.path))

    async def close(self) -> None:
        await self._writer.close()
        self._read_pool.shutdown()  # waits for reads in flight
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    async def ping(self) -> None:
        await self._execute("SELECT 1")

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        await self._execute("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh)
        found: bytes = (await self._rows("SELECT value FROM keys WHERE name = ?", name))[0][0]
        return found

    # Guests

    async def save_guest(self, guest: GuestRow) -> None:
        await self._execute(
            "INSERT INTO guests VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            *(guest.id, guest.name, guest.created),
        )

    async def guest(self, id_: str) -> GuestRow | None:
        return _first(GuestRow, await self._rows("SELECT id, name, created FROM guests WHERE id = ?", id_))

    async def add_token(self, token: TokenRow) -> None:
        values = (token.digest, token.guest, token.kind, token.label, token.created, token.expires)
        await self._execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)", *values)

    async def token(self, digest: str) -> TokenRow | None:
        return _first(TokenRow, await self._rows("SELECT * FROM tokens WHERE digest = ?", digest))

    async def tokens(self, guest: str, kind: str) -> list[TokenRow]:
        found = await self._rows("SELECT * FROM tokens WHERE guest = ? AND kind = ? ORDER BY created", guest, kind)
        return [TokenRow(*row) for row in found]

    async def remove_token(self, digest: str) -> bool:
        return (await self._execute("DELETE FROM tokens WHERE digest = ?", digest)).count == 1

    # Tables and matches

    async def commit(self, change: Change) -> bool:
        job = Job(append=change.append) if change.is_only_append else Job(change=change)
        return (await self._writer.submit(job)).count == 1

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
        written = await self._execute(
            'INSERT INTO chat SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM chat WHERE "table" = ?'
            " RETURNING number",
            *(chat.table, chat.at, chat.seat, chat.name, chat.text, chat.table),
        )
        number: int = written.rows[0][0]
        return number

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        which = 'SELECT * FROM chat WHERE "table" = ? AND number > ? ORDER BY number DESC LIMIT ?'
        return [ChatRow(*row) for row in reversed(await self._rows(which, table, since, limit))]

    # Between nodes: there are no others

    def listen(self, on_notification: OnNotification) -> None:
        pass

    async def announce(self, topic: str, text: str) -> None:
        pass

    # How

    async def _execute(self, sql: str, *values: Value) -> Answer:
        return await self._writer.submit(Job(sql=sql, values=values))

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        reader = self._reader
        if reader is None:
            raise StoreFailed("the store is closed")
        return await self._in_thread(lambda: reader.execute(sql, values).fetchall())

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._read_pool, work)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreFailed(f"{self.path}: {error}") from error


def _first(kind: type[T], rows: list[tuple[Any, ...]]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[tuple[Any, ...]]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: tuple[Any, ...]) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    sitting = tuple(sorted(guests.split())) if guests else ()
    return TableRow(id_, code, revision, game, status, bool(public), sitting, created, touched, wake, body)
