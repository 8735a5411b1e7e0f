"""Servers as processes of their own: started, watched, and ended."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import psutil

HERE = Path(__file__).resolve().parent
PEER = HERE / "peers" / "boardgame_io"
PATIENCE = 60.0


class Usage(NamedTuple):
    """What a server uses; `all` counts the processes that it has started, too."""

    rss: int
    rss_all: int
    cpu: float
    """Seconds, of all of them."""


class Process:
    """A server that listens on `port`."""

    def __init__(self, command: list[str], port: int, environment: dict[str, str] | None = None) -> None:
        self.port = port
        self.address = f"127.0.0.1:{port}"
        self.begun = time.perf_counter()
        self._log = TemporaryFile()  # noqa: SIM115 - open for as long as the process runs
        self._child = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self._log, env={**os.environ, **(environment or {})}
        )
        self._seen = psutil.Process(self._child.pid)

    @property
    def pid(self) -> int:
        return self._child.pid

    def wait_for(self, path: str) -> float:
        """Seconds from the start of the process until this address answered with 200."""
        while True:
            if self._child.poll() is not None:
                raise RuntimeError(f"the server ended: {self.said()}")
            try:
                if fetch(self.address, path)[0] == 200:
                    return time.perf_counter() - self.begun
            except (OSError, http.client.HTTPException):
                pass
            if time.perf_counter() - self.begun > PATIENCE:
                raise RuntimeError(f"{path} did not answer within {PATIENCE:.0f} seconds")
            time.sleep(0.004)

    def said(self) -> str:
        """The end of its log."""
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - 4000))
        return self._log.read().decode(errors="replace")

    def usage(self) -> Usage:
        family = [self._seen, *self._seen.children(recursive=True)]
        memory = [one.memory_info().rss for one in family]
        times = [one.cpu_times() for one in family]
        return Usage(memory[0], sum(memory), sum(one.user + one.system for one in times))

    def kill(self) -> None:
        """As a power cut would. Workers end by themselves when they notice."""
        workers = self._seen.children(recursive=True)
        self._child.kill()
        self._reap()
        psutil.wait_procs(workers, timeout=10)

    def stop(self) -> None:
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
        try:
            self._child.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reap()

    def _reap(self) -> None:
        self._child.wait()
        self._log.close()


def stolik(database: Path, **settings: Any) -> Process:
    """`stolik serve` with limits that suit four hundred players at one address, and these settings."""
    port = free_port()
    command = [sys.executable, str(HERE / "server_stolik.py"), json.dumps(settings)]
    return Process([*command, "--port", str(port), "--database", str(database), "--log", "text"], port)


def boardgame_io() -> Process:
    port = free_port()
    return Process(["node", str(PEER / "server.js"), str(port)], port, {"NODE_ENV": "production"})


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def fetch(address: str, path: str, *, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
    """One request on a connection of its own."""
    with asking(address) as connection:
        return ask(connection, path, body=body, token=token)


@contextmanager
def asking(address: str) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        yield connection
    finally:
        connection.close()


def ask(
    connection: http.client.HTTPConnection, path: str, *, body: Any = None, token: str | None = None
) -> tuple[int, bytes]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    if body is None:
        connection.request("GET", path, headers=headers)
    else:
        connection.request("POST", path, json.dumps(body), {**headers, "Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, answer.read()
