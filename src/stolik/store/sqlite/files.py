"""The files of a SQLite store: what lies beside the database, who may read it, who holds it, and whether it is one."""

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from platformdirs import user_data_path

from stolik.store.protocol import StoreFailed

SIBLINGS = ("-wal", "-shm", "-journal", ".lock", ".lock-journal")
"""SQLite's own, and the lock."""
LOCK_TIMEOUT = 3.0
"""Seconds to wait for the lock: a writer process whose server was killed exits within them."""

_MAGIC = b"SQLite format 3\0"
_LOCK_BYTE = 0x4000_0000 + 4096
"""SQLite locks bytes just below this one."""
_USED = 1
"""`user_version` of the lock file, once a store has been made beside it."""


def default_file() -> Path:
    """Where a store is kept if nobody says otherwise."""
    return user_data_path("stolik") / "stolik.db"


def all_files(path: Path) -> list[Path]:
    """Those of the store that there are."""
    return [found for suffix in ("", *SIBLINGS) if (found := path.with_name(path.name + suffix)).exists()]


# Who may read them


def readable_by_others(path: Path) -> list[Path]:
    if os.name != "posix":
        return []
    return [found for found in all_files(path) if stat.S_IMODE(found.stat().st_mode) & 0o077]


def make_private(path: Path) -> list[str]:
    """The owner's alone, whoever made them: what was changed, as sentences. Whatever is made from now on is, too.

    Of folders only the ones that we make, and the one that is ours by its name: others may hold files of others.
    """
    os.umask(0o077)
    path.parent.mkdir(parents=True, exist_ok=True)
    said = []
    open_files = readable_by_others(path)
    for found in open_files:
        with contextlib.suppress(PermissionError):  # somebody else's
            found.chmod(0o600)
    if open_files:
        left = readable_by_others(path)
        names = ", ".join(found.name for found in left or open_files)
        outcome = "and this user may not change that" if left else "and no longer can"
        said.append(f"{path}: could be read by other users of this machine, {outcome} ({names})")
    folder = path.parent
    if os.name == "posix" and folder == default_file().parent.resolve() and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        folder.chmod(0o700)
        said.append(f"{folder}: other users of this machine could look into this folder, and no longer can")
    return said


# Who holds them


@contextlib.contextmanager
def locked_name(path: Path) -> Iterator[sqlite3.Connection]:
    """Nobody else's until the end: a second server on this file would miss the first one's writes."""
    lock = sqlite3.connect(path.with_name(path.name + ".lock"), isolation_level=None, timeout=LOCK_TIMEOUT)
    with contextlib.closing(lock):
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("PRAGMA locking_mode = EXCLUSIVE")  # kept until it is closed, also after a commit
            lock.execute("BEGIN EXCLUSIVE")
            lock.execute("COMMIT")
        except sqlite3.OperationalError:
            raise _in_use(path) from None
        yield lock


@contextlib.contextmanager
def locked_file(path: Path) -> Iterator[Callable[[], None]]:
    """The same for every other name of the file: it may have hard links. Gives a function that locks it once more.

    Locks of POSIX belong to the process, so SQLite's connections must lie inside: closing one would give up the lock.
    It is also given up when SQLite turns to its write-ahead log; from then on it is kept.
    """
    if os.name != "posix":
        yield lambda: None
        return
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _lock_byte(path, descriptor)
        yield lambda: _lock_byte(path, descriptor)
    finally:
        os.close(descriptor)


def _lock_byte(path: Path, descriptor: int) -> None:
    import fcntl

    until = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _LOCK_BYTE)
        except OSError:
            if time.monotonic() > until:
                raise _in_use(path) from None
            time.sleep(0.02)
        else:
            return


def is_in_use(path: Path) -> bool:
    """Whether a server has this file open just now, by whatever name."""
    if os.name != "posix":
        return False  # nobody can tell without opening it
    import fcntl

    with path.open("rb") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, _LOCK_BYTE)
        except OSError:
            return True
    return False


def _in_use(path: Path) -> StoreFailed:
    return StoreFailed(f"{path} is in use by another server; for several nodes, use PostgreSQL")


def was_used(lock: sqlite3.Connection) -> bool:
    """Whether there has been a store beside this lock."""
    return bool(lock.execute("PRAGMA user_version").fetchone() == (_USED,))


def marked_used(path: Path) -> bool:
    """The same, for whoever does not hold the lock and must not change anything."""
    lock = path.with_name(path.name + ".lock")
    if not lock.exists() or lock.stat().st_size == 0:
        return False
    connection = sqlite3.connect(f"{lock.as_uri()}?immutable=1", uri=True)
    with contextlib.closing(connection), contextlib.suppress(sqlite3.DatabaseError):
        return was_used(connection)
    return False


def mark_used(lock: sqlite3.Connection, *, used: bool) -> bool:
    if was_used(lock) != used:
        lock.execute(f"PRAGMA user_version = {_USED if used else 0}")
    return used


# Whether it is a store


def inspect_file(path: Path, *, used: bool) -> str:
    """What is strange about the file before it is opened, as a sentence; empty: nothing. StoreFailed if what was
    acknowledged would be lost, or if it is no database at all.
    """
    wal = path.with_name(path.name + "-wal")
    if not path.exists() or path.stat().st_size == 0:
        state = "is empty" if path.exists() else "is gone"
        if wal.exists() and wal.stat().st_size > 0:
            raise StoreFailed(
                f"{path} {state}, but its write-ahead log is not ({wal.name}): what was kept cannot be read without it."
                " Put a backup in place; to begin anew, remove the log too"
            )
        if path.exists() and used:
            raise StoreFailed(f"{path} is empty, but it was used before: {_WAY_ON}")
        if path.exists():
            return f"{path} was empty: a new store begins"
        return f"{path} is gone, though it was used before: a new store begins" if used else ""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise StoreFailed(f"{path} is not a database")
    names = path.stat().st_nlink
    if names > 1:
        return (
            f"{path} has {names} names (hard links): open it always by the same one, since its write-ahead log lies"
            " beside the name"
        )
    return ""


_WAY_ON = "what it held is gone. Put a backup in place; to begin anew, remove it"


def check_is_ours(connection: sqlite3.Connection, path: Path, *, used: bool) -> None:
    """StoreFailed if it is a database of another program, or one that has lost everything."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if (tables and version == 0) or (version > 0 and not {"tables", "matches", "log"} <= tables):
        raise StoreFailed(f"{path} is the database of another program")
    if version == 0 and used:
        raise StoreFailed(
            f"{path} holds nothing, but it was used before: its write-ahead log is missing or damaged. {_WAY_ON}"
        )
