"""Turns a driver and all the rules it calls into machine code, kept on disk under its fingerprint."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from platformdirs import user_cache_path

from stolik.core.rule import prepare
from stolik.jit.fingerprint import fingerprint

_one_at_a_time = Lock()
"""Numba knows one cache folder at a time."""


def compiled(driver: Callable[..., Any]) -> Callable[..., Any]:
    """The driver as machine code that leaves Python's lock free; compiled at its first call, or read from disk."""
    import numba

    prepare()
    config: Any = numba.config
    folder = str(cache_folder() / fingerprint(driver)[:32])
    with _one_at_a_time:
        before = config.CACHE_DIR
        config.CACHE_DIR = folder
        try:
            result: Callable[..., Any] = numba.njit(nogil=True, cache=True)(driver)
        finally:
            config.CACHE_DIR = before
    return result


def cache_folder() -> Path:
    """Where compiled code lies: STOLIK_CACHE, or the user's cache folder."""
    chosen = os.environ.get("STOLIK_CACHE")
    return Path(chosen) if chosen else user_cache_path("stolik") / "compiled"
