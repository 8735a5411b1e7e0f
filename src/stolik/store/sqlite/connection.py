"""Connections to the SQLite file: how it is opened and migrated, and what its errors mean."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from stolik.store.migrations import migrations, newest
from stolik.store.protocol import Fault, StoreFailed

GROUP_COMMIT_LIMIT = 250
"""Changes in one group commit; so many prepared statements that append rows to the log are cached."""
BUSY_TIMEOUT = 3.0
"""Seconds to wait for another program that holds the file: a backup, or somebody at a console."""

_FAULTS = {
    "FULL": Fault.FULL,
    "CORRUPT": Fault.DAMAGED,
    "NOTADB": Fault.DAMAGED,
    "BUSY": Fault.LOCKED,
    "LOCKED": Fault.LOCKED,
    "READONLY": Fault.READ_ONLY,
    "PERM": Fault.READ_ONLY,
    "CANTOPEN": Fault.UNREACHABLE,
    "IOERR": Fault.DISK,
    "CONSTRAINT": None,
    "MISMATCH": None,
    "TOOBIG": None,
    "RANGE": None,
}
"""By the first word of SQLite's name for an error."""


def fault_of(error: Exception) -> Fault | None:
    """What an error says of the store; None: nothing, it was the fault of what was asked."""
    if not isinstance(error, sqlite3.Error):
        return None
    words = getattr(error, "sqlite_errorname", "").split("_")
    return _FAULTS.get(words[1], Fault.BROKEN) if len(words) > 1 else None


def connect(path: Path, check: Callable[[sqlite3.Connection], None] | None = None) -> sqlite3.Connection:
    """WAL mode with synchronous=FULL: a committed transaction survives a power cut. `check` looks at it before it is
    changed in any way.
    """
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT, cached_statements=GROUP_COMMIT_LIMIT
    )
    try:
        if check is not None:
            check(connection)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=4000"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date, each migration in a transaction."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest("sqlite"):
        raise StoreFailed(f"{path} was written by a newer Stolik (schema {version}); here is schema {newest('sqlite')}")
    for next_version, sql in migrations("sqlite", after=version):
        connection.executescript(f"BEGIN; {sql} PRAGMA user_version = {next_version}; COMMIT;")
