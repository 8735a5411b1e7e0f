"""Connections to the SQLite file: how it is opened, locked and migrated."""

import sqlite3
from pathlib import Path

from stolik.store.migrations import migrations, newest
from stolik.store.protocol import StoreFailed

GROUP_COMMIT_LIMIT = 250
"""Changes in one group commit; so many prepared statements that append rows to the log are cached."""
LOCK_TIMEOUT = 3.0
"""Seconds to wait for the lock: a writer process whose server was killed exits within them."""


def connect(path: Path) -> sqlite3.Connection:
    """WAL mode with synchronous=FULL: a committed transaction survives a power cut."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=GROUP_COMMIT_LIMIT
    )
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=4000"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def acquire_lock(path: Path) -> sqlite3.Connection:
    """An exclusive lock until the connection closes: a second server on this file would miss the first one's writes."""
    lock_file = path.with_name(path.name + ".lock")
    lock = sqlite3.connect(lock_file, isolation_level=None, timeout=LOCK_TIMEOUT)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise StoreFailed(f"{path} is in use by another server; for several nodes, use PostgreSQL") from None
    return lock


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date, each migration in a transaction."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest("sqlite"):
        raise StoreFailed(f"{path} was written by a newer Stolik (schema {version}); here is schema {newest('sqlite')}")
    for next_version, sql in migrations("sqlite", after=version):
        connection.executescript(f"BEGIN; {sql} PRAGMA user_version = {next_version}; COMMIT;")
