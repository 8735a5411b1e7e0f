"""Compiles a loop and all the rules it calls to machine code, cached on disk under its fingerprint."""

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


def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """The loop as machine code that releases the GIL; compiled at its first call, or loaded from the cache."""
    import numba

    prepare()
    config: Any = numba.config
    folder = str(cache_folder() / fingerprint(loop)[:32])
    with _one_at_a_time:
        before = config.CACHE_DIR
        config.CACHE_DIR = folder
        try:
            result: Callable[..., Any] = numba.njit(nogil=True, cache=True)(loop)
        finally:
            config.CACHE_DIR = before
    return result


def cache_folder() -> Path:
    """Where compiled code lies: STOLIK_CACHE, or the user's cache folder."""
    chosen = os.environ.get("STOLIK_CACHE")
    return Path(chosen) if chosen else user_cache_path("stolik") / "compiled"
