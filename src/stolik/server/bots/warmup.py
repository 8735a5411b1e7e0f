"""Warm-up: a process of its own compiles the bots that search, which takes minutes on a new machine, and ends."""

import contextlib
import logging
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any

from stolik import catalog
from stolik.bots.bot import levels
from stolik.core.bot_levels import Search
from stolik.server.worker_process import start_without_ctrl_c

log = logging.getLogger(__name__)

NICENESS = 10
"""The process steps back for others."""


class Warmup:
    """Makes the levels that search ready, one after the other, and knows which are."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] = set()
        self._process: BaseProcess | None = None
        self._closed = False
        self._underway = False
        self._lock = Lock()

    def is_ready(self, game: str, level: str) -> bool:
        return (game, level) in self._ready

    def is_pending(self, game: str, level: str) -> bool:
        """It is not ready, and may yet be."""
        return self._underway and not self.is_ready(game, level)

    def start(self) -> None:
        self._underway = True
        Thread(target=self._watch, daemon=True, name="stolik warmup").start()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _watch(self) -> None:
        context = multiprocessing.get_context("spawn")
        pipe, far_end = context.Pipe(duplex=False)
        process = context.Process(target=_warm_up, args=(far_end,), daemon=True, name="stolik warmup")
        with self._lock:
            if self._closed:
                return
            start_without_ctrl_c(process)
            self._process = process
        far_end.close()
        with pipe, contextlib.suppress(EOFError, OSError):
            while True:
                found = pipe.recv()
                if isinstance(found, str):
                    log.warning("bot level could not be compiled, it plays as its fallback: %s", found)
                else:
                    self._ready.add(found)
        self._underway = False
        process.join()


def _warm_up(pipe: "Connection[Any, Any]") -> None:
    """What the process does: tells each game and level once it is ready, or why it is not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for key in catalog.keys():
        for level, found in levels(catalog.find(key)).items():
            if isinstance(found, Search):
                pipe.send(_compiled(key, level, found))


def _compiled(key: str, level: str, search: Search) -> tuple[str, str] | str:
    try:
        from stolik.bots.timed_search import timed_search

        timed_search(catalog.find(key), search).precompile()
    except Exception as error:  # Numba may be missing, or know this machine not well enough
        return f"{key}, {level}: {type(error).__name__}: {error}"
    return key, level
