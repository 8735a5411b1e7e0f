"""A server for browsers to visit: its own process, real pages, bots that do not pretend to think for long.

As a program (`python -m support.browser_server '{"settings": …, "pages": …}'`) it is that server.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec

from stolik.server.app_context import AppContext
from stolik.server.logging_setup import set_up_logging
from stolik.server.run import serve_app
from stolik.server.settings import Settings
from stolik.store.open_store import store_at
from support.ports import free_port
from support.servers import GENEROUS

TESTS = Path(__file__).parent.parent
PAGES = TESTS.parent / "src" / "stolik" / "server" / "pages"
PATHS = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
"""The server of these sources, whatever else may be installed."""
HOW_TO_BUILD = "the browser tests need the built pages; make them with: python tools/pages.py"

STARTING = 60.0
QUICK: dict[str, Any] = {
    "workers": 0,
    "bot_delay": (0.02, 0.06),
    "bot_floor": 0.0,
    "pause_timeout_for_bots": 0.2,
    "rates": msgspec.to_builtins(GENEROUS),
}


class Order(msgspec.Struct):
    settings: Settings
    pages: str


def pages_folder() -> Path:
    """STOLIK_PAGES names another build to look at."""
    folder = Path(os.environ.get("STOLIK_PAGES", PAGES))
    if not (folder / "index.html").is_file():
        raise FileNotFoundError(HOW_TO_BUILD)
    return folder


class BrowserServer:
    """Can be killed and started again, on the same port and with the same tables."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        self._log = folder / "server.log"
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self._order = {
            "settings": QUICK | {"database": str(folder / "stolik.db"), "port": port} | changes,
            "pages": str(pages_folder()),
        }
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "support.browser_server", msgspec.json.encode(self._order)],
                stdout=subprocess.DEVNULL,
                stderr=out,
                env={**os.environ, "PYTHONPATH": PATHS, "PYTHONWARNINGS": "default"},
            )
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            assert self._process.poll() is None, self.log
            try:
                if httpx.get(f"{self.base}/health").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.03)
        raise TimeoutError(f"the server did not start: {self.log}")

    def kill(self) -> None:
        """As a power cut would."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    @property
    def log(self) -> str:
        return self._log.read_text()


async def _serve(order: Order) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    context = AppContext(order.settings, store_at(order.settings.database), pages=Path(order.pages))
    await serve_app(context, lambda: None, stop)


if __name__ == "__main__":
    set_up_logging("json")
    asyncio.run(_serve(msgspec.json.decode(sys.argv[1], type=Order)))
