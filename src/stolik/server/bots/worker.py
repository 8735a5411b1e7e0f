"""Worker processes in which bots think, one request at a time. Whoever does not reply in time is killed.

Enforces the hard bound on thinking time (`bot_timeout`); `request.py` gives a search a part of that, which
`stolik/bots/timed_search.py` keeps to. Without workers `pool.py` waits no longer than the hard bound.
"""

import multiprocessing
import signal
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any

from stolik import catalog
from stolik.server.bots.request import MoveReply, MoveRequest, choose_move

START_TIMEOUT = 30.0
"""Seconds for a process to start, and for the first answer of a level that has to be read from disk."""


class Worker:
    """One process that answers one request at a time."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._closed = False
        self._lock = Lock()
        self._warm: set[tuple[str, str]] = set()
        """Games and levels that this process has answered for."""

    def start(self) -> None:
        with self._lock:
            self._started()

    def _started(self) -> "Connection[Any, Any]":
        if self._closed:
            raise RuntimeError("the server is about to stop")
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, far_end = context.Pipe()
            process = context.Process(target=_serve, args=(far_end,), daemon=True, name="stolik bots")
            process.start()
            self._process = process
            far_end.close()
            if self._closed:  # meanwhile
                process.kill()
            if not self._pipe.poll(START_TIMEOUT):
                self._kill()
                raise TimeoutError("bot worker did not start")
            self._pipe.recv()
        return self._pipe

    def ask(self, request: MoveRequest) -> MoveReply:
        kind = request.game, request.level
        with self._lock:
            pipe = self._started()
            try:
                pipe.send(request)
                if not pipe.poll(request.seconds + (0.0 if kind in self._warm else START_TIMEOUT)):
                    raise TimeoutError(f"a {request.level} bot did not answer within {request.seconds:g} seconds")
                found = pipe.recv()
                self._warm.add(kind)
            except (OSError, EOFError):  # TimeoutError is one too
                self._kill()
                raise
        if isinstance(found, Exception):
            raise found
        reply: MoveReply = found
        return reply

    def close(self) -> None:
        """For good; a request under way fails."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def _kill(self) -> None:
        """The next request gets a new process."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._warm.clear()
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()


def _serve(pipe: "Connection[Any, Any]") -> None:
    """What a worker does all its life. Ctrl-C is for the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for key in catalog.keys():
        catalog.find(key)
    pipe.send("ready")
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return  # the server is gone
        try:
            pipe.send(choose_move(request))
        except Exception as error:
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))
