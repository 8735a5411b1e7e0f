"""`stolik serve` as its own process, to be killed without warning."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from stolik.server.transport.uvicorn_server import free_port

STARTING = 30.0

_SERVE = """
import asyncio, sys, msgspec
from stolik.server.logging_setup import set_up_logging
from stolik.server.run import serve
from stolik.server.settings import Settings
set_up_logging("json")
settings = msgspec.json.decode(sys.argv[1], type=Settings)
asyncio.run(serve(settings, lambda: print("ready", flush=True)))
"""


class Node:
    """A server process. `settings` is JSON, as `Settings` reads it."""

    def __init__(self, settings: dict[str, object], log: Path) -> None:
        import msgspec

        self.port = free_port("127.0.0.1")
        self.base = f"http://127.0.0.1:{self.port}"
        self._log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, msgspec.json.encode({**settings, "port": self.port})],
                stdout=subprocess.DEVNULL,
                stderr=out,
                env={**os.environ, "PYTHONWARNINGS": "default"},
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            assert self.process.poll() is None, self._log.read_text()
            try:
                if httpx.get(f"{self.base}/health").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.03)
        raise TimeoutError(f"the server did not start: {self._log.read_text()}")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an operator would."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


@contextmanager
def node(settings: dict[str, object], log: Path) -> Iterator[Node]:
    found = Node(settings, log)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.kill()
