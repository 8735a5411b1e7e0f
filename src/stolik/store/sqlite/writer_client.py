"""The server's end of the process that writes: jobs that come up in one turn of the event loop go there together."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from pathlib import Path

import msgspec

from stolik.store.protocol import StoreFailed
from stolik.store.sqlite.ipc import LENGTH, Answer, Job, message, read_answers

log = logging.getLogger(__name__)

END_WITHIN = 10.0
"""Seconds in which the process writes what it still has, and ends."""


class _Asked(msgspec.Struct, frozen=True):
    job: Job
    answer: "asyncio.Future[Answer]"


class WriterProcess:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: Process | None = None
        """None: it has not started, or has ended and is being started again."""
        self._listening: asyncio.Task[None] | None = None
        self._to_send: list[_Asked] = []
        self._sent: deque[asyncio.Future[Answer]] = deque()
        self._closed = False

    async def open(self) -> None:
        """StoreFailed, with its own words, if it cannot write there."""
        process = await self._started()
        self._loop = asyncio.get_running_loop()  # to ask for it again and again takes longer than most of what follows
        self._process = process
        self._listening = asyncio.create_task(self._listen(process))

    async def close(self) -> None:
        """Write what is waiting, then let go."""
        self._closed = True
        self._send()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        if self._listening is not None:
            await self._listening

    def add(self, job: Job) -> "asyncio.Future[Answer]":
        """Done when it is durable. StoreFailed if it cannot be, or if nobody can say whether it is."""
        if self._closed or self._loop is None:
            raise StoreFailed("the store is closed")
        answer: asyncio.Future[Answer] = self._loop.create_future()
        if not self._to_send:
            self._loop.call_soon(self._send)
        self._to_send.append(_Asked(job, answer))
        return answer

    def _send(self) -> None:
        if self._process is None or self._process.stdin is None or not self._to_send:
            return
        asked, self._to_send = self._to_send, []
        try:
            said = message([one.job for one in asked])
        except (TypeError, ValueError, OverflowError):  # one of them cannot be said: a number that is too large
            asked = [one for one in asked if _can_be_said(one)]
            said = message([one.job for one in asked])
        self._sent.extend([one.answer for one in asked])
        self._process.stdin.write(said)

    async def _started(self) -> Process:
        command = (sys.executable, "-P", "-m", "stolik.store.sqlite.writer", str(self._path))
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        try:
            (ready,) = await _next_answers(process)
        except asyncio.IncompleteReadError:
            raise StoreFailed(f"{self._path}: the process that writes did not start") from None
        finally:
            if self._closed:
                process.kill()
        if ready.failed:
            await process.wait()
            raise StoreFailed(ready.failed)
        return process

    async def _listen(self, process: Process) -> None:
        while True:
            with contextlib.suppress(asyncio.IncompleteReadError, OSError):
                while True:
                    for answer in await _next_answers(process):
                        _deliver(self._sent.popleft(), answer)
            self._process = None
            await _ended(process)
            self._fail([*self._sent], "the process that writes has ended")
            self._sent.clear()
            started = None if self._closed else await self._started_again()
            if started is None:
                self._fail([one.answer for one in self._to_send], "the store is closed")
                return
            process = self._process = started
            self._send()

    async def _started_again(self) -> Process | None:
        """None: the store was closed meanwhile."""
        log.error("the process that writes has ended; it is started again")
        while not self._closed:
            try:
                return await self._started()
            except (StoreFailed, OSError) as failed:
                asked, self._to_send = self._to_send, []
                self._fail([one.answer for one in asked], str(failed))
                await asyncio.sleep(1.0)
        return None

    def _fail(self, answers: "list[asyncio.Future[Answer]]", why: str) -> None:
        for answer in answers:
            _deliver(answer, Answer(0, failed=why))


async def _next_answers(process: Process) -> list[Answer]:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    return read_answers(await process.stdout.readexactly(length))


async def _ended(process: Process) -> None:
    try:
        await asyncio.wait_for(process.wait(), END_WITHIN)
    except TimeoutError:
        process.kill()
        await process.wait()


def _can_be_said(one: _Asked) -> bool:
    """If not, whoever asked is told."""
    try:
        message([one.job])
    except (TypeError, ValueError, OverflowError) as error:
        _deliver(one.answer, Answer(0, failed=f"could not write: {error}"))
        return False
    return True


def _deliver(asked: "asyncio.Future[Answer]", answer: Answer) -> None:
    if asked.done():
        return  # nobody waits for it any more
    if answer.failed:
        asked.set_exception(StoreFailed(answer.failed))
    else:
        asked.set_result(answer)
