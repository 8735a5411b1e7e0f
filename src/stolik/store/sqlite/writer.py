"""The process that writes to the SQLite file: whatever is waiting goes in one commit, and is then answered.

python -m stolik.store.sqlite.writer FILE

It is a process and not a thread: a thread would ask for the interpreter lock several times in each commit, while the
event loop is busy with the moves of others. It ends when whoever started it does, however that ended.
"""

import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stolik.store.protocol import StoreFailed
from stolik.store.sqlite.connection import MOST_AT_ONCE, connected, guarded, migrate
from stolik.store.sqlite.ipc import LENGTH, Answer, Job, message, read_jobs
from stolik.store.sqlite.statements import append, append_all, write

_READ_AT_ONCE = 1 << 20


def main() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # they are for the server, which then lets us finish
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError):
        _work(Path(sys.argv[1]))


def _work(path: Path) -> None:
    with contextlib.ExitStack() as open_:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            open_.enter_context(contextlib.closing(guarded(path)))
            connection = open_.enter_context(contextlib.closing(connected(path)))
            migrate(connection, path)
        except StoreFailed as failed:
            _say([Answer(0, failed=str(failed))])
            return
        except (sqlite3.Error, OSError) as error:
            _say([Answer(0, failed=f"{path}: {error}")])
            return
        _say([Answer()])
        for jobs in _heard():
            for start in range(0, len(jobs), MOST_AT_ONCE):
                _say(done_together(connection, jobs[start : start + MOST_AT_ONCE]))


def _heard() -> Iterator[list[Job]]:
    """Whatever has come since the last time, until there is nobody any more."""
    data = b""
    while piece := os.read(0, _READ_AT_ONCE):
        data += piece
        jobs: list[Job] = []
        while len(data) >= LENGTH and len(data) >= (end := LENGTH + int.from_bytes(data[:LENGTH], "big")):
            jobs += read_jobs(data[LENGTH:end])
            data = data[end:]
        yield jobs


def _say(answers: list[Answer]) -> None:
    data = message(answers)
    while data:
        data = data[os.write(1, data) :]


# Doing


def done_together(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer]:
    """In one commit; each job is answered for itself."""
    return _appended(connection, jobs) or _committed(connection, jobs)


def _appended(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer] | None:
    """Nothing but rows for the log, of which none collides: one statement, which is a transaction of its own."""
    rows = [job.append for job in jobs if job.append is not None]
    if len(rows) < len(jobs):
        return None
    try:
        append_all(connection, rows)
    except (sqlite3.Error, ValueError, OverflowError):
        return None  # nothing was written; one by one it will be clear whose fault it is
    return [Answer()] * len(jobs)


def _committed(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Answer]:
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [_answered(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except Exception as error:  # whatever it is, nobody may wait for ever
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return [_failed(error)] * len(jobs)
    return answers


def _answered(connection: sqlite3.Connection, job: Job) -> Answer:
    try:
        if job.append is not None:
            return Answer(int(append(connection, job.append)))
        if job.change is not None:
            return Answer(int(write(connection, job.change)))
        cursor = connection.execute(job.sql, job.values)
        rows = cursor.fetchall()
        return Answer(cursor.rowcount, rows)
    except sqlite3.OperationalError:
        raise  # the disk, not this job
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> Answer:
    return Answer(0, failed=f"could not write: {error}")


if __name__ == "__main__":
    main()
