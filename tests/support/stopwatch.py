"""Somebody watches bots with a stopwatch, and would like to know how many chips they hold."""

import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stolik.core.packed import fields_of
from stolik.core.rule import State
from stolik.server.bots import pool
from stolik.server.bots.move_request import MoveReply, MoveRequest, choose_move
from support.servers import Line, RunningServer, running

THOUGHT = 0.02
"""Seconds that a bot of No Thanks! thinks with an odd number of chips; with an even one it does not."""
ENOUGH = 60
"""Moves of each kind."""


async def seconds_before_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[float], list[float]]:
    """From move to move at tables of bots: for whoever has an even number of chips, and for the others."""

    def thinking(request: MoveRequest, find: Any) -> MoveReply:
        reply = choose_move(request, find)
        time.sleep(THOUGHT if has_odd_chips(imagined(request, find), request.seat) else 0.0)
        return reply

    monkeypatch.setattr(pool, "choose_move", thinking)
    found: tuple[list[float], list[float]] = ([], [])
    async with running(folder / "db", bot_delay=(0.0, 0.0), bot_floor=3 * THOUGHT) as server:
        ala = await server.guest()
        while min(map(len, found)) < ENOUGH:
            table = await ala.make_table("no_thanks", "bbb")
            async with ala.line(table) as line:
                await line.until(lambda line: line.table)
                await line.ask("start")
                await line.until(lambda line: line.position)
                await watch(line, server, table, found)
    return found


async def watch(line: Line, server: RunningServer, table: str, found: tuple[list[float], list[float]]) -> None:
    before = time.monotonic()
    while not line.over and min(map(len, found)) < ENOUGH:
        group, known = found[await truth(server, table)], line.position
        await line.until(partial(has_changed, known))
        now = time.monotonic()
        group.append(now - before)
        before = now


def has_changed(known: Any, line: Line) -> bool:
    return line.position is not known


def imagined(request: MoveRequest, find: Any) -> State:
    game = find(request.game)
    s: State = game.bot_state()
    for field, value in zip(fields_of(game.bot_state), request.imagined, strict=True):
        setattr(s, field.name, value)
    return s


def has_odd_chips(s: State, seat: int) -> bool:
    return bool(s.chips[seat] % 2)


async def truth(server: RunningServer, table: str) -> bool:
    """What nobody may know of whoever moves next."""
    live = await server.app.tables.get(table)
    assert live.session is not None
    match = live.session.match
    return any(has_odd_chips(match.state, seat) for seat in match.awaited)
