"""Where a benchmark ran: enough to read its numbers, nothing that names the machine."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

LIBRARIES = ("stolik", "numba", "numpy", "open_spiel", "rlcard", "pettingzoo")
INSTALL = "pip install -e '.[lab]' --group bench"


def description() -> dict[str, Any]:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": {library: version(library) for library in LIBRARIES},
    }


def missing(who: str, error: Exception) -> str:
    """One sentence about a library that could not be imported."""
    module = error.name if isinstance(error, ImportError) and error.name else str(error)
    return f"{who} cannot run, because {module} is not installed; this installs all that is needed: {INSTALL}"


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
