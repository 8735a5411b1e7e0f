"""Bots think here, off the event loop. What crosses is an imagined state: never the true one."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

import msgspec

from stolik import catalog
from stolik.bots.bot import Bot, levels
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins
from stolik.core.record import fields_of

GENTLE = "normal"
"""The level that sits in for people, where a game has it."""


class Question(msgspec.Struct, frozen=True):
    """All that a bot is given: as plain numbers, so that it crosses to another process cheaply."""

    game: str
    level: str
    seat: int
    imagined: list[Any]
    """The fields of a state as it might be for all that the seat knows."""
    told: list[Any]
    """The events that the seat was told, as JSON."""
    seconds: float
    """How long it may think."""
    random: list[int]
    """The words of its random numbers."""


def question(match: Match, seat: int, level: str, seconds: float, random: list[int]) -> Question:
    imagined = match.imagine(seat, random)
    return Question(
        game=match.game.key,
        level=level,
        seat=seat,
        imagined=[getattr(imagined, field.name) for field in fields_of(match.game.new)],
        told=to_builtins(match.told(seat)),
        seconds=seconds,
        random=random,
    )


def stand_in_level(game: Game) -> str:
    found = levels(game)
    return GENTLE if GENTLE in found else list(found)[-1]


def answer(asked: Question, find: Callable[[str], Game] = catalog.find) -> dict[str, Any]:
    """The move, as JSON. Runs in a worker."""
    game = find(asked.game)
    s = game.new()
    for field, value in zip(fields_of(game.new), asked.imagined, strict=True):
        setattr(s, field.name, value)
    bot = _bot(game, asked.level)
    bot.rng[:] = asked.random
    move: dict[str, Any] = to_builtins(bot.move(s, asked.seat))
    return move


@lru_cache(maxsize=64)
def _bot(game: Game, level: str) -> Bot:
    return Bot(game, level)


class Thinkers:
    """A pool of processes in which bots think (or one thread, if there are none)."""

    def __init__(self, workers: int, find: Callable[[str], Game] = catalog.find) -> None:
        self._workers = workers
        self._find = find
        self._pool: Executor | None = None

    async def move(self, asked: Question) -> dict[str, Any]:
        """TimeoutError if it takes too long, or whatever went wrong in the worker."""
        work = (answer, asked) if self._workers else (answer, asked, self._find)
        try:
            future = asyncio.get_running_loop().run_in_executor(self._started(), *work)
        except BrokenProcessPool:
            self.close()
            raise
        try:
            return await asyncio.wait_for(future, asked.seconds)
        except BrokenProcessPool:
            self.close()
            raise

    def _started(self) -> Executor:
        if self._pool is None:
            if self._workers:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin_work)
            else:
                self._pool = ThreadPoolExecutor(1, "stolik-bots")
        return self._pool

    def warm(self) -> None:
        """Start a worker now, so that the first bot does not wait for it."""
        self._started().submit(catalog.keys)

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin_work() -> None:
    """Ctrl-C is for the server, which then ends its workers; if it cannot any more, they end by themselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)
