"""Guests at a table of a running server, and where the match is for one of them."""

from typing import Any

from support.servers import Guest, Line, RunningServer


async def seated(server: RunningServer, game: str, chairs: str, **more: Any) -> tuple[str, list[Guest]]:
    guests = [await server.guest(f"Guest {seat}") for seat in range(chairs.count("p") + 1)]
    table = await guests[0].make_table(game, chairs, **more)
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    return table, guests


async def at_turn(line: Line) -> dict[str, Any]:
    await line.until(lambda line: line.position and line.you["seat"] in line.position["awaited"])
    assert line.position is not None
    return line.position


def is_past(seq: int, line: Line) -> bool:
    """Whether this subscriber has seen more than that."""
    return line.position is not None and line.position["seq"] > seq
