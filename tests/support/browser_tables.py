"""Tables brought, without a browser, to where a test begins."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from browser.drivers import driver
from support.servers import Choose, Guest, Line

PATIENCE = 20.0


async def seated(host: Guest, game: str, chairs: str, *friends: Guest, **more: Any) -> str:
    """A table with everybody in their chairs: `chairs` as in `Guest.make_table`."""
    table = await host.make_table(game, chairs, **more)
    for friend in friends:
        answer = await friend.do(table, "sit")
        assert answer["type"] == "accepted", answer
    return table


async def begun(host: Guest, game: str, chairs: str, *friends: Guest, **more: Any) -> str:
    table = await seated(host, game, chairs, *friends, **more)
    answer = await host.do(table, "start")
    assert answer["type"] == "accepted", answer
    return table


async def finished(host: Guest, game: str, *friends: Guest, seed: int = 1, **more: Any) -> str:
    """A match among these, played to its end by chance."""
    table = await begun(host, game, "m" + "p" * len(friends), *friends, **more)
    await play_out(table, host, *friends, choose=driver(game).choose, seed=seed)
    return table


async def play_out(table: str, *guests: Guest, choose: Choose, seed: int = 1) -> None:
    async with AsyncExitStack() as lines:
        open_lines = [await lines.enter_async_context(guest.line(table)) for guest in guests]
        for line in open_lines:
            await line.until(lambda one: one.position is not None)
        playing = (line.play_to_the_end(Random(seed + number), choose=choose) for number, line in enumerate(open_lines))
        await asyncio.gather(*playing)


async def play_until_turn(table: str, seat: int | None, *guests: Guest, choose: Choose, moves: int = 0) -> None:
    """Everybody plays by chance, so many moves, and then on until it is the turn of `seat` (None: anybody's)."""
    async with AsyncExitStack() as lines:
        found = {}
        for guest in guests:
            line = await lines.enter_async_context(guest.line(table))
            await line.until(lambda one: one.position is not None)
            found[line.you["seat"]] = line
        random, made = Random(7), 0
        while True:
            awaited = await _awaited(found)
            if seat in (awaited, None) and made >= moves:
                return
            line = found[awaited]
            assert line.position is not None
            answer = await line.move(choose(random, line.position["legal"]))
            assert answer["type"] == "accepted", answer
            made += 1
            await _all_know(line.position["seq"], found)


async def _all_know(seq: int, lines: dict[int, Line]) -> None:
    for line in lines.values():
        await line.until(lambda one: one.position is not None and one.position["seq"] >= seq)


async def _awaited(lines: dict[int, Line]) -> int:
    """Whose turn it is, once it is that of somebody here. What is revealed meanwhile nobody looks at for long."""
    anyone = next(iter(lines.values()))

    def turn(line: Line) -> list[int]:
        return [seat for seat in (line.position or {}).get("awaited", []) if seat in lines]

    def pause(line: Line) -> tuple[int, int] | None:
        now = line.position or {}
        return (now["match"], now["seq"]) if now.get("pause") is not None else None

    async def go_on_from(paused: tuple[int, int] | None) -> None:
        if paused is not None:
            for line in lines.values():
                await line.ask("go_on", match=paused[0], seq=paused[1])
        await anyone.until(lambda line: bool(turn(line)) or pause(line) != paused)

    while not turn(anyone):
        await go_on_from(pause(anyone))
    return turn(anyone)[0]


async def position(guest: Guest, table: str) -> dict[str, Any]:
    """The match as this guest may know it now."""
    frames = await guest.get(f"/api/tables/{table}/feed", subscriber="test", wait=0)
    found: dict[str, Any] = next(frame for frame in frames if frame["type"] == "snapshot")
    return found
