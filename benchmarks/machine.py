"""Where a benchmark ran: enough to read its numbers, nothing that names the machine."""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

STOLIK, OPEN_SPIEL, RLCARD, PETTING_ZOO = "stolik", "open_spiel", "rlcard", "pettingzoo"
LIBRARIES = (
    *(STOLIK, OPEN_SPIEL, RLCARD, PETTING_ZOO, "numpy", "numba", "matplotlib"),
    "pygame-ce",  # PettingZoo's card games import it even if nothing is drawn
)


def description() -> dict[str, Any]:
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "libraries": {library: version(library) for library in LIBRARIES},
    }


def short(rate: float) -> str:
    """Three digits at most: 38.5 M, 224 k."""
    unit, name = (1e6, "M") if rate >= 1e6 else (1e3, "k")
    return f"{rate / unit:.3g} {name}"


def missing(*libraries: str) -> str | None:
    """One sentence about what is not installed; None if nothing is missing."""
    absent = [library for library in libraries if not _installed(library)]
    if not absent:
        return None
    return f"Not installed: {', '.join(absent)}. This gets all: pip install -e '.[lab]' --group bench"


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


def _installed(library: str) -> bool:
    """Asked of the package, not the module: a folder left behind by a removed one can still be imported."""
    try:
        version(library)
    except PackageNotFoundError:
        return False
    return True


def cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
