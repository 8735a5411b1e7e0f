"""The client of the SQLite writer process: jobs of one iteration of the event loop are sent together.

Nobody waits for longer than `TIMEOUT`. A single timer watches the oldest job: one for each would be felt in every move.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import msgspec

from stolik.store.condition import Condition, Fault, StoreFailed
from stolik.store.sqlite import writer
from stolik.store.sqlite.ipc import PREFIX, Answer, Batch, Job, decode_answers, decode_started, frame

log = logging.getLogger(__name__)

WRITER = writer.__name__
"""The module that the process runs."""
START_TIMEOUT = 600.0
"""Seconds for it to open the file: a migration may take its time."""
TIMEOUT = 5.0
"""Seconds for a job to be written. While one has waited for longer, no other is taken."""
KILL_AFTER = 30.0
"""Seconds after which a process that does not answer is killed, and another one started."""
EXIT_TIMEOUT = 2.5
"""Seconds in which the writer process commits what it still has, and exits."""
KILL_TIMEOUT = 0.5
"""Seconds in which a process that was killed is gone, unless the disk holds it."""


class _Pending(msgspec.Struct, frozen=True):
    job: Job
    answer: "asyncio.Future[Answer]"


class WriterClient:
    def __init__(self, path: Path, condition: Condition, on_resolved: Callable[[], None]) -> None:
        """`on_resolved`: writes that had timed out were made after all, or never will be."""
        self._path = path
        self._condition = condition
        self._on_resolved = on_resolved
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: Process | None = None
        """None: it has not started, or has exited and is being restarted."""
        self._pid: int | None = None
        """Of the last one that was started, until it has exited."""
        self._reading: asyncio.Task[None] | None = None
        self._queue: list[_Pending] = []
        self._queued_at = 0.0
        """When the first of the queue came."""
        self._in_flight: deque[asyncio.Future[Answer]] = deque()
        self._sent = self._answered = 0
        self._batches: deque[tuple[float, int]] = deque()
        """Of each batch in flight: when it came, and how many jobs were sent up to its end."""
        self._timer: asyncio.TimerHandle | None = None
        self._silent = False
        """A job has waited for too long; until it is answered, no other is taken."""
        self._unresolved = False
        """Jobs in flight were given up: nobody knows whether they will be written."""
        self._closed = False

    async def open(self) -> None:
        """Start the writer process. StoreFailed, with its own error, if it cannot open the database."""
        process = await self._spawn()
        self._loop = asyncio.get_running_loop()  # looking it up again and again takes longer than most of what follows
        self._process = process
        self._reading = asyncio.create_task(self._read_answers(process))

    async def close(self) -> None:
        """Commit what is queued, then end the process; if it does not end, kill it."""
        self._closed = True
        self._flush()
        self._stop_timer()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        if self._reading is not None:
            await asyncio.wait((self._reading,), timeout=KILL_TIMEOUT if self._silent else EXIT_TIMEOUT)
            if not self._reading.done():
                log.error("SQLite writer process did not end and was killed; nothing acknowledged is lost")
                self.kill()
                await asyncio.wait((self._reading,), timeout=KILL_TIMEOUT)
            self._reading.cancel()
            await asyncio.wait((self._reading,))
        self._fail_all("the store is closed", Fault.BROKEN)

    def kill(self) -> None:
        """At once, from any thread."""
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def submit(self, job: Job) -> "asyncio.Future[Answer]":
        """Done when it is durable. StoreFailed if it cannot be, or if it is not known whether it is."""
        if self._closed or self._loop is None:
            raise StoreFailed("the store is closed", Fault.BROKEN)
        if self._silent:
            raise _silent()
        answer: asyncio.Future[Answer] = self._loop.create_future()
        if not self._queue:
            self._queued_at = monotonic()
            self._loop.call_soon(self._flush)
            if self._timer is None:
                self._timer = self._loop.call_later(TIMEOUT, self._on_timer)
        self._queue.append(_Pending(job, answer))
        return answer

    def _flush(self) -> None:
        if self._process is None or self._process.stdin is None or not self._queue:
            return
        pending, self._queue = self._queue, []
        until = self._queued_at + TIMEOUT
        try:
            data = frame(Batch(until, [one.job for one in pending]))
        except (TypeError, ValueError, OverflowError):  # one of them cannot be encoded: a number that is too large
            pending = [one for one in pending if _encodable(one)]
            data = frame(Batch(until, [one.job for one in pending]))
        self._in_flight.extend([one.answer for one in pending])
        self._sent += len(pending)
        self._batches.append((self._queued_at, self._sent))
        self._process.stdin.write(data)

    # Time

    def _on_timer(self) -> None:
        self._timer = None
        oldest = self._oldest()
        if oldest is None or self._loop is None:
            return
        waited = monotonic() - oldest
        if waited >= TIMEOUT:
            self._give_up()
        if waited >= KILL_AFTER:
            self.kill()  # and whoever reads its answers starts another one
        left = 1.0 if self._silent else max(TIMEOUT - waited, 0.01)
        self._timer = self._loop.call_later(left, self._on_timer)

    def _oldest(self) -> float | None:
        """When the job came that has waited longest; None: there is none."""
        if self._batches:
            return self._batches[0][0]
        return self._queued_at if self._queue else None

    def _give_up(self) -> None:
        """Whoever waits is told; what is in flight may still be written."""
        self._silent = True
        self._unresolved = self._unresolved or bool(self._batches)
        failed = _silent()
        self._condition.failed(failed)
        self._fail_all(str(failed), failed.fault)

    def _fail_all(self, why: str, fault: Fault | None = None) -> None:
        pending, self._queue = self._queue, []
        for answer in (*self._in_flight, *(one.answer for one in pending)):
            _deliver(answer, Answer(0, failed=why, fault=fault))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Answers

    async def _read_answers(self, process: Process) -> None:
        while True:
            with contextlib.suppress(asyncio.IncompleteReadError, OSError):
                while True:
                    self._take(await _receive(process))
            self._process = None
            how = await _wait_for_exit(process)
            self._pid = None
            self._forget_flight()
            started = None if self._closed else await self._respawn(how)
            if started is None:
                return
            process = self._process = started
            self._resolve()
            self._flush()

    def _take(self, answers: list[Answer]) -> None:
        for answer in answers:
            _deliver(self._in_flight.popleft(), answer)
            if answer.fault is not None:
                self._condition.failed(StoreFailed(answer.failed, answer.fault))
        if not answers[-1].failed and self._condition.fault is not None:
            self._condition.answered()
        self._answered += len(answers)
        batches = self._batches
        while batches and batches[0][1] <= self._answered:
            batches.popleft()
        if self._silent and not batches:
            self._resolve()

    def _forget_flight(self) -> None:
        """The process is gone: what was in flight was written before, or never will be."""
        gone = "the SQLite writer process exited before it acknowledged the write"
        for answer in self._in_flight:
            _deliver(answer, Answer(0, failed=gone, fault=Fault.BROKEN))
        self._in_flight.clear()
        self._batches.clear()
        self._sent = self._answered = 0

    def _resolve(self) -> None:
        self._silent = False
        if self._condition.fault is Fault.SILENT:
            self._condition.answered()
        if self._unresolved:
            self._unresolved = False
            self._on_resolved()

    # The process

    async def _spawn(self) -> Process:
        command = (sys.executable, "-P", "-m", WRITER, str(self._path))
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        except OSError as error:
            raise StoreFailed(f"{self._path}: the SQLite writer process cannot be started: {error}") from None
        self._pid = process.pid
        try:
            await self._hear_that_it_runs(process)
        except BaseException:
            if process.returncode is None:
                process.kill()
            raise
        if self._closed:  # meanwhile
            process.kill()
        return process

    async def _hear_that_it_runs(self, process: Process) -> None:
        """StoreFailed if it does not."""
        try:
            async with asyncio.timeout(START_TIMEOUT if self._loop is None else KILL_AFTER):
                started = decode_started(await _read_frame(process))
        except asyncio.IncompleteReadError:
            how = f"python -m {WRITER}, {await _wait_for_exit(process)}"
            raise StoreFailed(f"{self._path}: the SQLite writer process did not start ({how})") from None
        except TimeoutError:
            raise StoreFailed(f"{self._path}: the SQLite writer process did not start in time", Fault.SILENT) from None
        if started.failed:
            await process.wait()
            raise StoreFailed(started.failed, started.fault)
        again = self._loop is not None  # what a process that was killed has left is no news
        for sentence in started.said:
            log.log(logging.DEBUG if again else logging.WARNING, "%s", sentence)

    async def _respawn(self, how: str) -> Process | None:
        """One line for all of it. None: the store was closed meanwhile."""
        while not self._closed:
            try:
                started = await self._spawn()
            except (StoreFailed, OSError) as failed:
                fault = getattr(failed, "fault", None) or Fault.BROKEN
                self._condition.failed(StoreFailed(f"the SQLite writer process is gone ({how}): {failed}", fault))
                self._fail_all(str(failed), fault)
                await asyncio.sleep(1.0)
            else:
                log.error("SQLite writer process was gone (%s) and runs again; nothing acknowledged is lost", how)
                return started
        return None


async def _receive(process: Process) -> list[Answer]:
    return decode_answers(await _read_frame(process))


async def _read_frame(process: Process) -> bytes:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(PREFIX), "big")
    return await process.stdout.readexactly(length)


async def _wait_for_exit(process: Process) -> str:
    """How it has ended."""
    try:
        status = await asyncio.wait_for(process.wait(), EXIT_TIMEOUT)
    except TimeoutError:
        process.kill()
        status = await process.wait()
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def _silent() -> StoreFailed:
    return StoreFailed(f"the SQLite writer process has not answered for {TIMEOUT:g} seconds", Fault.SILENT)


def _encodable(one: _Pending) -> bool:
    """If not, its future fails."""
    try:
        frame(Batch(0.0, [one.job]))
    except (TypeError, ValueError, OverflowError) as error:
        _deliver(one.answer, Answer(0, failed=f"write failed: {error}"))
        return False
    return True


def _deliver(pending: "asyncio.Future[Answer]", answer: Answer) -> None:
    if pending.done():
        return  # cancelled, or given up
    if answer.failed:
        pending.set_exception(StoreFailed(answer.failed, answer.fault))
    else:
        pending.set_result(answer)
