"""The pool of bot workers: bots think off the event loop, in processes, or in a thread if there are none."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from stolik import catalog
from stolik.bots.bot import UnknownLevel, fallback_level, level_of, levels
from stolik.core.bot_levels import Search
from stolik.core.game import Game
from stolik.server.bots.move_request import MoveReply, MoveRequest, choose_move
from stolik.server.bots.warmup import Warmup
from stolik.server.bots.worker import Worker
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.worker_process import sealed

STAND_IN_LEVEL = "normal"
"""The level that sits in for people, where a game has it."""


def stand_in_level(game: Game) -> str:
    found = levels(game)
    return STAND_IN_LEVEL if STAND_IN_LEVEL in found else list(found)[-1]


def check_level(game: Game, level: str) -> None:
    try:
        level_of(game, level)
    except UnknownLevel as error:
        raise RequestRefused(ErrorCode.MALFORMED, f"{error}.") from None


class BotPool:
    """Chooses moves. Levels that search play as their fallback until they are compiled."""

    def __init__(self, workers: int, find: Callable[[str], Game] = catalog.find) -> None:
        self._find = find
        self._workers = [Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(max(1, workers))
        self._threads = ThreadPoolExecutor(max(1, workers), "stolik-bots")
        self._warmup = Warmup()

    async def move(self, request: MoveRequest) -> MoveReply:
        """TimeoutError if it takes too long, or whatever went wrong in the worker. Waiting its turn does not count."""
        loop = asyncio.get_running_loop()
        request = self._playable(request)
        async with self._free:
            if not self._workers:
                thinking = loop.run_in_executor(self._threads, sealed, choose_move, request, self._find)
                reply: MoveReply = await asyncio.wait_for(thinking, request.seconds)
                return reply
            worker = self._idle.pop()
            try:
                return await loop.run_in_executor(self._threads, worker.ask, request)
            finally:
                self._idle.append(worker)

    def _playable(self, request: MoveRequest) -> MoveRequest:
        game = self._find(request.game)
        if not isinstance(levels(game).get(request.level), Search) or self._warmup.is_ready(
            request.game, request.level
        ):
            return request
        return msgspec.structs.replace(request, level=fallback_level(game, request.level))

    def is_preparing(self, game: str, level: str) -> bool:
        """It will search, but is not compiled yet."""
        search = isinstance(levels(self._find(game)).get(level), Search)
        return search and self._warmup.is_pending(game, level)

    def warm_up(self, *, compile_searches: bool) -> None:
        """Start the workers now, so that the first bot does not wait for them; and compile what searches."""
        for worker in self._workers:
            self._threads.submit(worker.start)
        if compile_searches and self._workers:
            self._warmup.start()

    def close(self) -> None:
        self._warmup.close()
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
