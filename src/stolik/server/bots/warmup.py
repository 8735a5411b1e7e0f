"""Compiling takes minutes on a new machine: a process of its own does it, and ends. It is kept on disk."""

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

log = logging.getLogger(__name__)

POLITE = 10
"""How far the process steps back for others."""


class Warming:
    """Makes the levels that search ready, one after the other, and knows which are."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] = set()
        self._process: BaseProcess | None = None
        self._ended = False
        self._turn = Lock()

    def is_ready(self, game: str, level: str) -> bool:
        return (game, level) in self._ready

    def start(self) -> None:
        Thread(target=self._watch, daemon=True, name="stolik warming").start()

    def end(self) -> None:
        with self._turn:
            self._ended = True
            if self._process is not None:
                self._process.kill()

    def _watch(self) -> None:
        context = multiprocessing.get_context("spawn")
        line, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_warm, args=(theirs,), daemon=True, name="stolik warming")
        with self._turn:
            if self._ended:
                return
            process.start()
            self._process = process
        theirs.close()
        with line, contextlib.suppress(EOFError, OSError):
            while True:
                found = line.recv()
                if isinstance(found, str):
                    log.warning("a level stays without its search: %s", found)
                else:
                    self._ready.add(found)
        process.join()


def _warm(line: "Connection[Any, Any]") -> None:
    """What the process does: tells each game and level once it is ready, or why it is not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    for key in catalog.keys():
        for level, found in levels(catalog.find(key)).items():
            if isinstance(found, Search):
                line.send(_made_ready(key, level, found))


def _made_ready(key: str, level: str, search: Search) -> tuple[str, str] | str:
    try:
        from stolik.bots.timed_search import timed_search

        timed_search(catalog.find(key), search).precompile()
    except Exception as error:  # Numba may be missing, or know this machine not well enough
        return f"{key}, {level}: {type(error).__name__}: {error}"
    return key, level
