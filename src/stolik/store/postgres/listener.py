"""A connection of its own that hears what other nodes announce, and comes back when it breaks."""

import asyncio
from typing import Any, TypeAlias

import asyncpg

from stolik.store.postgres.statements import CHANNEL, FAILURES
from stolik.store.protocol import Heard

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

ANSWER_WITHIN = 10.0
PULSE = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


class Listener:
    def __init__(self, url: str, node: str, heard: Heard) -> None:
        self._url = url
        self._node = node
        self._heard = heard
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._connection = await self._connected()
        self._task = asyncio.create_task(self._stay(self._connection), name="stolik-listen")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection is not None:
            self._connection.terminate()
        self._task = self._connection = None

    async def _connected(self) -> Connection:
        connection: Connection = await asyncpg.connect(self._url, timeout=ANSWER_WITHIN, command_timeout=ANSWER_WITHIN)
        try:
            await connection.add_listener(CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _stay(self, connection: Connection) -> None:
        while True:
            await self._until_broken(connection)
            connection.terminate()
            self._connection = connection = await self._connected_again()
            self._tell("lost", "")

    async def _until_broken(self, connection: Connection) -> None:
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        while not connection.is_closed():
            try:
                await asyncio.wait_for(broken.wait(), PULSE)
            except TimeoutError:
                if not await _alive(connection):
                    return

    async def _connected_again(self) -> Connection:
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._connected()
            except FAILURES:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        node, topic, text = str(payload).split(" ", 2)
        if node != self._node:
            self._tell(topic, text)

    def _tell(self, topic: str, text: str) -> None:
        try:
            self._heard(topic, text)
        except Exception as error:  # a mistake of the hearer must not make us deaf
            context = {"message": f"could not take in what was heard ({topic})", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


async def _alive(connection: Connection) -> bool:
    try:
        await connection.execute("SELECT 1")
    except FAILURES:
        return False
    return True
