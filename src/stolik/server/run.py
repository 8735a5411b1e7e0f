"""Runs a node: the event loop, signals, listening, and stopping gently."""

import asyncio
import gc
import logging
import signal
from collections.abc import Callable

from stolik.server.app import asgi_app
from stolik.server.app_context import AppContext
from stolik.server.settings import Settings
from stolik.server.transport.uvicorn_server import listening_socket, uvicorn_server
from stolik.store.open_store import store_at

log = logging.getLogger(__name__)


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
    await serve_app(AppContext(settings, store_at(settings.database_or_file)), ready, stop)


async def serve_app(context: AppContext, ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Until `stop`. Then: take no more moves, keep what is under way, send subscribers away."""
    server = uvicorn_server(asgi_app(context), context.sockets.new_listener)
    with listening_socket(context.settings.host, context.settings.port) as socket:
        await context.open()
        serving = asyncio.create_task(server.serve([socket]))
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.001)
            ready()
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait((stopping, serving), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            log.info("shutting down")
        finally:
            await context.close()
            server.should_exit = True
            await serving


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
