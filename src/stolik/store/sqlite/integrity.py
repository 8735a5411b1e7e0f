"""Integrity of the SQLite file: are its pages in order? It is looked at beside the server, which goes on meanwhile."""

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path

from stolik.store.condition import Condition

SIZE_LIMIT = 256 * 1024 * 1024
"""Bytes of a file that is looked through at every start, which takes a second or two; for others there is `stolik
doctor`.
"""
MAX_SENTENCES = 10


def read_only(path: Path, **options: str) -> sqlite3.Connection:
    """A connection that cannot change anything."""
    query = "&".join(f"{name}={value}" for name, value in {"mode": "ro", **options}.items())
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?{query}", uri=True, isolation_level=None, check_same_thread=False
    )


def damage_in(connection: sqlite3.Connection, check: str) -> list[str]:
    """`check` is integrity_check or, which takes less time and does not compare indexes, quick_check."""
    try:
        rows = connection.execute(f"PRAGMA {check}({MAX_SENTENCES})").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if rows == [("ok",)] else [" ".join(sentence.split()) for (sentence,) in rows]


class IntegrityCheck:
    """In a thread, so that it waits for the disk alone. What it finds goes to the store's condition."""

    def __init__(self, path: Path, condition: Condition) -> None:
        self._path = path
        self._condition = condition
        self._connection: sqlite3.Connection | None = None
        self._thread: threading.Thread | None = None
        self._stopped = False

    def start(self) -> None:
        if self._path.stat().st_size <= SIZE_LIMIT:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._run, args=(loop,), name="stolik-integrity", daemon=True)
            self._thread.start()

    async def stop(self) -> None:
        """And wait for it, but not for a disk that holds it up."""
        self._interrupt()
        for _ in range(50):
            if self._thread is None or not self._thread.is_alive():
                return
            await asyncio.sleep(0.01)

    def _interrupt(self) -> None:
        self._stopped = True
        connection = self._connection
        if connection is not None:
            with contextlib.suppress(sqlite3.ProgrammingError):  # closed meanwhile
                connection.interrupt()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(sqlite3.Error), contextlib.closing(read_only(self._path)) as connection:
            self._connection = connection
            found = [] if self._stopped else damage_in(connection, "quick_check")
            if found and not self._stopped:
                with contextlib.suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(self._condition.damaged, "; ".join(found[:3]))
