"""Bots think here, off the event loop: in processes, or in a thread if there are none."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from stolik import catalog
from stolik.bots.bot import UnknownLevel, fallback_level, level_of, levels
from stolik.core.bot_levels import Search
from stolik.core.errors import Refusal
from stolik.core.game import Game
from stolik.server.bots.request import Answer, Question, answer
from stolik.server.bots.warmup import Warming
from stolik.server.bots.worker import Worker
from stolik.server.errors import Refused

GENTLE = "normal"
"""The level that sits in for people, where a game has it."""


def stand_in_level(game: Game) -> str:
    found = levels(game)
    return GENTLE if GENTLE in found else list(found)[-1]


def check_level(game: Game, level: str) -> None:
    try:
        level_of(game, level)
    except UnknownLevel as error:
        raise Refused(Refusal.MALFORMED, f"{error}.") from None


class Thinkers:
    """Whoever is asked for moves. Levels that search play as their reserve until they are compiled."""

    def __init__(self, workers: int, find: Callable[[str], Game] = catalog.find) -> None:
        self._find = find
        self._workers = [Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._places = asyncio.Semaphore(max(1, workers))
        self._threads = ThreadPoolExecutor(max(1, workers), "stolik-bots")
        self._warming = Warming()

    async def move(self, asked: Question) -> Answer:
        """TimeoutError if it takes too long, or whatever went wrong in the worker. Waiting its turn does not count."""
        loop = asyncio.get_running_loop()
        asked = self._possible(asked)
        async with self._places:
            if not self._workers:
                thinking = loop.run_in_executor(self._threads, answer, asked, self._find)
                return await asyncio.wait_for(thinking, asked.seconds)
            worker = self._idle.pop()
            try:
                return await loop.run_in_executor(self._threads, worker.ask, asked)
            finally:
                self._idle.append(worker)

    def _possible(self, asked: Question) -> Question:
        game = self._find(asked.game)
        if not isinstance(levels(game).get(asked.level), Search) or self._warming.is_ready(asked.game, asked.level):
            return asked
        return msgspec.structs.replace(asked, level=fallback_level(game, asked.level))

    def warm(self, *, compiling: bool) -> None:
        """Start the workers now, so that the first bot does not wait for them; and compile what searches."""
        for worker in self._workers:
            self._threads.submit(worker.start)
        if compiling and self._workers:
            self._warming.start()

    def close(self) -> None:
        self._warming.end()
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
