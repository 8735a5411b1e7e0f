"""What Stolik's server needs when little happens, and how soon it is there (again)."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec
import uvloop

from server_load import connect
from server_processes import (
    HERE,
    PATIENCE,
    Process,
    ask,
    asking,
    fetch,
    free_port,
    stolik,
)
from server_tables import CHAIRS, Made, file_beside
from server_wires import Wire

STARTS = 5
WARM_UP = 100
"""So many tables or sockets come before those that are counted, and pay for what is needed once."""
IDLE = 45.0
"""Seconds after which a table leaves memory here: longer than it takes to load them all."""
CONNECTIONS = 8


class Resources(NamedTuple):
    tables: int
    table_live: float
    """Bytes, as all until `socket`."""
    table_left: float
    """What has not been given back when all tables have left memory, for each of them."""
    table_again: float
    """The same as `table_live` when they are all there for the second time: much more would be a leak."""
    sockets: int
    socket: float
    start: float
    """Seconds, as the rest."""
    recovered: int
    recovery_health: float
    recovery_moved: float
    """Nobody asks: until a bot has moved at every table."""
    recovery_answered: float
    """Everybody asks: until each table has answered with a snapshot."""


def measure(folder: Path, tables: int, sockets: int, recovered: int) -> Resources:
    live, left, again = _idle_tables(_filled(folder / "idle.db", tables + WARM_UP, bots=0), tables)
    socket = _idle_sockets(folder / "idle.db", sockets)
    start = _starts(folder / "idle.db")
    health, moved, answered = _recovery(_filled(folder / "bots.db", recovered, bots=2))
    return Resources(tables, live, left, again, sockets, socket, start, recovered, health, moved, answered)


def _filled(database: Path, tables: int, *, bots: int) -> Path:
    command = [sys.executable, str(HERE / "server_tables.py"), str(database), str(tables), str(bots)]
    subprocess.run(command, check=False)
    if not file_beside(database).exists():
        raise RuntimeError("the tables could not be made")
    return database


def _made(database: Path) -> Made:
    return msgspec.json.decode(file_beside(database).read_bytes(), type=Made)


# Memory


def _idle_tables(database: Path, count: int) -> tuple[float, float, float]:
    tables = _made(database).tables
    server = stolik(database, idle=IDLE)
    try:
        server.wait_for("/health")
        _visit(server, [f"/api/tables/{id_}" for id_ in tables[:WARM_UP]])
        before = server.usage().rss
        live = _rss_with(server, tables)
        _wait_until_none_is_live(server)
        left = server.usage().rss
        again = _rss_with(server, tables)
    finally:
        server.stop()
    return (live - before) / count, (left - before) / count, (again - before) / count


def _rss_with(server: Process, tables: list[str]) -> int:
    _visit(server, [f"/api/tables/{id_}" for id_ in tables])
    if _live(server) != len(tables):
        raise RuntimeError("some tables had left memory before all were there")
    return server.usage().rss


def _visit(server: Process, paths: Sequence[str]) -> None:
    """Ask for each, over a few connections."""

    def some(first: int) -> None:
        with asking(server.address) as connection:
            for path in paths[first::CONNECTIONS]:
                status, answer = ask(connection, path)
                if status != 200:
                    raise RuntimeError(f"{path}: {status} {answer.decode()}")

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(some, range(CONNECTIONS)))


class _Health(msgspec.Struct):
    tables: int


def _live(server: Process) -> int:
    return msgspec.json.decode(fetch(server.address, "/health")[1], type=_Health).tables


def _wait_until_none_is_live(server: Process) -> None:
    end = time.perf_counter() + IDLE + PATIENCE
    while _live(server):
        if time.perf_counter() > end:
            raise RuntimeError("tables do not leave memory")
        time.sleep(0.5)
    time.sleep(1)


class _Subscriber(Wire):
    """Looks at its table and says nothing."""

    def __init__(self, address: str, table: str, token: str) -> None:
        super().__init__(address, f"/api/tables/{table}/socket", {"Authorization": f"Bearer {token}"})
        self.has_snapshot = False

    def received(self, text: bytes) -> None:
        self.has_snapshot = self.has_snapshot or text.startswith(b'{"type":"snapshot"')


def _idle_sockets(database: Path, count: int) -> float:
    made = _made(database)
    server = stolik(database)
    try:
        server.wait_for("/health")
        subscribers = [
            _Subscriber(server.address, made.tables[number // CHAIRS], made.tokens[number % len(made.tokens)])
            for number in range(count + WARM_UP)
        ]
        _visit(server, [f"/api/tables/{id_}" for id_ in made.tables[: len(subscribers) // CHAIRS + 1]])
        before, after = uvloop.run(_read(server, subscribers))
    finally:
        server.stop()
    return (after - before) / count


async def _read(server: Process, subscribers: list[_Subscriber]) -> tuple[int, int]:
    found = []
    for some in (subscribers[:WARM_UP], subscribers[WARM_UP:]):
        await connect(server, some)
        while not all(subscriber.has_snapshot for subscriber in some):
            if ended := next((subscriber.ended for subscriber in some if subscriber.ended), None):
                raise RuntimeError(f"an idle socket ended: {ended}")
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        found.append(server.usage().rss)
    for subscriber in subscribers:
        subscriber.close()
    return found[0], found[1]


# Time


def _starts(database: Path) -> float:
    """The command itself, at a file that exists."""
    found = []
    for _ in range(STARTS):
        port = free_port()
        command = [sys.executable, "-m", "stolik", "serve", "--port", str(port), "--database", str(database)]
        server = Process(command, port)
        try:
            found.append(server.wait_for("/health"))
        finally:
            server.stop()
    return median(found)


def _recovery(database: Path) -> tuple[float, float, float]:
    """The process that made the tables was killed; so is the server that takes them up, for the second question."""
    tables = _made(database).tables
    since = time.time()
    server = stolik(database)
    try:
        health = server.wait_for("/health")
        moved = _all_moved(server, database, since, len(tables))
    finally:
        server.kill()
    server = stolik(database)
    try:
        server.wait_for("/health")
        _visit(server, [f"/api/tables/{id_}/feed?subscriber=load&wait=0" for id_ in tables])
        answered = time.perf_counter() - server.begun
    finally:
        server.stop()
    return health, moved, answered


def _all_moved(server: Process, database: Path, since: float, count: int) -> float:
    """Read from the file, so that the server is not disturbed."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    question = "SELECT count(DISTINCT match) FROM log WHERE at > ?"
    try:
        while connection.execute(question, (since,)).fetchone()[0] < count:
            if time.perf_counter() - server.begun > PATIENCE:
                raise RuntimeError(f"not all tables have moved on: {server.said()}")
            time.sleep(0.03)
        return time.perf_counter() - server.begun
    finally:
        connection.close()
