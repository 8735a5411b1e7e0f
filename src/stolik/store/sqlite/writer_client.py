"""The client of the SQLite writer process: jobs of one iteration of the event loop are sent together."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from pathlib import Path

import msgspec

from stolik.store.protocol import StoreFailed
from stolik.store.sqlite import writer
from stolik.store.sqlite.ipc import PREFIX, Answer, Job, decode_answers, frame

log = logging.getLogger(__name__)

WRITER = writer.__name__
"""The module that the process runs."""
EXIT_TIMEOUT = 10.0
"""Seconds in which the writer process commits what it still has, and exits."""


class _Pending(msgspec.Struct, frozen=True):
    job: Job
    answer: "asyncio.Future[Answer]"


class WriterClient:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: Process | None = None
        """None: it has not started, or has exited and is being restarted."""
        self._reading: asyncio.Task[None] | None = None
        self._queue: list[_Pending] = []
        self._in_flight: deque[asyncio.Future[Answer]] = deque()
        self._closed = False

    async def open(self) -> None:
        """Start the writer process. StoreFailed, with its own error, if it cannot open the database."""
        process = await self._spawn()
        self._loop = asyncio.get_running_loop()  # looking it up again and again takes longer than most of what follows
        self._process = process
        self._reading = asyncio.create_task(self._read_answers(process))

    async def close(self) -> None:
        """Commit what is queued, then end the process."""
        self._closed = True
        self._flush()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        if self._reading is not None:
            await self._reading

    def submit(self, job: Job) -> "asyncio.Future[Answer]":
        """Done when it is durable. StoreFailed if it cannot be, or if it is not known whether it is."""
        if self._closed or self._loop is None:
            raise StoreFailed("the store is closed")
        answer: asyncio.Future[Answer] = self._loop.create_future()
        if not self._queue:
            self._loop.call_soon(self._flush)
        self._queue.append(_Pending(job, answer))
        return answer

    def _flush(self) -> None:
        if self._process is None or self._process.stdin is None or not self._queue:
            return
        pending, self._queue = self._queue, []
        try:
            data = frame([one.job for one in pending])
        except (TypeError, ValueError, OverflowError):  # one of them cannot be encoded: a number that is too large
            pending = [one for one in pending if _encodable(one)]
            data = frame([one.job for one in pending])
        self._in_flight.extend([one.answer for one in pending])
        self._process.stdin.write(data)

    async def _spawn(self) -> Process:
        command = (sys.executable, "-P", "-m", WRITER, str(self._path))
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        except OSError as error:
            raise StoreFailed(f"{self._path}: the SQLite writer process cannot be started: {error}") from None
        try:
            (ready,) = await _receive(process)
        except asyncio.IncompleteReadError:
            await _wait_for_exit(process)
            how = f"python -m {WRITER}, exit status {process.returncode}"
            raise StoreFailed(f"{self._path}: the SQLite writer process did not start ({how})") from None
        finally:
            if self._closed and process.returncode is None:
                process.kill()
        if ready.failed:
            await process.wait()
            raise StoreFailed(ready.failed)
        return process

    async def _read_answers(self, process: Process) -> None:
        while True:
            with contextlib.suppress(asyncio.IncompleteReadError, OSError):
                while True:
                    for answer in await _receive(process):
                        _deliver(self._in_flight.popleft(), answer)
            self._process = None
            await _wait_for_exit(process)
            self._fail([*self._in_flight], "the SQLite writer process exited before it acknowledged the write")
            self._in_flight.clear()
            started = None if self._closed else await self._respawn()
            if started is None:
                self._fail([one.answer for one in self._queue], "the store is closed")
                return
            process = self._process = started
            self._flush()

    async def _respawn(self) -> Process | None:
        """None: the store was closed meanwhile."""
        log.error("SQLite writer process exited, restarting")
        while not self._closed:
            try:
                return await self._spawn()
            except (StoreFailed, OSError) as failed:
                pending, self._queue = self._queue, []
                self._fail([one.answer for one in pending], str(failed))
                await asyncio.sleep(1.0)
        return None

    def _fail(self, answers: "list[asyncio.Future[Answer]]", why: str) -> None:
        for answer in answers:
            _deliver(answer, Answer(0, failed=why))


async def _receive(process: Process) -> list[Answer]:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(PREFIX), "big")
    return decode_answers(await process.stdout.readexactly(length))


async def _wait_for_exit(process: Process) -> None:
    try:
        await asyncio.wait_for(process.wait(), EXIT_TIMEOUT)
    except TimeoutError:
        process.kill()
        await process.wait()


def _encodable(one: _Pending) -> bool:
    """If not, its future fails."""
    try:
        frame([one.job])
    except (TypeError, ValueError, OverflowError) as error:
        _deliver(one.answer, Answer(0, failed=f"write failed: {error}"))
        return False
    return True


def _deliver(pending: "asyncio.Future[Answer]", answer: Answer) -> None:
    if pending.done():
        return  # cancelled
    if answer.failed:
        pending.set_exception(StoreFailed(answer.failed))
    else:
        pending.set_result(answer)
