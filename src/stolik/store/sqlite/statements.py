"""SQL statements of a change in SQLite, inside a transaction that may hold many changes."""

import sqlite3
from collections.abc import Sequence
from functools import cache

from msgspec.structs import astuple

from stolik.store.rows import Change, LogRow, MatchRow, TableRow, Wake

_APPEND = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)"


def write(connection: sqlite3.Connection, change: Change) -> bool:
    """Several rows, in a savepoint: all of them or, on a write conflict (False), none."""
    connection.execute("SAVEPOINT change")
    written = False
    try:
        written = (
            (change.table is None or _table(connection, change.table))
            and (change.match is None or _match(connection, change.match))
            and (change.append is None or append(connection, change.append))
        )
        if written:
            _wake(connection, change.wake)
            if change.append is not None:
                _finish(connection, change.append, change.finished)
    finally:
        if connection.in_transaction:  # after a full disk SQLite has rolled back everything by itself
            if not written:
                connection.execute("ROLLBACK TO change")
            connection.execute("RELEASE change")
    return written


def append(connection: sqlite3.Connection, row: LogRow) -> bool:
    return connection.execute(f"{_APPEND} ON CONFLICT DO NOTHING", astuple(row)).rowcount == 1


def append_all(connection: sqlite3.Connection, rows: Sequence[LogRow]) -> None:
    """All rows in one statement or, with an exception, none."""
    connection.execute(_append_many(len(rows)), [value for row in rows for value in astuple(row)])


@cache
def _append_many(count: int) -> str:
    return _APPEND + ", (?, ?, ?, ?, ?, ?, ?)" * (count - 1)


def _wake(connection: sqlite3.Connection, wake: Wake | None) -> None:
    if wake is not None:
        connection.execute("UPDATE tables SET wake = ? WHERE id = ?", (wake.at, wake.table))


def _finish(connection: sqlite3.Connection, append: LogRow, finished: float | None) -> None:
    if finished is not None:
        connection.execute("UPDATE matches SET finished = ? WHERE id = ?", (finished, append.match))


def _table(connection: sqlite3.Connection, row: TableRow) -> bool:
    about = (row.id, row.code, row.revision, row.game, row.status, row.public)
    values = (*about, row.created, row.touched, row.wake, row.body)
    if row.revision == 1:
        sql = "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        written = connection.execute(sql, values).rowcount == 1
    else:
        sql = (
            "UPDATE tables SET (id, code, revision, game, status, public, created, touched, wake, body)"
            " = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ? AND revision = ?"
        )
        written = connection.execute(sql, (*values, row.id, row.revision - 1)).rowcount == 1
    if written:
        connection.execute('DELETE FROM sitting WHERE "table" = ?', (row.id,))
        connection.executemany("INSERT INTO sitting VALUES (?, ?)", [(guest, row.id) for guest in set(row.guests)])
    return written


def _match(connection: sqlite3.Connection, row: MatchRow) -> bool:
    values = (row.id, row.table, row.number, row.header, row.secret, row.created, row.finished)
    sql = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    return connection.execute(sql, values).rowcount == 1
