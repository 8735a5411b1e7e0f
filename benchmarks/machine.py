"""Where a benchmark ran: enough to read its numbers, nothing that names the machine."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LIBRARIES = {
    "stolik": "stolik",
    "numpy": "numpy",
    "numba": "numba",
    "pyspiel": "open_spiel",
    "rlcard": "rlcard",
    "pettingzoo": "pettingzoo",
    "pygame": "pygame-ce",  # PettingZoo's card games import it even if nothing is drawn
    "matplotlib": "matplotlib",
}
"""Modules, and the packages they come in."""


def description() -> dict[str, Any]:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": {library: version(library) for library in LIBRARIES.values()},
    }


def missing(*modules: str) -> str | None:
    """One sentence about what is not installed; None if nothing is missing."""
    packages = [LIBRARIES[module] for module in modules if find_spec(module) is None]
    if not packages:
        return None
    return f"Not installed: {', '.join(packages)}. This gets all: pip install -e '.[lab]' --group bench"


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread, and those it starts, on one core, where the system lets us choose."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
