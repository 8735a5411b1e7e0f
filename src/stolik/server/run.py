"""Runs a node: the event loop, signals, listening, and stopping gently."""

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import Callable
from typing import Literal

from stolik.server.app import asgi_app
from stolik.server.app_context import AppContext
from stolik.server.settings import Settings
from stolik.server.transport.connection_limits import connection_limits, raise_limit_of_open_files
from stolik.server.transport.uvicorn_server import listening_socket, uvicorn_server
from stolik.store.open_store import store_at
from stolik.store.protocol import Store

log = logging.getLogger(__name__)

LAST_ANSWERS = 1
"""Seconds for requests to be answered that are still open when everything else has stopped."""
LAST_RESORT = 9.0
"""Seconds after which a server that was told to stop is ended by force."""


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
    store = store_at(settings.database_or_file)
    _on_signals(lambda: _stop(stop, store))
    _tune_garbage_collection()
    raise_limit_of_open_files()
    await serve_app(AppContext(settings, store), ready, stop)


def _stop(stop: asyncio.Event, store: Store) -> None:
    """Gently; and if that does not come to an end (a disk that holds a thread for ever, say), by force."""
    if not stop.is_set():
        stop.set()
        by_force = threading.Timer(LAST_RESORT, _end_process, (store,))
        by_force.daemon = True
        by_force.start()


def _end_process(store: Store) -> None:
    log.error("the server did not stop within %g seconds and was ended; nothing acknowledged is lost", LAST_RESORT)
    store.abandon()
    os._exit(1)


async def serve_app(context: AppContext, ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Until `stop`. Then: take no more moves, keep what is under way, send subscribers away."""
    settings = context.settings
    limits = connection_limits(settings.connections_per_address, behind_proxy=settings.trust_proxy > 0)
    server = uvicorn_server(asgi_app(context), context.sockets.new_listener, limits)
    stopping = asyncio.create_task(stop.wait())
    with listening_socket(context.settings.host, context.settings.port) as socket:
        if not await _opened(context, stopping):
            return
        serving = asyncio.create_task(server.serve([socket]))
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.001)
            ready()
            await asyncio.wait((stopping, serving), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            log.info("shutting down")
        finally:
            await context.close()
            server.config.timeout_graceful_shutdown = LAST_ANSWERS
            server.should_exit = True
            await serving


async def _opened(context: AppContext, stopping: asyncio.Task[Literal[True]]) -> bool:
    """False: it was stopped before the store had answered."""
    opening = asyncio.create_task(context.open())
    await asyncio.wait((opening, stopping), return_when=asyncio.FIRST_COMPLETED)
    if opening.done() and opening.exception() is None:
        return True
    stopping.cancel()
    opening.cancel()
    await asyncio.wait((opening,))
    await context.close()
    if not opening.cancelled():
        opening.result()
    log.info("stopped before the store was open")
    return False


def _tune_garbage_collection() -> None:
    """Logs are many small objects that stay: they need not be looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
