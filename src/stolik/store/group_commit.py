"""One thread that writes: while it waits for the disk, the next changes gather, and then go in one commit."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from stolik.store.protocol import StoreFailed
from stolik.store.rows import LogRow
from stolik.store.sqlite_changes import append, append_all

T = TypeVar("T")
MOST_AT_ONCE = 250


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any] | LogRow
    """A row to be appended and nothing else: by far the most common."""
    answer: "asyncio.Future[Any]"


class GroupCommit:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="stolik-write", daemon=True)
        self._thread.start()
        self._closed = False

    def add(self, work: Callable[[sqlite3.Connection], T]) -> "asyncio.Future[T]":
        """Done when it is durable. A piece of work is one statement, or takes back itself what it cannot finish."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._put(_Job(work, answer))
        return answer

    def append(self, row: LogRow) -> "asyncio.Future[bool]":
        """Done when it is durable; False if that place in the log is taken."""
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._put(_Job(row, answer))
        return answer

    def _put(self, job: _Job) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")
        self._queue.put(job)

    def close(self) -> None:
        self._closed = True
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    # In the thread

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[_Job] = []
            job = self._queue.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) >= MOST_AT_ONCE or self._queue.empty():
                    break
                job = self._queue.get()
            going = job is not None
            if jobs:
                try:
                    answers = self._appended(jobs) or self._committed(jobs)
                except Exception as error:  # whatever it is, nobody may wait for ever
                    answers = [StoreFailed(f"could not write: {error}")] * len(jobs)
                self._loop.call_soon_threadsafe(_deliver, jobs, answers)

    def _appended(self, jobs: list[_Job]) -> list[Any] | None:
        """Nothing but rows for the log, of which none collides: one statement, which is a transaction of its own.

        Every call lets go of the interpreter lock and has to get it back from a busy event loop: so it is one for all.
        """
        rows = [job.work for job in jobs if isinstance(job.work, LogRow)]
        if len(rows) < len(jobs):
            return None
        try:
            append_all(self._connection, rows)
        except (sqlite3.Error, ValueError, OverflowError):
            return None  # nothing was written; one by one it will be clear whose fault it is
        return [True] * len(jobs)

    def _committed(self, jobs: list[_Job]) -> list[Any]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [self._done(job) for job in jobs]
            self._connection.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return [StoreFailed(f"could not write: {error}")] * len(jobs)
        return answers

    def _done(self, job: _Job) -> Any:
        try:
            return append(self._connection, job.work) if isinstance(job.work, LogRow) else job.work(self._connection)
        except sqlite3.OperationalError:
            raise  # the disk, not this job
        except Exception as error:
            return StoreFailed(f"could not write: {error}")


def _deliver(jobs: list[_Job], answers: list[Any]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        if job.answer.done():
            continue  # nobody waits for it any more
        if isinstance(answer, StoreFailed):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)
