"""A queue of jobs that take longer than the event loop can wait: they run in processes, with a budget of their own.

Every address has its turn, whatever the others ask for; nobody may have many jobs waiting, and all together not very
many. Bots think elsewhere (`bots/pool.py`): no job makes them wait.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from stolik.server.errors import ErrorCode, RequestRefused, shutting_down
from stolik.server.worker_process import WorkerProcess, WorkFailed
from stolik.store.protocol import StoreFailed

log = logging.getLogger(__name__)

NICENESS = 10
"""The processes step back for the server and for bots."""


@dataclass(frozen=True, slots=True)
class JobLimits:
    waiting: int = 64
    """Jobs that wait, of all addresses together."""
    waiting_each: int = 8
    """Jobs that wait, of one address."""
    seconds: float = 15.0
    """How long a job may run; then its process is killed."""
    idle: float = 60.0
    """A process without a job for so long is ended, and its memory given back."""


@dataclass(eq=False, slots=True)
class _Job:
    address: str
    work: Callable[..., Any]
    load: Callable[[], Awaitable[tuple[Any, ...]]]
    result: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class JobQueue:
    """Without processes (`workers` = 0) the jobs run in a thread of the server, one after the other."""

    def __init__(self, workers: int, limits: JobLimits = JobLimits()) -> None:  # noqa: B008 - it is frozen
        self._limits = limits
        self._processes = [WorkerProcess("stolik jobs", niceness=NICENESS) for _ in range(workers)]
        self._idle: list[WorkerProcess | None] = list(self._processes) or [None]
        self._threads = ThreadPoolExecutor(len(self._idle), "stolik-jobs")
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        """By address; the one whose turn is next comes first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, address: str, work: Callable[..., Any], load: Callable[[], Awaitable[tuple[Any, ...]]]) -> Any:
        """The result of the work. RequestRefused if too many wait, it takes too long, or the server is about to stop.

        `load` gives what the work is called with, when the job has its turn: what only waits takes no room.
        """
        if self._closed:
            raise shutting_down()
        job = _Job(address, work, load)
        self._make_room(address)
        self._waiting.setdefault(address, deque()).append(job)
        self._begin()
        try:
            return await job.result
        finally:
            self._forget(job)  # whoever does not wait any more has nothing done

    @property
    def in_processes(self) -> bool:
        """Work and what it is called with must be able to cross: functions by their names, plain values."""
        return bool(self._processes)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _make_room(self, address: str) -> None:
        own = len(self._waiting.get(address, ()))
        if own >= self._limits.waiting_each:
            raise _too_fast()
        if self.waiting < self._limits.waiting:
            return
        greedy = max(self._waiting.values(), key=len)
        if len(greedy) <= own + 1:
            raise RequestRefused(ErrorCode.UNAVAILABLE, "Many ask for such things just now. Please try again soon.")
        newest = greedy.pop()
        newest.result.set_exception(_too_fast())

    def _begin(self) -> None:
        while self._idle and self._waiting:
            if self._ending is not None:
                self._ending.cancel()
                self._ending = None
            address, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs  # at the end: the others come first
            task = asyncio.create_task(self._work(job, self._idle.pop()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, job: _Job, process: WorkerProcess | None) -> None:
        try:
            found = await self._done_by(process, job)
        except Exception as error:
            refused = error if isinstance(error, RequestRefused | StoreFailed) else self._refusal(error)
            if not job.result.done():
                job.result.set_exception(refused)
        else:
            if not job.result.done():
                job.result.set_result(found)
        self._idle.append(process)
        self._begin()
        if not self._tasks - {asyncio.current_task()} and not self._closed:
            self._ending = asyncio.get_running_loop().call_later(self._limits.idle, self._end_processes)

    async def _done_by(self, process: WorkerProcess | None, job: _Job) -> Any:
        loop, seconds = asyncio.get_running_loop(), self._limits.seconds
        arguments = await job.load()
        if process is None:
            return await asyncio.wait_for(loop.run_in_executor(self._threads, job.work, *arguments), seconds)
        return await loop.run_in_executor(self._threads, lambda: process.do(job.work, *arguments, seconds=seconds))

    def _refusal(self, error: Exception) -> RequestRefused:
        if self._closed:
            return shutting_down()
        if isinstance(error, TimeoutError):
            log.warning("job killed: %s", error)
            return RequestRefused(ErrorCode.UNAVAILABLE, "This takes too long here.")
        if isinstance(error, WorkFailed | OSError | EOFError):
            log.error("job failed: %s: %s", type(error).__name__, error)
        else:
            log.error("job failed", exc_info=error)
        return RequestRefused(ErrorCode.UNAVAILABLE, "Something went wrong on our side.")

    def _forget(self, job: _Job) -> None:
        jobs = self._waiting.get(job.address)
        if jobs is not None:
            with contextlib.suppress(ValueError):
                jobs.remove(job)
            if not jobs:
                del self._waiting[job.address]

    def _end_processes(self) -> None:
        self._ending = None
        for process in self._processes:
            self._threads.submit(process.stop)

    def close(self) -> None:
        """Whoever waits is told to come back; what runs is ended."""
        self._closed = True
        if self._ending is not None:
            self._ending.cancel()
        for jobs in self._waiting.values():
            for job in jobs:
                if not job.result.done():
                    job.result.set_exception(shutting_down())
        self._waiting.clear()
        for process in self._processes:
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _too_fast() -> RequestRefused:
    return RequestRefused(ErrorCode.TOO_FAST, "Too much at once: please wait for the answers.")
