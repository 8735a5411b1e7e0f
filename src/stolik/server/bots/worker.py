"""Processes in which bots think, each one question at a time. Whoever does not answer in time is ended."""

import multiprocessing
import signal
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any

from stolik import catalog
from stolik.server.bots.request import Answer, Question, answer

STARTING = 30.0
"""Seconds for a process to start, and for the first answer of a level that has to be read from disk."""


class Worker:
    """One process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection[Any, Any] | None = None
        self._ended = False
        self._turn = Lock()
        self._known: set[tuple[str, str]] = set()
        """Games and levels that this process has answered for."""

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

    def ask(self, asked: Question) -> Answer:
        kind = asked.game, asked.level
        with self._turn:
            line = self._started()
            try:
                line.send(asked)
                if not line.poll(asked.seconds + (0.0 if kind in self._known else STARTING)):
                    raise TimeoutError(f"a {asked.level} bot did not answer within {asked.seconds:g} seconds")
                found = line.recv()
                self._known.add(kind)
            except (OSError, EOFError):  # TimeoutError is one too
                self._give_up()
                raise
        if isinstance(found, Exception):
            raise found
        given: Answer = found
        return given

    def end(self) -> None:
        """For good; a question under way fails."""
        self._ended = True
        if self._process is not None:
            self._process.kill()

    def _give_up(self) -> None:
        """The next question gets a new process."""
        process, line = self._process, self._line
        self._process = self._line = None
        self._known.clear()
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
