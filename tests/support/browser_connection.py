"""A wire between browser and server that can be cut, in one direction or both, and mended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Wire:
    def __init__(self, target: str) -> None:
        self._target = urlsplit(target)
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._cut = False
        self._answers = True
        self.base = ""
        self.lost_answers = 0
        """Bytes that the server sent and nobody received."""

    def cut(self) -> None:
        """Nothing gets through any more."""
        self._cut = True
        for writer in self._open:
            writer.transport.abort()

    def lose_answers(self) -> None:
        """What the browser sends arrives, but it hears nothing."""
        self._answers = False

    def mend(self) -> None:
        self._cut, self._answers = False, True

    async def serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        self.base = f"http://{host}:{port}"
        self._server = server

    async def close(self) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if not self._cut:
                await self._connect(reader, writer)
        except OSError:
            pass
        finally:
            self._open.discard(writer)
            self._tasks.discard(task)
            await _close(writer)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._target.hostname, self._target.port)
        self._open.add(back)
        ways = [asyncio.create_task(self._carry(*way)) for way in ((reader, back, False), (there, writer, True))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._open.discard(back)
            await _close(back)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: bool) -> None:
        while data := await reader.read(65536):
            if answer and not self._answers:
                self.lost_answers += len(data)
                continue
            writer.write(data)
            await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@asynccontextmanager
async def wire_to(target: str) -> AsyncIterator[Wire]:
    wire = Wire(target)
    await wire.serve()
    try:
        yield wire
    finally:
        await wire.close()
