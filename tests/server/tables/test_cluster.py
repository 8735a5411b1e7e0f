"""Two nodes on one PostgreSQL: players of one table on both, bots and clocks running, one node killed."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from stolik import Record, verify
from support.databases import fresh_database
from support.processes import Node, node
from support.servers import GENEROUS, Guest

SETTINGS: dict[str, object] = {
    "workers": 0,
    "bot_delay": [0.0, 0.01],
    "rates": msgspec.to_builtins(GENEROUS),
    "takeover_delay": 1.0,
    "away_timeout": 2.0,
    "pause_timeout": 1.0,
}


def token(guest: Guest) -> str:
    return guest.headers["authorization"].split()[1]


async def seated(one: Node, two: Node, game: str, chairs: str, **more: Any) -> tuple[str, Guest, Guest]:
    """A table whose host talks to one node, and whose second player talks to the other."""
    ala = await Guest.introduced(one.base, "Ala")
    olek = await Guest.introduced(two.base, "Olek")
    table = await ala.make_table(game, chairs, **more)
    assert (await olek.do(table, "sit", entropy="two"))["type"] == "accepted"
    return table, ala, olek


def test_players_on_two_nodes_play_one_match(tmp_path: Path) -> None:
    settings = SETTINGS | {"database": fresh_database()}
    with node(settings, tmp_path / "1.log") as one, node(settings, tmp_path / "2.log") as two:
        asyncio.run(play_on_two(one, two))
    for log in ("1.log", "2.log"):
        assert "Traceback" not in (tmp_path / log).read_text()


async def play_on_two(one: Node, two: Node) -> None:
    table, ala, olek = await seated(one, two, "no_thanks", "mpbb")
    async with ala.line(table) as first, olek.line(table) as second:
        await second.until(lambda line: line.table and line.table["chairs"][0]["present"])
        await first.until(lambda line: line.table["chairs"][1]["present"])
        assert (await first.ask("say", text="Can you hear me?"))["type"] == "accepted"
        await second.until(lambda line: any(f["type"] == "said" for f in line.frames))
        assert (await second.ask("react", reaction="hello"))["type"] == "accepted"
        await first.until(lambda line: any(f["type"] == "reaction" for f in line.frames))
        assert (await second.ask("start", entropy="one"))["type"] == "accepted"
        await first.until(lambda line: line.position)
        await asyncio.gather(first.play_to_the_end(Random(1)), second.play_to_the_end(Random(2)))
        assert first.position is not None
        assert second.position is not None
        assert first.position["result"] == second.position["result"]
        for line in (first, second):
            await line.until(lambda line: line.table["status"] == "over")
    records = [(await guest.http.get(f"/api/matches/{table}.1/record")).content for guest in (ala, olek)]
    assert records[0] == records[1]
    assert verify(Record.from_json(records[0])).ok
    await ala.http.aclose()
    await olek.http.aclose()


def test_when_a_node_is_killed_the_other_goes_on_with_bots_and_clocks(tmp_path: Path) -> None:
    settings = SETTINGS | {"database": fresh_database()}
    with node(settings, tmp_path / "1.log") as one, node(settings, tmp_path / "2.log") as two:
        asyncio.run(kill_one(one, two))
    assert "Traceback" not in (tmp_path / "2.log").read_text()


async def kill_one(one: Node, two: Node) -> None:
    """Ala's node dies in the middle. Olek plays on; a bot sits in for Ala; tables of bots alone are taken over too."""
    table, ala, olek = await seated(one, two, "no_thanks", "mpbb", clock=5)
    exhibition = await ala.make_table("no_thanks", "bbbb")
    async with olek.line(table) as second:
        async with ala.line(table) as first:
            await first.until(lambda line: line.table and line.table["chairs"][1]["present"])
            assert (await first.ask("start"))["type"] == "accepted"
            await second.until(lambda line: line.position)
            random = Random(3)
            for _ in range(6):
                for line in (first, second):
                    now = line.position
                    if now is not None and not now["over"] and line.you["seat"] in now["awaited"]:
                        await line.move(random.choice(now["legal"]))
                await asyncio.sleep(0.05)
            assert (await ala.do(exhibition, "start"))["type"] == "accepted"
            one.kill()
        await second.play_to_the_end(Random(4))
        assert any(
            frame["type"] == "table" and frame["table"]["chairs"][0]["stand_in"] in ("away", "late")
            for frame in second.frames
        )
    async with olek.line(exhibition) as watching:
        await watching.until(lambda line: line.over, patience=30)
    back = Guest(two.base, "Ala", token(ala))  # the same guest, on the node that is left
    async with back.line(table) as line:
        await line.until(lambda line: line.over)
        assert line.you == {"seat": 0, "host": True, "left_chair": None, "same_network": []}
    answer = await olek.http.get(f"/api/matches/{table}.1/record")
    assert verify(Record.from_json(answer.content)).ok
    for guest in (ala, olek, back):
        await guest.http.aclose()
