"""A queue of work and the one task that does it, one thing after the other (an actor's mailbox)."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from stolik.server.errors import shutting_down


class SerialQueue:
    def __init__(self, name: str) -> None:
        self._working = False
        self._stopped = False
        self._calls: set[asyncio.Future[Any]] = set()
        self._queue: deque[Callable[[], Awaitable[None]]] = deque()
        self._idle: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._run(), name=name)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()  # asks the system which process this is, every time
        while True:
            while not self._queue:
                self._idle = loop.create_future()
                await self._idle
            work = self._queue.popleft()
            self._working = True
            try:
                await work()
            except Exception:
                self._on_error()
            self._working = False

    def _on_error(self) -> None:
        """Work has failed, and nobody waits for its result."""
        raise NotImplementedError

    def enqueue(self, work: Callable[[], Awaitable[None]]) -> None:
        """To be done when all that came before is done."""
        if not self._stopped:
            self._queue.append(work)
            if self._idle is not None and not self._idle.done():
                self._idle.set_result(None)

    async def call(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Enqueue, and wait for the result."""
        if self._stopped:
            raise shutting_down()
        done = asyncio.get_running_loop().create_future()
        self._calls.add(done)

        async def in_turn() -> None:
            try:
                result = await work()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.enqueue(in_turn)
        try:
            return await done
        finally:
            self._calls.discard(done)

    @property
    def busy(self) -> bool:
        return self._working or bool(self._queue)

    async def stop(self) -> None:
        """Whoever still waits for a result is told to come back."""
        self._stopped = True
        task, self._task = self._task, None  # its last traceback would hold on to us
        if task is not None:
            task.cancel()
            await asyncio.wait((task,))
        for call in list(self._calls):
            if not call.done():
                call.set_exception(shutting_down())
