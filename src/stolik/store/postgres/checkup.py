"""A checkup of the PostgreSQL database, in a transaction that may only read."""

from collections.abc import AsyncIterator
from typing import TypeAlias

import asyncpg

from stolik.store.checkup import (
    COUNTED,
    JSON_COLUMNS,
    LOG,
    Finding,
    Name,
    RowReader,
    counts_found,
    found,
    schema_found,
    size,
)
from stolik.store.migrations import newest
from stolik.store.postgres.listener import TIMEOUT
from stolik.store.postgres.statements import ERRORS, describe_error

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

LONGEST = 600.0
"""Seconds for one question."""
TABLES = ("keys", "guests", "tokens", "tables", "sitting", "matches", "log", "chat")
NEEDED = {
    "SELECT": TABLES,
    "INSERT": TABLES,
    "UPDATE": ("keys", "guests", "tables", "matches"),
    "DELETE": ("tokens", "sitting"),
}
"""What the server does with each table."""

_LACKING = """
SELECT right_ || ' on ' || table_ FROM unnest($1::text[], $2::text[]) AS needed (right_, table_)
WHERE NOT has_table_privilege(current_user, table_, right_)
"""
_BROKEN_INDEXES = """
SELECT indexrelid::regclass::text FROM pg_index
WHERE NOT (indisvalid AND indisready) AND indrelid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)
"""
_INDEXES = """
SELECT indexrelid::regclass::text
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
WHERE amname = 'btree' AND indrelid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)
"""


async def checkup(url: str, name: Name) -> AsyncIterator[Finding]:
    try:
        connection = await asyncpg.connect(url, timeout=TIMEOUT, command_timeout=LONGEST)
    except (*ERRORS, ValueError) as error:
        yield Finding("wrong", f"There is no connection: {describe_error(error)}.")
        return
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            async for finding in _findings(connection, name):
                yield finding
    except (*ERRORS, ValueError) as error:
        yield Finding("wrong", f"The checkup came to an end: {describe_error(error)}.")
    finally:
        connection.terminate()


async def _findings(connection: Connection, name: Name) -> AsyncIterator[Finding]:
    version = ".".join(map(str, connection.get_server_version()[:2]))
    yield Finding("ok", f"Connected to PostgreSQL {version}.")
    standby = await connection.fetchval("SELECT pg_is_in_recovery()")
    yield found(standby, "It is a standby, which cannot be written.", "It can be written: it is no standby.")
    schema = await connection.fetchval("SELECT to_regclass('schema_version')")
    if schema is None:
        yield Finding("wrong", "There is no store in it yet: a first `stolik serve` makes it.")
        return
    yield schema_found(
        await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_version"), newest("postgres")
    )
    missing = [table for table in TABLES if await connection.fetchval("SELECT to_regclass($1)", table) is None]
    if missing:
        yield Finding("wrong", f"Tables of the schema are missing: {', '.join(missing)}.")
        return
    yield await _rights(connection)
    async for finding in _integrity(connection):
        yield finding
    async for finding in _contents(connection, name):
        yield finding
    used: float = await connection.fetchval("SELECT pg_notification_queue_usage()")
    yield found(
        used > 0.5, f"Its queue of notifications is {used:.0%} full.", "Notifications between nodes get through."
    )
    bytes_: int = await connection.fetchval("SELECT pg_database_size(current_database())")
    yield Finding("note", f"It has {size(bytes_)}. How much its disk has free it cannot say: look on its machine.")


async def _rights(connection: Connection) -> Finding:
    needed = [(right, table) for right, tables in NEEDED.items() for table in tables]
    rows = await connection.fetch(_LACKING, *(list(column) for column in zip(*needed, strict=True)))
    lacking = ", ".join(row[0] for row in rows)
    return found(lacking, f"This user lacks rights: {lacking}.", "This user has the rights that a server needs.")


async def _integrity(connection: Connection) -> AsyncIterator[Finding]:
    broken = ", ".join(row[0] for row in await connection.fetch(_BROKEN_INDEXES, list(TABLES)))
    yield found(broken, f"Indexes that are not valid: {broken}. REINDEX them.", "All indexes are valid.")
    sql = "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()"
    failures = await connection.fetchval(sql)
    checked = await connection.fetchval("SHOW data_checksums") == "on"
    otherwise = "No page had a wrong checksum." if checked else "Its pages have no checksums (initdb --data-checksums)."
    yield found(failures, f"Pages with a wrong checksum: {failures}.", otherwise)
    if await connection.fetchval("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"):
        yield await _amcheck(connection)


async def _amcheck(connection: Connection) -> Finding:
    wrong = []
    for row in await connection.fetch(_INDEXES, list(TABLES)):
        try:
            async with connection.transaction():
                await connection.execute("SELECT bt_index_check($1::regclass)", row[0])
        except asyncpg.PostgresError as error:
            wrong.append(f"{row[0]}: {error.args[0]}")
    return found(wrong, f"Indexes that are damaged: {'; '.join(wrong)}.", "Its indexes are in order (amcheck).")


async def _contents(connection: Connection, name: Name) -> AsyncIterator[Finding]:
    reader = RowReader(name)
    for sql in JSON_COLUMNS.values():
        try:
            async with connection.transaction():
                async for id_, body in connection.cursor(sql):
                    reader.take_json(id_, body)
        except asyncpg.PostgresError as error:
            reader.take_error(error)
    try:
        async with connection.transaction():
            async for match, seq, entries in connection.cursor(LOG, prefetch=1000):
                reader.take_log(match, seq, entries)
    except asyncpg.PostgresError as error:
        reader.take_error(error)
    for finding in reader.findings():
        yield finding
    yield counts_found({what: await connection.fetchval(sql) for what, sql in COUNTED.items()})
