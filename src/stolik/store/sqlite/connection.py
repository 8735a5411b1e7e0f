"""The file of the embedded store: how it is opened, guarded and brought up to date."""

import sqlite3
from pathlib import Path

from stolik.store.migrations import newest, steps
from stolik.store.protocol import StoreFailed

MOST_AT_ONCE = 250
"""Changes in one commit; so many different statements that append rows to the log are kept ready."""
LET_GO_WITHIN = 3.0
"""Seconds in which a writer whose server was killed ends."""


def connected(path: Path) -> sqlite3.Connection:
    """WAL, synchronous=FULL: what is committed survives a power cut."""
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


def guarded(path: Path) -> sqlite3.Connection:
    """Hold a lock for as long as we live: a second server at the same file would not hear of the first one's moves."""
    beside = path.with_name(path.name + ".lock")
    guard = sqlite3.connect(beside, isolation_level=None, timeout=LET_GO_WITHIN)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        guard.close()
        raise StoreFailed(f"{path} is in use by another server; for several nodes, use PostgreSQL") from None
    return guard


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest("sqlite"):
        raise StoreFailed(f"{path} was written by a newer Stolik (schema {version}); here is schema {newest('sqlite')}")
    for number, sql in steps("sqlite", after=version):
        connection.executescript(f"BEGIN; {sql} PRAGMA user_version = {number}; COMMIT;")
