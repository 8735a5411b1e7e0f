"""Ports for servers of the tests that nobody else takes between being found free and being listened on.

They lie below those that systems give to clients (from 32768 on at the earliest), and every process of a run of tests
has a range of its own.
"""

import os
import re
from collections.abc import Iterator
from itertools import cycle

from stolik.server.transport.uvicorn_server import listening_socket

LOWEST, HIGHEST = 11_000, 32_000
RANGES = 12


def _range() -> Iterator[int]:
    worker = re.search(r"\d+", os.environ.get("PYTEST_XDIST_WORKER", "0"))
    assert worker is not None
    size = (HIGHEST - LOWEST) // RANGES
    first, start = LOWEST + size * (int(worker[0]) % RANGES), os.getpid()  # another run may have the same ranges
    return cycle(first + (start + number) % size for number in range(size))


_ports = _range()


def free_port(host: str = "127.0.0.1") -> int:
    for port in _ports:
        try:
            with listening_socket(host, port):
                return port
        except OSError:
            continue
    raise AssertionError("a cycle has no end")
