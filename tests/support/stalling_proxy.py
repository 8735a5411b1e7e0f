"""A proxy before PostgreSQL that can fall silent, as a network does: nothing is refused, nothing is answered."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


class StallingProxy:
    """It runs in a thread of its own, so that it also serves processes while a test waits for them."""

    def __init__(self, database: str) -> None:
        found = urlsplit(database)
        self._socket = str(Path(parse_qs(found.query)["host"][0]) / ".s.PGSQL.5432")
        self._database = found.path
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._pumps: set[asyncio.Task[None]] = set()
        self._asking = self._answering = asyncio.Event()
        self._port = self._do(self._start())

    @property
    def url(self) -> str:
        return f"postgresql://postgres:@127.0.0.1:{self._port}{self._database}"

    def stall(self) -> None:
        """Neither questions nor answers get through."""
        self._loop.call_soon_threadsafe(self._asking.clear)
        self._loop.call_soon_threadsafe(self._answering.clear)

    def stall_answers(self) -> None:
        """What is asked is done, and nobody hears of it."""
        self._loop.call_soon_threadsafe(self._answering.clear)

    def resume(self) -> None:
        """Everything gets through, late."""
        self._loop.call_soon_threadsafe(self._asking.set)
        self._loop.call_soon_threadsafe(self._answering.set)

    def close(self) -> None:
        self._do(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[None, None, int]) -> int:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _start(self) -> int:
        self._asking, self._answering = asyncio.Event(), asyncio.Event()
        self._asking.set()
        self._answering.set()
        self._server = await asyncio.start_server(self._on_connection, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _stop(self) -> int:
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        return 0

    async def _on_connection(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        database, to_database = await asyncio.open_unix_connection(self._socket)
        for gate, reader, writer in (
            (self._asking, client, to_database),
            (self._answering, database, to_client),
        ):
            task = asyncio.create_task(_pump(gate, reader, writer))
            self._pumps.add(task)
            task.add_done_callback(self._pumps.discard)


async def _pump(gate: asyncio.Event, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                await gate.wait()
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()


@contextmanager
def stalling_proxy(database: str) -> Iterator[StallingProxy]:
    proxy = StallingProxy(database)
    try:
        yield proxy
    finally:
        proxy.close()
