"""Moves that are sent for an earlier match of the table: repeats of what was accepted, and all others."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.core.match import Match
from stolik.server.tables import match_session
from support.long_match import forbid
from support.servers import running


async def test_a_move_for_an_earlier_match_is_answered_without_replaying_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mrr")
        sent: list[dict[str, Any]] = []
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            while not line.over:
                await line.until(lambda line: line.over or (line.position and 0 in line.position["awaited"]))
                if line.over:
                    break
                now = line.position or {}
                move = {"match": 1, "number": now["number"], "seen": now["seq"], "moves": now["legal"][0]}
                answer = await line.ask("move", **move)
                sent.append(move | {"seq": answer["seq"]})
            await line.ask("rematch")
            await line.until(lambda line: line.position and line.position["match"] == 2)
            forbid(
                monkeypatch, (match_session, "resume"), (Match, "enter"), (Match, "replay"), (server.app.store, "log")
            )
            for move in (sent[0], sent[len(sent) // 2], sent[-1]):
                repeated = {key: value for key, value in move.items() if key != "seq"}
                again = await line.ask("move", **repeated)
                assert (again["type"], again["seq"]) == ("accepted", move["seq"]), "as it was the first time"
            other = {"type": "decline"} if sent[-1]["moves"] == {"type": "take"} else {"type": "take"}
            for wrong in (
                {**sent[-1], "moves": other},
                {**sent[-1], "number": len(sent)},
                {**sent[-1], "number": 10**6},
                {**sent[-1], "moves": {"type": "x"}},
                {**sent[-1], "moves": [sent[-1]["moves"]] * 2},
            ):
                wrong.pop("seq")
                refused = await line.ask("move", **wrong)
                assert (refused["type"], refused["code"]) == ("refused", "out_of_date")


async def test_what_a_seat_sent_in_an_earlier_match_is_not_anothers(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(2)]
        table = await guests[0].make_table("stakes", "mp")
        await guests[1].do(table, "sit")
        await guests[0].do(table, "start")
        async with guests[0].line(table) as one, guests[1].line(table) as two:
            await one.until(lambda line: line.position)
            mine = {"match": 1, "number": 0, "seen": 2, "moves": {"type": "choose", "stake": 1}}
            assert (await one.ask("move", **mine))["type"] == "accepted"
            assert (await two.ask("move", **(mine | {"moves": {"type": "choose", "stake": 2}})))["type"] == "accepted"
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            await one.ask("start")
            await two.until(lambda line: line.position and line.position["match"] == 2)
            assert (await one.ask("move", **mine))["type"] == "accepted"
            assert (await two.ask("move", **mine))["code"] == "out_of_date"
