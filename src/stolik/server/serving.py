"""Running the server: Granian inside our own process, so that signals are ours."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import Callable

from granian.constants import Interfaces
from granian.server.embed import Server

from stolik.server.app import application
from stolik.server.house import House
from stolik.server.http.headers import with_security_headers
from stolik.server.http.pages import with_pages
from stolik.server.settings import Settings
from stolik.store.opening import store_at

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 20_000
PATIENCE = 10.0
"""How long open requests may take to finish when the server stops."""


def free_port(host: str, port: int = 0) -> int:
    """The port, if nobody uses it just now; 0: any. OSError with a sentence if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as found:
            number: int = found.getsockname()[1]
            return number
    except OSError as error:
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


def fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, where there is one (not on Windows); None: what asyncio brings."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def serve(settings: Settings, ready: Callable[[], None]) -> None:
    """Until a signal comes."""
    stop = asyncio.Event()
    _on_signals(stop)
    _tune_garbage_collection()
    await serve_house(House(settings, store_at(settings.database_or_file)), ready, stop)


async def serve_house(house: House, ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Until `stop`. Then: take no more moves, keep what is under way, send readers away."""
    settings = house.settings
    server = Server(
        with_security_headers(with_pages(application(house), house), house),
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGINL,
        backpressure=MOST_CONNECTIONS,
        backlog=2048,
        log_enabled=False,
    )
    await house.open()
    serving = asyncio.create_task(server.serve())
    try:
        await _listening(settings, serving, stop)
        ready()
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((stopping, serving), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        log.info("stopping")
    finally:
        await house.close()
        await asyncio.sleep(0.1)  # let the last frames and good-byes out
        server.stop()  # type: ignore[no-untyped-call]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(serving, PATIENCE)


def _tune_garbage_collection() -> None:
    """Logs are many small objects that stay: they need not be looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


async def _listening(settings: Settings, serving: "asyncio.Task[None]", stop: asyncio.Event) -> None:
    """Wait until the port answers; whatever stopped it from doing so is raised."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - not for listening
    while not stop.is_set():
        if serving.done():
            serving.result()
            raise OSError(f"could not listen on {settings.host}:{settings.port}")
        try:
            _, writer = await asyncio.open_connection(host, settings.port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            return
