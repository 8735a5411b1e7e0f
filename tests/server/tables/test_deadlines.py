"""Time: clocks, people who are away, pauses after a reveal. A bot that sits in knows what the chair knows."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from stolik.server.bots import pool
from stolik.server.bots.move_request import MoveRequest
from support.servers import Line, running


async def begin(line: Line) -> None:
    await line.until(lambda line: line.table)
    assert (await line.ask("start"))["type"] == "accepted"
    await line.until(lambda line: line.position)


async def test_who_runs_out_of_time_is_played_for_until_they_move(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(0.3, 0.3)) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpb", clock=5)
        await olek.do(table, "sit")
        live = await server.app.tables.get(table)
        live._set_state(msgspec.structs.replace(live.state, clock=1))
        async with ala.line(table) as one, olek.line(table) as two:
            await begin(one)
            await two.until(lambda line: line.position)
            assert one.position is not None
            waiting = [seat for seat in one.position["awaited"] if seat < 2]
            assert {int(seat) for seat in one.position["clocks"]} == set(waiting)
            await one.until(lambda line: any(chair["stand_in"] == "late" for chair in line.table["chairs"]))
            slow = next(seat for seat in (0, 1) if one.table["chairs"][seat]["stand_in"] == "late")
            line = (one, two)[slow]
            assert (await line.ask("take_back"))["type"] == "accepted"
            await line.until(lambda line: line.table["chairs"][slow]["stand_in"] == "")
            with pytest.raises(TimeoutError):  # with a full clock again, not late at once
                await line.until(lambda line: line.table["chairs"][slow]["stand_in"] == "late", patience=0.5)


async def test_clocks_run_in_simultaneous_choices_too(tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=0.1) as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(3)]
        table = await guests[0].make_table("stakes", "mpp", clock=5)
        for seat, guest in enumerate(guests):
            await guest.do(table, "sit", chair=seat)
        live = await server.app.tables.get(table)
        live._set_state(msgspec.structs.replace(live.state, clock=1))
        async with guests[0].line(table) as one, guests[1].line(table) as two, guests[2].line(table) as three:
            await begin(one)
            await three.until(lambda line: line.position and len(line.position["clocks"]) == 3)
            assert (await one.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await two.until(lambda line: line.position and set(line.position["clocks"]) == {"1", "2"})
            await one.until(lambda line: line.over, patience=30)  # the others sleep through the whole match
            assert [chair["stand_in"] for chair in one.table["chairs"]] == ["late", "late", "late"]


async def test_who_is_away_is_replaced_and_comes_back_by_coming_back(tmp_path: Path) -> None:
    async with running(tmp_path / "db", away_timeout=0.4) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpb")
        await olek.do(table, "sit")
        async with ala.line(table) as one:
            async with olek.line(table) as two:
                await two.until(lambda line: line.table)
                await begin(one)
            await one.until(lambda line: not line.table["chairs"][1]["present"])
            assert one.table["chairs"][1]["away_at"] is not None  # a countdown for the others
            random = Random(1)
            while one.table["chairs"][1]["stand_in"] != "away":
                await one.until(
                    lambda line: (
                        line.table["chairs"][1]["stand_in"] == "away"
                        or (line.position and 0 in line.position["awaited"])
                    )
                )
                if one.position and 0 in one.position["awaited"]:
                    await one.move(random.choice(one.position["legal"]))
            async with olek.line(table) as two:
                await two.until(lambda line: line.table and line.table["chairs"][1]["stand_in"] == "")
                assert two.table["chairs"][1]["present"]


async def test_a_table_that_all_have_left_sleeps(tmp_path: Path) -> None:
    async with running(tmp_path / "db", away_timeout=0.1) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpb", clock=5)
        await olek.do(table, "sit")
        live = await server.app.tables.get(table)
        live._set_state(msgspec.structs.replace(live.state, clock=1))
        async with ala.line(table) as one:
            await begin(one)
            await one.until(lambda line: line.position and 2 not in line.position["awaited"])
            seq = one.position["seq"] if one.position else 0
        await asyncio.sleep(1.5)
        assert live.session is not None
        assert live.session.match.seq == seq
        assert [chair.stand_in for chair in live.state.chairs] == ["", "", ""]
        async with ala.line(table) as one:  # and wakes up with a full clock
            await one.until(lambda line: line.position)
            assert one.position is not None
            left = [end - one.frames[0]["now"] for end in one.position["clocks"].values()]
            assert all(900 <= milliseconds <= 1000 for milliseconds in left)


@pytest.mark.parametrize(("reveal", "soon"), [(0.3, True), (60.0, False)])
async def test_a_reveal_stays_until_all_have_gone_on_or_time_is_up(reveal: float, soon: bool, tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=reveal) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("stakes", "mpr")
        await olek.do(table, "sit")
        async with ala.line(table) as one, olek.line(table) as two:
            await begin(one)
            await two.until(lambda line: line.position)
            for line in (one, two):
                assert (await line.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await one.until(lambda line: line.position and line.position["pause"])
            assert one.position is not None
            await one.ask("go_on", match=1, seq=one.position["seq"])
            going_on = one.until(lambda line: line.position and line.position["pause"] is None, patience=1.0)
            if soon:
                await going_on
            else:
                with pytest.raises(TimeoutError):
                    await going_on
                await two.ask("go_on", match=1, seq=one.position["seq"])
                await one.until(lambda line: line.position and line.position["pause"] is None)


async def test_a_bot_is_given_nothing_but_what_its_chair_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The true cards of others never cross to a bot: over many requests, what it is given varies."""
    asked: list[MoveRequest] = []
    original = pool.BotPool.move

    async def listening(self: pool.BotPool, request: MoveRequest) -> Any:
        asked.append(request)
        return await original(self, request)

    monkeypatch.setattr(pool.BotPool, "move", listening)
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("stakes", "rrrr")
        async with ala.line(table) as line:
            await begin(line)
            await line.until(lambda line: line.over)
            answer = await ala.http.get(f"/api/matches/{table}.1/record")
    dealt = {entry["move"]["seat"]: entry["move"]["card"] for entry in answer.json()["log"][:4]}
    first = next(request for request in asked if request.seat == 0)
    hand = first.imagined[3]
    assert hand[0] == dealt[0]
    others = [request for request in asked[:4] if request.imagined[3] != [dealt[seat] for seat in range(4)]]
    assert others, "every bot was given the true cards"


async def test_a_bot_that_fails_plays_anyhow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: MoveRequest, _find: Any = None) -> Any:
        raise RuntimeError("lost the thread")

    monkeypatch.setattr(pool, "choose_move", broken)
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await begin(line)
            await line.until(lambda line: line.over)


async def test_bots_think_in_another_process(tmp_path: Path) -> None:
    async with running(tmp_path / "db", workers=1) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await begin(line)
            await line.until(lambda line: line.over, patience=40)
        assert server.app.metrics.registry.get_sample_value("stolik_errors_total", {"where": "bot"}) is None
