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
from collections.abc import Iterator, Sequence
from pathlib import Path

from stolik.store.protocol import StoreFailed
from stolik.store.sqlite.connection import GROUP_COMMIT_LIMIT, acquire_lock, connect, migrate
from stolik.store.sqlite.ipc import PREFIX, Answer, Job, decode_jobs, frame
from stolik.store.sqlite.statements import append, append_all, write

_READ_AT_ONCE = 1 << 20


def main() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # they are for the server, which closes our stdin when it is done
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError):
        _run(Path(sys.argv[1]))


def _run(path: Path) -> None:
    with contextlib.ExitStack() as open_:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            open_.enter_context(contextlib.closing(acquire_lock(path)))
            connection = open_.enter_context(contextlib.closing(connect(path)))
            migrate(connection, path)
        except StoreFailed as failed:
            _send([Answer(0, failed=str(failed))])
            return
        except (sqlite3.Error, OSError) as error:
            _send([Answer(0, failed=f"{path}: {error}")])
            return
        _send([Answer()])
        for jobs in _received():
            for start in range(0, len(jobs), GROUP_COMMIT_LIMIT):
                _send(group_commit(connection, jobs[start : start + GROUP_COMMIT_LIMIT]))


def _received() -> Iterator[list[Job]]:
    """The jobs that have arrived since the last time, until stdin is closed."""
    data = b""
    while piece := os.read(0, _READ_AT_ONCE):
        data += piece
        jobs: list[Job] = []
        while len(data) >= PREFIX and len(data) >= (end := PREFIX + int.from_bytes(data[:PREFIX], "big")):
            jobs += decode_jobs(data[PREFIX:end])
            data = data[end:]
        yield jobs


def _send(answers: list[Answer]) -> None:
    data = frame(answers)
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
    return Answer(0, failed=f"write failed: {error}")


if __name__ == "__main__":
    main()
