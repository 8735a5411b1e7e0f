"""`stolik serve` as its own process, to be killed without warning."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import httpx

from support.ports import free_port

STARTING = 30.0

_SERVE = """
import sys, msgspec
from stolik.server.logging_setup import set_up_logging
from stolik.server.run import serve
from stolik.server.settings import Settings
set_up_logging("json")
if sys.argv[3:]:
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[3]), int(sys.argv[4])))
settings = msgspec.json.decode(sys.argv[1], type=Settings)
run = __import__(sys.argv[2]).run
run(serve(settings, lambda: print("ready", flush=True)))
"""


class Node:
    """A server process. `settings` is JSON, as `Settings` reads it.

    `files`: how many files it may have open, if it does not ask for more, and if it does. `loop`: asyncio or uvloop.
    """

    def __init__(
        self,
        settings: dict[str, object],
        log: Path,
        environment: Mapping[str, str] = MappingProxyType({}),
        *,
        files: tuple[int, int] | None = None,
        loop: str = "asyncio",
    ) -> None:
        self.launch(settings, log, environment, files=files, loop=loop)
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise

    def launch(
        self,
        settings: dict[str, object],
        log: Path,
        environment: Mapping[str, str] = MappingProxyType({}),
        *,
        files: tuple[int, int] | None = None,
        loop: str = "asyncio",
    ) -> None:
        """Start it, and do not wait until it answers."""
        import msgspec

        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._log = log
        limits = [] if files is None else [str(number) for number in files]
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, msgspec.json.encode(settings | {"port": self.port}), loop, *limits],
                stdout=subprocess.DEVNULL,
                stderr=out,
                env={**os.environ, "PYTHONWARNINGS": "default", **environment},
            )

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
def node(
    settings: dict[str, object],
    log: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    *,
    files: tuple[int, int] | None = None,
    loop: str = "asyncio",
) -> Iterator[Node]:
    found = Node(settings, log, environment, files=files, loop=loop)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.kill()


def children(pid: int) -> dict[int, str]:
    """The processes that a process has started, with their command lines (Linux)."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child): Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode() for child in found}


def is_running(pid: int) -> bool:
    """Or at least not dead: whether somebody has asked for the exit status of a dead one does not matter (Linux)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def writer_of(server: Node) -> int:
    """The process that writes its SQLite file."""
    (pid,) = [pid for pid, line in children(server.process.pid).items() if "stolik.store.sqlite.writer" in line]
    return pid


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
