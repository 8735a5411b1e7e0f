"""Corners: what happens at once, in the wrong order, or in the wrong place."""

import asyncio
import os
import signal
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from stolik.core.match import Match
from stolik.core.rng import stream
from stolik.server.bots.move_request import move_request
from stolik.server.bots.pool import BotPool
from stolik.server.tables.bot_player import Decision
from stolik.server.tables.match_session import MatchSession
from stolik.store.rows import LogRow
from support.servers import running
from support.table_guests import at_turn, is_past, seated

# Moves


async def test_a_move_meant_for_a_decision_that_a_bot_has_made_is_out_of_date(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            then = await at_turn(line)
            old = {"match": 1, "number": then["number"], "seen": then["seq"]}
            await line.ask("hand_over")
            await line.until(lambda line: line.position and line.position["seq"] > then["seq"] + 1)
            late = await line.ask("move", moves={"type": "take"}, **old)
            assert (late["type"], late["code"]) == ("refused", "out_of_date")


async def test_the_last_move_of_a_match_may_be_repeated_in_the_next(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "yacht", "m")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            last: dict[str, Any] = {}
            while not line.over:
                now = await at_turn(line)
                last = {"match": 1, "number": now["number"], "seen": now["seq"], "moves": now["legal"][-1]}
                answer = await line.ask("move", **last)
                await line.until(partial(is_past, now["seq"]))
            await line.ask("rematch")
            await line.until(lambda line: line.position and line.position["match"] == 2)
            again = await line.ask("move", **last)
            assert (again["type"], again["seq"]) == ("accepted", answer["seq"])
            other = await line.ask("move", **(last | {"number": 99}))
            assert (other["type"], other["code"]) == ("refused", "out_of_date")


def test_a_bot_is_asked_about_one_decision_of_one_match() -> None:
    session, other = (MatchSession(Match("no_thanks", {"players": 3}, seed=seed), 1) for seed in "ab")
    for found in (session, other):
        found.note(LogRow("m", 0, b"[]", at=1.0), 1.0)
    (seat,) = session.match.to_act
    decision = Decision.of(session, seat)
    assert decision.is_unchanged_in(session)
    assert not decision.is_unchanged_in(other)
    assert not decision.is_pending_in(other)
    session.match.play(seat, {"type": "take"})
    session.note(LogRow("m", 2, b"[]", at=2.0, seat=seat), 2.0)
    assert session.match.to_act == {seat}  # it is the same seat's turn, but another card
    assert not decision.is_unchanged_in(session)
    assert not decision.is_pending_in(session)


# Chairs


async def test_nobody_sees_two_hands_of_one_match(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "stakes", "mpp")
        await guests[0].do(table, "start")
        await guests[1].do(table, "leave")
        await guests[0].do(table, "leave")
        answer = await guests[0].do(table, "sit", chair=1)
        assert (answer["type"], answer["code"]) == ("refused", "not_allowed")
        assert (await guests[0].do(table, "sit", chair=0))["type"] == "accepted"


async def test_names_are_no_way_to_talk(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server, "blackout", "mp")
        await ala.do(table, "start")
        await ala.http.patch("/api/me", json={"name": "I have chip 2"})
        await ala.do(table, "sit")
        assert (await ala.get(f"/api/tables/{table}"))["chairs"][0]["name"] == "Guest 0"


async def test_a_rematch_waits_for_everybody_who_is_here_and_for_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "stakes", "mp")
        async with ala.line(table) as one:
            async with olek.line(table) as two:
                await two.until(lambda line: line.table)
                await one.ask("start")
                await two.ask("hand_over")
                await one.play_to_the_end(Random(1))
                await one.until(lambda line: line.table["status"] == "over")
                assert (await one.ask("rematch"))["type"] == "accepted"
                assert (await two.ask("start"))["code"] == "not_allowed"
                await asyncio.sleep(0.2)
                assert one.table["status"] == "over"  # Olek is here, though a bot has played for him
            await one.until(lambda line: line.table["status"] == "playing")  # now he is not


# Reveals


async def test_a_reveal_stays_when_everybody_is_cut_off_for_a_moment(tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=30.0) as server:
        table, (ala, olek) = await seated(server, "stakes", "mp")
        async with ala.line(table) as one, olek.line(table) as two:
            await one.until(lambda line: line.table)
            await one.ask("start")
            for line in (one, two):
                await line.until(lambda line: line.position)
                await line.move({"type": "choose", "stake": 1})
            await one.until(lambda line: line.position and line.position["pause"])
        await asyncio.sleep(0.4)
        async with ala.line(table) as one:
            await one.until(lambda line: line.position)
            assert one.position is not None
            assert one.position["pause"] is not None


# Bots


async def test_a_bot_that_does_not_answer_is_replaced_by_another() -> None:
    match = Match("no_thanks", {"players": 3}, seed="s")
    (seat,) = match.to_act
    bots = BotPool(1)
    try:
        good = move_request(match, seat, "normal", 20.0, stream("x"))
        assert (await bots.move(good)).move["type"] in ("take", "decline")
        stopped = bots._workers[0]._process
        assert stopped is not None
        assert stopped.pid is not None
        os.kill(stopped.pid, signal.SIGSTOP)  # as if it had lost itself in thought
        with pytest.raises(TimeoutError, match="did not answer"):
            await bots.move(msgspec.structs.replace(good, seconds=0.2))
        assert (await bots.move(good)).move["type"] in ("take", "decline")
        with pytest.raises(RuntimeError, match="UnknownLevel"):
            await bots.move(msgspec.structs.replace(good, level="god"))
        process = bots._workers[0]._process
        assert process is not None
        process.kill()
        with pytest.raises((OSError, EOFError)):
            await bots.move(good)
        assert (await bots.move(good)).move["type"] in ("take", "decline")
    finally:
        bots.close()


async def test_a_server_may_stop_while_its_workers_start() -> None:
    for _ in range(5):
        bots = BotPool(1)
        bots.warm_up(compile_searches=False)
        await asyncio.sleep(0)
        bots.close()
        bots._threads.shutdown(wait=True)
        process = bots._workers[0]._process
        if process is not None:
            process.join(10)
            assert not process.is_alive()
