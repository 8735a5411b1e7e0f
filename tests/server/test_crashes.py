"""kill -9 in the middle of load, again and again: what was acknowledged is there, nothing is doubled, games go on."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets import WebSocketException

from stolik import Record, verify
from support.databases import fresh_database
from support.processes import Node, node
from support.servers import GENEROUS, Guest, Line

TABLES = 6
CRASHES = 5
SETTINGS: dict[str, object] = {"workers": 0, "bot_delay": [0.0, 0.02], "bot_floor": 0.0}
SETTINGS |= {"rates": msgspec.to_builtins(GENEROUS)}

Acknowledged = dict[tuple[str, int, int], tuple[int, dict[str, Any]]]
"""(table, seat, number) -> (seq, move), as the server said."""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(kind: str, tmp_path: Path) -> None:
    database = str(tmp_path / "stolik.db") if kind == "sqlite" else fresh_database()
    settings = SETTINGS | {"database": database}
    log = tmp_path / "server.log"
    with node(settings, log) as server:
        world = asyncio.run(prepare(server))
        asyncio.run(world.play(server, kill_after=0.7))
    for crash in range(CRASHES):
        with node(settings, log) as server:
            asyncio.run(world.check(server))
            asyncio.run(world.play(server, kill_after=0.3 + 0.1 * crash))
    with node(settings, log) as server:
        asyncio.run(world.play(server))  # to the end
        asyncio.run(world.check(server, over=True))
        assert server.stop() == 0
    assert len(world.acknowledged) > 50
    assert world.crashes >= 3
    assert "Traceback" not in log.read_text()


async def prepare(server: Node) -> "World":
    tokens = []
    for number in range(2 * TABLES):
        guest = await Guest.introduced(server.base, f"Guest {number}")
        tokens.append(guest.headers["authorization"].split()[1])
        await guest.http.aclose()
    world = World(tokens)
    for number in range(TABLES):
        host, friend = world.guest(server, 2 * number), world.guest(server, 2 * number + 1)
        table = await host.make_table("no_thanks", "mpbr")
        assert (await friend.do(table, "sit", entropy="w"))["type"] == "accepted"
        assert (await host.do(table, "start"))["type"] == "accepted"
        world.tables.append(table)
        await host.http.aclose()
        await friend.http.aclose()
    return world


class World:
    """Simulated people who know what they were told."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.tables: list[str] = []
        self.acknowledged: Acknowledged = {}
        self.random = Random(7)
        self.crashes = 0
        """In the middle of play."""
        self.sent: dict[tuple[str, int], dict[str, Any]] = {}
        """A move whose answer has not come: it is sent again as it was."""

    def guest(self, server: Node, number: int) -> Guest:
        return Guest(server.base, f"Guest {number}", self.tokens[number])

    async def play(self, server: Node, kill_after: float | None = None) -> None:
        """Everybody plays until all matches are over, or the server is killed in the middle of it."""

        async def one(number: int) -> None:
            guest = self.guest(server, number)
            try:
                async with guest.line(self.tables[number // 2]) as line:
                    await self._sit(line, self.tables[number // 2], number % 2)
            except (OSError, WebSocketException):  # killed
                pass
            finally:
                await guest.http.aclose()

        playing = [asyncio.create_task(one(number)) for number in range(len(self.tokens))]
        if kill_after is not None:
            await asyncio.sleep(kill_after)
            self.crashes += not all(task.done() for task in playing)
            server.kill()
        async with asyncio.timeout(40):
            await asyncio.gather(*playing)

    async def _sit(self, line: Line, table: str, seat: int) -> None:
        await line.until(lambda line: line.position)
        while not line.over:
            now = line.position
            assert now is not None
            pending = self.sent.get((table, seat))
            if pending is None and seat in now["awaited"]:
                pending = {"match": 1, "number": now["number"], "seen": now["seq"]}
                pending["moves"] = self.random.choice(now["legal"])
                self.sent[table, seat] = pending
            if pending is not None:
                await asyncio.sleep(0.06)  # a match has to last for several crashes
                answer = await line.ask("move", **pending)
                del self.sent[table, seat]
                if answer["type"] == "accepted":
                    self.acknowledged[table, seat, pending["number"]] = (answer["seq"], pending["moves"])
                else:
                    assert answer["code"] in ("out_of_date", "not_your_turn", "unavailable"), answer
                continue
            seq = now["seq"]
            await line.until(lambda line: line.over or line.position["seq"] != seq)  # type: ignore[index]  # noqa: B023

    async def check(self, server: Node, *, over: bool = False) -> None:
        """Each acknowledged move stands in the log where the server said, once."""
        for number, table in enumerate(self.tables):
            guest = self.guest(server, 2 * number)
            shown = await guest.get(f"/api/tables/{table}")
            length = (await guest.get(f"/api/matches/{table}.1/replay"))["last"]
            mine = {key: found for key, found in self.acknowledged.items() if key[0] == table}
            assert all(seq <= length for seq, _ in mine.values()), "an acknowledged move is gone"
            assert len({seq for seq, _ in mine.values()}) == len(mine), "two moves in one place"
            if over:
                assert shown["status"] == "over", shown
                answer = await guest.http.get(f"/api/matches/{table}.1/record")
                self._check_record(Record.from_json(answer.content), mine)
            await guest.http.aclose()

    def _check_record(self, record: Record, mine: Acknowledged) -> None:
        assert verify(record).ok
        for (_, seat, number), (seq, move) in mine.items():
            before = [entry for entry in record.log[:seq] if entry.seat is not None]
            last = before[-1]
            assert (last.seat, last.move) == (seat, move), (
                f"move {number} of seat {seat} is not where it was said to be"
            )
