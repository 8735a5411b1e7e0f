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
            result: Any = numba.njit(nogil=True, cache=True)(loop)
        finally:
            config.CACHE_DIR = before
    result.compile = _by_one_process(result.compile, Path(folder))
    return result  # type: ignore[no-any-return]


def _by_one_process(compile_for: Callable[[Any], Any], folder: Path) -> Callable[[Any], Any]:
    """What several processes want at the same time is compiled by the first; the others wait, and load it."""
    from filelock import FileLock

    def compile_once(signature: Any) -> Any:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock"):
            return compile_for(signature)

    return compile_once


def cache_folder() -> Path:
    """Where compiled code lies: STOLIK_CACHE, or the user's cache folder."""
    chosen = os.environ.get("STOLIK_CACHE")
    return Path(chosen) if chosen else user_cache_path("stolik") / "compiled"
