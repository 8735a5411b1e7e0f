"""The writer process of the SQLite file, with group commit: all jobs that are waiting share one transaction.

python -m stolik.store.sqlite.writer FILE

It is a process and not a thread: a thread would contend for the GIL several times in each commit, while the event loop
is busy with the moves of others. It exits when its parent process does, however that ended.
"""

import contextlib
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from stolik.store.protocol import StoreFailed
from stolik.store.sqlite.connection import GROUP_COMMIT_LIMIT, connect, fault_of, migrate
from stolik.store.sqlite.files import (
    check_is_ours,
    inspect_file,
    locked_file,
    locked_name,
    make_private,
    mark_used,
    was_used,
)
from stolik.store.sqlite.ipc import PREFIX, Answer, Job, Started, decode_batch, frame
from stolik.store.sqlite.statements import append, append_all, write
from stolik.store.sqlite.wal import inspect_wal

_READ_AT_ONCE = 1 << 20
_TOO_LATE = Answer(0, failed="write failed: nobody waits for it any more")


def main() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # they are for the server, which closes our stdin when it is done
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError):
        _run(Path(sys.argv[1]))


def _run(path: Path) -> None:
    with contextlib.ExitStack() as open_:
        try:
            connection, said = _open(path.resolve(), open_)
        except StoreFailed as failed:
            _send(Started(str(failed), failed.fault))
            return
        except (sqlite3.Error, OSError) as error:
            _send(Started(f"{path}: {error}", fault_of(error)))
            return
        _send(Started(said=said))
        for jobs in _received():
            _write_all(connection, jobs)


def _open(path: Path, open_: contextlib.ExitStack) -> tuple[sqlite3.Connection, list[str]]:
    """The file, locked and up to date, and what was strange about it."""
    said = make_private(path)
    lock = open_.enter_context(locked_name(path))
    used = was_used(lock)
    said.append(inspect_file(path, used=used))
    if used and not path.exists():
        used = mark_used(lock, used=False)
    said.append(inspect_wal(path.with_name(path.name + "-wal"), str(path)))
    lock_again = open_.enter_context(locked_file(path))
    connection = connect(path, partial(check_is_ours, path=path, used=used))
    open_.enter_context(contextlib.closing(connection))
    migrate(connection, path)
    lock_again()
    mark_used(lock, used=True)
    return connection, [sentence for sentence in said if sentence]


def _received() -> Iterator[list[tuple[float, Job]]]:
    """The jobs that have arrived since the last time, and until when they may be written, until stdin is closed."""
    data = b""
    while piece := os.read(0, _READ_AT_ONCE):
        data += piece
        jobs: list[tuple[float, Job]] = []
        while len(data) >= PREFIX and len(data) >= (end := PREFIX + int.from_bytes(data[:PREFIX], "big")):
            batch = decode_batch(data[PREFIX:end])
            jobs += [(batch.until, job) for job in batch.jobs]
            data = data[end:]
        yield jobs


def _write_all(connection: sqlite3.Connection, jobs: list[tuple[float, Job]]) -> None:
    """A group commit after the other. Jobs for which nobody waits any more (the oldest, if any) are not written."""
    while jobs:
        now = time.monotonic()
        if jobs[0][0] < now:
            late = sum(until < now for until, _ in jobs)
            _send([_TOO_LATE] * late)
            jobs = jobs[late:]
            continue
        _send(group_commit(connection, [job for _, job in jobs[:GROUP_COMMIT_LIMIT]]))
        jobs = jobs[GROUP_COMMIT_LIMIT:]


def _send(message: Started | list[Answer]) -> None:
    data = frame(message)
    while data:
        data = data[os.write(1, data) :]


def group_commit(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer]:
    """All jobs in one transaction; each has its own answer."""
    return _bulk_insert(connection, jobs) or _transaction(connection, jobs)


def _bulk_insert(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer] | None:
    """Nothing but appends without a conflict: a single INSERT, which is a transaction of its own."""
    rows = [job.append for job in jobs if job.append is not None]
    if len(rows) < len(jobs):
        return None
    try:
        append_all(connection, rows)
    except (sqlite3.Error, ValueError, OverflowError):
        return None  # rolled back; one by one it will be clear which of them failed
    return [Answer()] * len(jobs)


def _transaction(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer]:
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [_execute(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except Exception as error:  # whatever it is, every job needs an answer
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return [_error(error)] * len(jobs)
    return answers


def _execute(connection: sqlite3.Connection, job: Job) -> Answer:
    try:
        if job.append is not None:
            return Answer(int(append(connection, job.append)))
        if job.change is not None:
            return Answer(int(write(connection, job.change)))
        cursor = connection.execute(job.sql, job.values)
        rows = cursor.fetchall()
        return Answer(cursor.rowcount, rows)
    except sqlite3.OperationalError:
        raise  # the database, not this job: roll back
    except Exception as error:
        return _error(error)


def _error(error: Exception) -> Answer:
    return Answer(0, failed=f"write failed: {error}", fault=fault_of(error))


if __name__ == "__main__":
    main()
