"""A process that does one piece of work at a time, off the event loop. Whoever does not answer in time is killed.

What crosses is pickled, between our own processes only: a function by its name, its arguments, its result.
"""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any

from stolik.server.logging_setup import describe_place

START_TIMEOUT = 30.0
"""Seconds for a process to start."""


class WorkFailed(RuntimeError):
    """The work ended with an error: of what kind it was, and where. Its own words could name cards."""


def _nothing() -> None:
    pass


class WorkerProcess:
    """Starts with the first work, and again after it was killed. Its methods block: call them from a thread."""

    def __init__(self, name: str, *, prepare: Callable[[], None] = _nothing, niceness: int = 0) -> None:
        """`prepare`: what the process does once, before it is ready. `niceness`: how far it steps back for others."""
        self._name = name
        self._prepare = prepare
        self._niceness = niceness
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._closed = False
        self._lock = Lock()

    @property
    def pid(self) -> int | None:
        """None: it does not run."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        with self._lock:
            self._started()

    def do(self, work: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """The result; TimeoutError if it takes longer, WorkFailed or EOFError if it goes wrong."""
        with self._lock:
            pipe = self._started()
            try:
                pipe.send((work, arguments))
                if not pipe.poll(seconds):
                    raise TimeoutError(f"{self._name} did not answer within {seconds:g} seconds")
                found = pipe.recv()
            except (OSError, EOFError):  # TimeoutError is one too
                self._kill()
                raise
        if isinstance(found, WorkFailed):
            raise found
        return found

    def stop(self) -> None:
        """End the process when it has nothing to do; the next work starts another."""
        with self._lock:
            self._kill()

    def close(self) -> None:
        """For good; work that is under way fails."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def _started(self) -> "Connection[Any, Any]":
        if self._closed:
            raise RuntimeError("the server is about to stop")
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, far_end = context.Pipe()
            arguments = (far_end, self._prepare, self._niceness)
            process = context.Process(target=_serve, args=arguments, daemon=True, name=self._name)
            start_without_ctrl_c(process)
            self._process = process
            far_end.close()
            if self._closed:  # meanwhile
                process.kill()
            if not self._pipe.poll(START_TIMEOUT):
                self._kill()
                raise TimeoutError(f"{self._name} did not start")
            self._pipe.recv()
        return self._pipe

    def _kill(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()


def start_without_ctrl_c(process: BaseProcess) -> None:
    """Ctrl-C is for the server, which then ends its processes: also while one is starting, and cannot say so yet."""
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its own start would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # of this thread, and so of what it starts
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: "Connection[Any, Any]", prepare: Callable[[], None], niceness: int) -> None:
    """What the process does all its life. Ctrl-C is for the server, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    prepare()
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        pipe.send("ready")
        while True:
            work, arguments = pipe.recv()
            pipe.send(_done(work, arguments))


def _done(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return sealed(work, *arguments)
    except WorkFailed as failed:
        return failed


def sealed(work: Callable[..., Any], *arguments: Any) -> Any:
    """Do it; WorkFailed if there is an error, of whatever kind."""
    try:
        return work(*arguments)
    except Exception as error:
        raise WorkFailed(describe_place(error)) from None
