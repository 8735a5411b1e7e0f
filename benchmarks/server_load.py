"""One round of the load: four hundred sockets at a hundred tables, playing as fast as the server lets them."""

import asyncio
import gc
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import NamedTuple

import msgspec
import uvloop

from server_peer import PeerSeat
from server_players import PLAYERS, Seat, StolikSeat, Table, Tally
from server_processes import PATIENCE, Process, ask, asking
from server_wires import Wire

AT_ONCE = 8
GameMaker = Callable[[Table], list[Seat]]


class Round(NamedTuple):
    """What one server did in one round."""

    moves_per_second: float
    own_p50: float
    """Seconds, as all that follow, until the mover's own socket had the update …"""
    own_p99: float
    p50: float
    """… and until the last of the four had it."""
    p99: float
    rss: int
    rss_all: int
    server_cpu: float
    """Of one core, while it was measured."""
    generator_cpu: float
    matches: int
    moves: int


def play(server: Process, seats: GameMaker, tables: int, seconds: float, warm_up: float, seed: int) -> Round:
    gc.collect()
    gc.disable()
    try:
        return uvloop.run(_play(server, seats, tables, seconds, warm_up, seed))
    finally:
        gc.enable()


async def _play(server: Process, seats: GameMaker, count: int, seconds: float, warm_up: float, seed: int) -> Round:
    tally = Tally()
    tables = [Table(number, tally, Random(f"{seed} {number}")) for number in range(count)]
    for table in tables:
        table.seats = seats(table)
    wires = [wire for table in tables for wire in table.seats]
    await connect(server, wires)
    await _all_here(tables)
    for table in tables:
        table.ready = 0
        table.seats[0].begin()
    await _watched(warm_up, tally, wires)
    before, own, begun = server.usage(), time.process_time(), time.perf_counter()
    tally.on = True
    await _watched(seconds, tally, wires)
    tally.on = False
    after, own, took = server.usage(), time.process_time() - own, time.perf_counter() - begun
    for table in tables:
        table.playing = False
    await asyncio.sleep(0.5)
    for wire in wires:
        wire.close()
    await asyncio.sleep(0.1)
    if silent := [table.number for table in tables if not table.moves]:
        raise RuntimeError(f"nothing was played at {len(silent)} of {count} tables")
    mine, last = sorted(tally.own), sorted(tally.last)
    return Round(
        moves_per_second=len(last) / took,
        own_p50=percentile(mine, 50),
        own_p99=percentile(mine, 99),
        p50=percentile(last, 50),
        p99=percentile(last, 99),
        rss=after.rss,
        rss_all=after.rss_all,
        server_cpu=(after.cpu - before.cpu) / took,
        generator_cpu=own / took,
        matches=tally.matches,
        moves=len(last),
    )


async def connect(server: Process, wires: Sequence[Wire]) -> None:
    loop = asyncio.get_running_loop()
    for wire in wires:
        await loop.create_connection(lambda wire=wire: wire, "127.0.0.1", server.port)  # type: ignore[misc]


async def _all_here(tables: list[Table]) -> None:
    """Nobody begins before everybody has connected: what it costs to connect under load is another question."""
    end = time.perf_counter() + PATIENCE
    while any(table.ready < PLAYERS for table in tables):
        if time.perf_counter() > end:
            raise RuntimeError("not everybody could connect")
        await asyncio.sleep(0.05)


async def _watched(seconds: float, tally: Tally, wires: Sequence[Wire]) -> None:
    """Wait, and complain at once if something is wrong: numbers of a broken run are worth nothing."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        await asyncio.sleep(min(1.0, left))
        ended = next((wire.ended for wire in wires if wire.ended), None)
        if tally.trouble or ended:
            raise RuntimeError(f"the load stumbled: {ended or tally.trouble[0]}")


def percentile(ascending: list[float], percent: int) -> float:
    if not ascending:
        raise RuntimeError("nothing was played")
    return ascending[min(len(ascending) - 1, len(ascending) * percent // 100)]


# Who sits where


def seats_at_boardgame_io(server: Process) -> GameMaker:
    return lambda table: [PeerSeat(table, seat, server.address) for seat in range(PLAYERS)]


class _Made(NamedTuple):
    id: str
    tokens: list[str]


class _Token(msgspec.Struct):
    token: str


class _Id(msgspec.Struct):
    id: str


def seats_at_stolik(server: Process, tables: int) -> GameMaker:
    """Guests, tables and chairs over HTTP, as any program would get them."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        made = list(pool.map(lambda _: _made(server.address), range(tables)))

    def seats(table: Table) -> list[Seat]:
        found = made[table.number]
        return [StolikSeat(table, seat, server.address, found.id, token) for seat, token in enumerate(found.tokens)]

    return seats


def _made(address: str) -> _Made:
    with asking(address) as connection:

        def post(path: str, body: object, token: str | None = None) -> bytes:
            status, answer = ask(connection, path, body=body, token=token)
            if status not in (200, 201):
                raise RuntimeError(f"{path}: {status} {answer.decode()}")
            return answer

        tokens = [
            msgspec.json.decode(post("/api/guests", {"name": f"Player {seat}", "program": "load"}), type=_Token).token
            for seat in range(PLAYERS)
        ]
        chairs = [{"kind": "me"}, *[{"kind": "person"}] * (PLAYERS - 1)]
        wanted = {"game": "no_thanks", "options": {"players": PLAYERS}, "chairs": chairs}
        id_ = msgspec.json.decode(post("/api/tables", wanted, tokens[0]), type=_Id).id
        for token in tokens[1:]:
            post(f"/api/tables/{id_}/do", {"type": "sit"}, token)
        return _Made(id_, tokens)
