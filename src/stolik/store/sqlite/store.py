"""The embedded store: one SQLite file, read here, and a writer process with group commit."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from stolik.store.protocol import Condition, Fault, OnNotification, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow
from stolik.store.sqlite.connection import connect, fault_of
from stolik.store.sqlite.integrity import IntegrityCheck
from stolik.store.sqlite.ipc import Answer, Job, Value
from stolik.store.sqlite.writer_client import WriterClient

T = TypeVar("T")

READ_TIMEOUT = 5.0
"""Seconds for a read, with all that wait before it."""
CLOSE_TIMEOUT = 1.5
"""Seconds for the last connection to close: it copies the write-ahead log into the file."""

_TABLE = (
    "SELECT id, code, revision, game, status, public, created, touched, wake, body,"
    " (SELECT group_concat(guest, ' ') FROM sitting WHERE \"table\" = tables.id) FROM tables "
)
_WHOLE_LOG = (
    "SELECT CAST('[' || coalesce(group_concat('[' || seq || ',' || CAST(entries AS TEXT) || ']'), '') || ']' AS BLOB)"
    " FROM log WHERE match = ?"
)


class SqliteStore:
    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.node = token_hex(4)
        self.condition = Condition()
        self._on_notification: OnNotification | None = None
        self._read_pool = ThreadPoolExecutor(1, "stolik-read")
        self._reader: sqlite3.Connection | None = None
        self._stuck: Future[Any] | None = None
        """A read that has taken too long; until it ends, no other is tried."""
        self._integrity = IntegrityCheck(path, self.condition)
        self._writer = WriterClient(path, self.condition, self._on_resolved)

    async def open(self) -> None:
        await self._writer.open()
        self._reader = await self._in_thread(lambda: connect(self.path))
        self._integrity.start()

    async def close(self) -> None:
        await self._integrity.stop()
        await self._writer.close()
        reader, self._reader = self._reader, None
        if reader is not None:
            if self._stuck is not None:
                reader.interrupt()
            closing = self._read_pool.submit(reader.close)  # after the reads in flight
            await asyncio.wait((asyncio.wrap_future(closing),), timeout=CLOSE_TIMEOUT)
        self._read_pool.shutdown(wait=False, cancel_futures=True)

    def abandon(self) -> None:
        self._writer.kill()

    async def ping(self) -> None:
        # Something new each time: SQLite does not write what is there already.
        sql = "INSERT INTO keys VALUES ('ping', randomblob(8)) ON CONFLICT DO UPDATE SET value = excluded.value"
        await self._execute(sql)

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

    async def log(self, match: str, since: int = 0, limit: int | None = None) -> list[LogRow]:
        which = "SELECT * FROM log WHERE match = ? AND seq >= ? ORDER BY seq LIMIT ?"
        return [LogRow(*row) for row in await self._rows(which, match, since, -1 if limit is None else limit)]

    async def whole_log(self, match: str) -> bytes:
        found: bytes = (await self._rows(_WHOLE_LOG, match))[0][0]
        return found

    async def append_of(self, match: str, seat: int, number: int) -> LogRow | None:
        which = "SELECT * FROM log WHERE match = ? AND seat = ? AND number = ? ORDER BY seq DESC LIMIT 1"
        return _first(LogRow, await self._rows(which, match, seat, number))

    # Talk

    async def add_chat(self, chat: ChatRow) -> int:
        written = await self._execute(
            'INSERT INTO chat SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM chat WHERE "table" = ?'
            " RETURNING number",
            *(chat.table, chat.at, chat.seat, chat.name, chat.text, chat.table),
        )
        number: int = written.rows[0][0]
        return number

    async def number_of_chat(self, chat: ChatRow) -> int | None:
        # Asked of the writer, which has by then written what it was given before, or never will.
        found = await self._execute(
            'SELECT number FROM (SELECT * FROM chat WHERE "table" = ? ORDER BY number DESC LIMIT 100)'
            " WHERE at = ? AND seat IS ? AND name = ? AND text = ?",
            *(chat.table, chat.at, chat.seat, chat.name, chat.text),
        )
        return found.rows[0][0] if found.rows else None

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        which = 'SELECT * FROM chat WHERE "table" = ? AND number > ? ORDER BY number DESC LIMIT ?'
        return [ChatRow(*row) for row in reversed(await self._rows(which, table, since, limit))]

    # Between nodes: there are no others

    def listen(self, on_notification: OnNotification) -> None:
        self._on_notification = on_notification

    def _on_resolved(self) -> None:
        if self._on_notification is not None:
            self._on_notification("lost", "")

    async def announce(self, topic: str, text: str) -> None:
        pass

    # How

    async def _execute(self, sql: str, *values: Value) -> Answer:
        return await self._writer.submit(Job(sql=sql, values=values))

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        reader = self._reader
        if reader is None:
            raise StoreFailed("the store is closed", Fault.BROKEN)
        return await self._in_thread(lambda: reader.execute(sql, values).fetchall())

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._stuck is not None and not self._stuck.done():
            raise self._failed(f"no read has ended for {READ_TIMEOUT:g} seconds", Fault.SILENT)
        reading = self._read_pool.submit(work)
        try:
            async with asyncio.timeout(READ_TIMEOUT):
                return await asyncio.wrap_future(reading)
        except TimeoutError:
            self._stuck = reading
            raise self._failed(f"a read has not ended for {READ_TIMEOUT:g} seconds", Fault.SILENT) from None
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise self._failed(str(error), fault_of(error)) from error

    def _failed(self, why: str, fault: Fault | None) -> StoreFailed:
        failed = StoreFailed(f"{self.path}: {why}", fault)
        self.condition.failed(failed)
        return failed


def _first(kind: type[T], rows: list[tuple[Any, ...]]) -> T | None:
    return kind(*rows[0]) if rows else None


def _first_table(rows: list[tuple[Any, ...]]) -> TableRow | None:
    return _table(rows[0]) if rows else None


def _table(row: tuple[Any, ...]) -> TableRow:
    id_, code, revision, game, status, public, created, touched, wake, body, guests = row
    sitting = tuple(sorted(guests.split())) if guests else ()
    return TableRow(id_, code, revision, game, status, bool(public), sitting, created, touched, wake, body)
