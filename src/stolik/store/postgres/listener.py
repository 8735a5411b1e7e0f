"""LISTEN on a connection of its own: notifications of other nodes, with a heartbeat and reconnects."""

import asyncio
import logging
from typing import Any, TypeAlias

import asyncpg

from stolik.store.postgres.statements import CHANNEL, ERRORS
from stolik.store.protocol import OnNotification

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

log = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds in which the database has to answer."""
OWN_NEWS_AFTER_TROUBLE = 60.0
"""Seconds after which a write that was not acknowledged has been made, or never will be."""
_OWN_NEWS = frozenset({"log", "table", "chat"})
HEARTBEAT = 10.0
"""Seconds between two checks of a quiet connection."""
FIRST_BACKOFF, LONGEST_BACKOFF = 0.1, 5.0


class Listener:
    def __init__(self, url: str, node: str, on_notification: OnNotification) -> None:
        self._url = url
        self._node = node
        self._on_notification = on_notification
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._hears_itself_until = 0.0

    def hear_oneself(self) -> None:
        """For a while, what this very node writes is news to it: it was not told in time how a write has ended."""
        self._hears_itself_until = asyncio.get_running_loop().time() + OWN_NEWS_AFTER_TROUBLE

    async def open(self) -> None:
        self._connection = await self._connect()
        self._task = asyncio.create_task(self._keep_connected(self._connection), name="stolik-listen")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection is not None:
            self._connection.terminate()
        self._task = self._connection = None

    async def _connect(self) -> Connection:
        connection: Connection = await asyncpg.connect(self._url, timeout=TIMEOUT, command_timeout=TIMEOUT)
        try:
            await connection.add_listener(CHANNEL, self._on_payload)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _keep_connected(self, connection: Connection) -> None:
        while True:
            await self._wait_until_broken(connection)
            connection.terminate()
            log.warning("PostgreSQL listener lost its connection, reconnecting")
            self._connection = connection = await self._reconnect()
            log.warning("PostgreSQL listener reconnected; notifications may have been lost")
            self._notify("lost", "")

    async def _wait_until_broken(self, connection: Connection) -> None:
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        while not connection.is_closed():
            try:
                await asyncio.wait_for(broken.wait(), HEARTBEAT)
            except TimeoutError:
                if not await _alive(connection):
                    return

    async def _reconnect(self) -> Connection:
        backoff = FIRST_BACKOFF
        while True:
            try:
                return await self._connect()
            except ERRORS:
                await asyncio.sleep(backoff)
                backoff = min(2 * backoff, LONGEST_BACKOFF)

    def _on_payload(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        node, topic, text = str(payload).split(" ", 2)
        if node != self._node or (topic in _OWN_NEWS and self._is_hearing_itself()):
            self._notify(topic, text)

    def _is_hearing_itself(self) -> bool:
        return asyncio.get_running_loop().time() < self._hears_itself_until

    def _notify(self, topic: str, text: str) -> None:
        try:
            self._on_notification(topic, text)
        except Exception as error:  # an error in the callback must not end the listener
            context = {"message": f"unhandled error in a notification callback ({topic})", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


async def _alive(connection: Connection) -> bool:
    try:
        await connection.execute("SELECT 1")
    except ERRORS:
        return False
    return True
