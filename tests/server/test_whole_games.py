"""Whole games through real sockets, of every game there is, with people and bots."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik import Record, verify
from stolik.core.messages import to_builtins
from support.servers import all_keys, find_any, running
from support.variants import shown, tour_of_tables

VARIANTS = 3
"""So many kinds of options are played through for each game."""


def cases() -> list[Any]:
    return [
        pytest.param(key, to_builtins(options), id=f"{key}-{shown(options)}")
        for key in all_keys()
        for options in {shown(found): found for found in tour_of_tables(find_any(key), "sockets", VARIANTS)}.values()
    ]


@pytest.mark.parametrize(("key", "options"), cases())
def test_people_and_bots_play_to_the_end(key: str, options: dict[str, Any], tmp_path: Path) -> None:
    asyncio.run(play(key, options, tmp_path / "stolik.db"))


async def play(key: str, options: dict[str, Any], database: Path) -> None:
    random = Random(f"{key} {options}")
    players = options["players"]
    people = max(1, players - 1)  # the last chair is a bot's, unless one plays alone
    async with running(database) as server, AsyncExitStack() as stack:
        guests = [await server.guest(f"Player {seat}") for seat in range(people)]
        table = await guests[0].make_table(key, "m" + "p" * (people - 1) + "r" * (players - people), options)
        lines = []
        for seat, guest in enumerate(guests):
            assert (await guest.do(table, "sit", chair=seat, entropy=f"words {seat}"))["type"] == "accepted"
            lines.append(await stack.enter_async_context(guest.line(table)))
        watcher = await server.guest("Watcher")
        watching = await stack.enter_async_context(watcher.line(table))
        commitment = lines[0].table["commitment"]
        assert (await lines[0].ask("start"))["type"] == "accepted"
        steady = 0.75 if "random" in find_any(key).levels else 0.0
        await asyncio.gather(*(line.play_to_the_end(Random(random.random()), steady) for line in lines))
        await watching.until(lambda line: line.over)
        results = [line.position["result"] for line in [*lines, watching] if line.position]
        assert all(result == results[0] for result in results)
        await check_record(guests[0], table, commitment, find_any(key))
        await check_feeds(lines, watching)


async def check_record(guest: Any, table: str, commitment: str, game: Any) -> None:
    answer = await guest.http.get(f"/api/matches/{table}.1/record")
    assert answer.status_code == 200
    record = Record.from_json(answer.content)
    assert verify(record, commitment=commitment, entropy=["words 0"], game=game).ok
    found = await guest.get(f"/api/matches/{table}.1/verify", commitment=commitment, entropy="words 0")
    assert found["ok"], found


async def check_feeds(lines: list[Any], watching: Any) -> None:
    """The updates that each subscriber got are without a gap and without an overlap."""
    for line in [*lines, watching]:
        at = None
        for frame in line.frames:
            if frame["type"] == "update":
                assert at is None or frame["from"] == at, "an update is missing, or came twice"
                at = frame["seq"]
            elif frame["type"] == "snapshot" and frame["match"]:
                at = frame["match"]["seq"]
    assert not any("private" in frame and frame["private"] is not None for frame in watching.frames)
