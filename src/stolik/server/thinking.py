"""Bots think here, off the event loop. What crosses is an imagined state: never the true one."""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any

import msgspec

from stolik import catalog
from stolik.bots.bot import Bot, UnknownLevel, levels, policy
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins
from stolik.core.record import fields_of
from stolik.core.refusal import Refusal
from stolik.server.refused import Refused

STARTING = 30.0
GENTLE = "normal"
"""The level that sits in for people, where a game has it."""


class Question(msgspec.Struct, frozen=True):
    """All that a bot is given: as plain numbers, so that it crosses to another process cheaply."""

    game: str
    level: str
    seat: int
    imagined: list[Any]
    """The fields of a state as it might be for all that the seat knows."""
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
        seconds=seconds,
        random=random,
    )


def stand_in_level(game: Game) -> str:
    found = levels(game)
    return GENTLE if GENTLE in found else list(found)[-1]


def check_level(game: Game, level: str) -> None:
    try:
        policy(game, level)
    except UnknownLevel as error:
        raise Refused(Refusal.MALFORMED, f"{error}.") from None


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
    """Processes in which bots think (or one thread, if there are none). Whoever does not answer in time is ended."""

    def __init__(self, workers: int, find: Callable[[str], Game] = catalog.find) -> None:
        self._find = find
        self._workers = [Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._places = asyncio.Semaphore(max(1, workers))
        self._threads = ThreadPoolExecutor(max(1, workers), "stolik-bots")

    async def move(self, asked: Question) -> dict[str, Any]:
        """TimeoutError if it takes too long, or whatever went wrong in the worker. Waiting its turn does not count."""
        loop = asyncio.get_running_loop()
        async with self._places:
            if not self._workers:
                thinking = loop.run_in_executor(self._threads, answer, asked, self._find)
                return await asyncio.wait_for(thinking, asked.seconds)
            worker = self._idle.pop()
            try:
                return await loop.run_in_executor(self._threads, worker.ask, asked)
            finally:
                self._idle.append(worker)

    def warm(self) -> None:
        """Start the workers now, so that the first bot does not wait for them."""
        for worker in self._workers:
            self._threads.submit(worker.start)

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection[Any, Any] | None = None
        self._ended = False
        self._turn = Lock()

    def start(self) -> None:
        with self._turn:
            self._started()

    def _started(self) -> "Connection[Any, Any]":
        if self._ended:
            raise RuntimeError("the server is about to stop")
        if self._line is None:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True, name="stolik bots")
            process.start()
            self._process = process
            theirs.close()
            if self._ended:  # meanwhile
                process.kill()
            if not self._line.poll(STARTING):
                self._give_up()
                raise TimeoutError("a worker did not start")
            self._line.recv()
        return self._line

    def ask(self, asked: Question) -> dict[str, Any]:
        with self._turn:
            line = self._started()
            try:
                line.send(asked)
                if not line.poll(asked.seconds):
                    raise TimeoutError(f"a {asked.level} bot did not answer within {asked.seconds:g} seconds")
                found = line.recv()
            except (OSError, EOFError):  # TimeoutError is one too
                self._give_up()
                raise
        if isinstance(found, Exception):
            raise found
        move: dict[str, Any] = found
        return move

    def end(self) -> None:
        """For good; a question under way fails."""
        self._ended = True
        if self._process is not None:
            self._process.kill()

    def _give_up(self) -> None:
        """The next question gets a new process."""
        process, line = self._process, self._line
        self._process = self._line = None
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.join()


def _work(line: "Connection[Any, Any]") -> None:
    """What a worker does all its life. Ctrl-C is for the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for key in catalog.keys():
        catalog.find(key)
    line.send("ready")
    while True:
        try:
            asked = line.recv()
        except (EOFError, OSError):
            return  # the server is gone
        try:
            line.send(answer(asked))
        except Exception as error:
            line.send(RuntimeError(f"{type(error).__name__}: {error}"))
