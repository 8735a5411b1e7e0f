"""The pace of bots: a choice of whoever it concerns. A reveal that one looks at alone with bots waits for that one."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from stolik.server.settings import Settings
from stolik.server.tables.pace import PACES, BotPause
from support.servers import Line, running


async def begin(line: Line) -> None:
    await line.until(lambda line: line.table)
    assert (await line.ask("start"))["type"] == "accepted"
    await line.until(lambda line: line.position)


def centre(line: Line) -> int:
    """Chips that nobody has."""
    assert line.position is not None
    return len(line.position["public"]["centre"])


def seq(line: Line) -> int:
    assert line.position is not None
    return int(line.position["seq"])


async def test_a_reveal_alone_with_bots_stays_until_one_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=0.1) as server:
        ala = await server.guest("Ala")
        table = await ala.make_table("stakes", "mrr")
        async with ala.line(table) as line:
            await begin(line)
            assert (await line.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await line.until(lambda line: line.position and line.position["pause"])
            assert line.position is not None
            assert line.position["pause"]["until"] is None
            with pytest.raises(TimeoutError):
                await line.until(lambda line: line.position and line.position["pause"] is None, patience=0.8)
            await line.ask("go_on", match=1, seq=line.position["seq"])
            await line.until(lambda line: line.position and line.position["pause"] is None)


async def test_a_reveal_that_the_only_person_has_left_goes_on_without_them(tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=0.3) as server:
        ala = await server.guest("Ala")
        table = await ala.make_table("stakes", "mrr")
        async with ala.line(table) as line:
            await begin(line)
            await line.move({"type": "choose", "stake": 1})
            await line.until(lambda line: line.position and line.position["pause"])
            assert line.position is not None
            seq = line.position["seq"]
        live = await server.app.tables.get(table)
        assert live.session is not None
        async with asyncio.timeout(5):
            while live.session.match.seq == seq:
                await asyncio.sleep(0.02)


async def test_pace_is_the_choice_of_whoever_plays_alone_with_bots(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "pbb")
        await olek.do(table, "sit")  # Ala is the host, but does not sit
        async with olek.line(table) as line:
            await begin(line)
            assert line.table["pace"] == "normal"
            assert (await line.ask("set_pace", pace="at_once"))["type"] == "accepted"
            await line.until(lambda line: line.table["pace"] == "at_once")
            await line.play_to_the_end(Random(1))  # with pauses of half a minute this would never end


async def test_among_several_people_pace_is_the_hosts_choice(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek, ewa = [await server.guest(name) for name in ("Ala", "Olek", "Ewa")]
        table = await ala.make_table("no_thanks", "mpb", pace="slow")
        await olek.do(table, "sit")
        async with ala.line(table) as one, olek.line(table) as two:
            await begin(one)
            await two.until(lambda line: line.table and line.table["pace"] == "slow")
            refused = await two.ask("set_pace", pace="fast")
            assert (refused["type"], refused["code"]) == ("refused", "not_allowed")
            assert (await one.ask("set_pace", pace="fast"))["type"] == "accepted"
            await two.until(lambda line: line.table["pace"] == "fast")
            async with ewa.line(table) as three:
                await three.until(lambda line: line.table)
                refused = await three.ask("set_pace", pace="slow")
                assert refused["code"] in ("not_a_member", "not_allowed")
            assert (await one.ask("set_pace", pace="soon"))["code"] == "malformed"
            assert one.table["pace"] == "fast"


async def test_skipping_to_ones_turn_makes_bots_play_at_once_until_then(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        ala = await server.guest("Ala")
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await begin(line)
            for _ in range(3):
                await line.ask("skip_to_turn")
                await line.until(lambda line: line.position and 0 in line.position["awaited"])
                assert line.position is not None
                before = line.position["seq"]
                assert (await line.move(line.position["legal"][0]))["type"] == "accepted"
                if 0 in line.position["awaited"]:
                    continue
                await asyncio.sleep(0.3)  # at its own turn the hurry is over
                assert line.position["seq"] <= before + 3


async def test_nobody_skips_to_their_turn_over_the_heads_of_others(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpb")
        await olek.do(table, "sit")
        async with ala.line(table) as one:
            await begin(one)
            refused = await one.ask("skip_to_turn")
            assert (refused["type"], refused["code"]) == ("refused", "not_allowed")


async def test_bots_leave_people_the_first_chip(tmp_path: Path) -> None:
    """Where all reach for the same things: bots wait until somebody has, or for a good while."""
    async with running(tmp_path / "db", bot_delay=(0.5, 0.5)) as server:
        ala = await server.guest("Ala")
        table = await ala.make_table("gang", "mrr")
        async with ala.line(table) as line:
            await begin(line)
            await line.until(lambda line: line.position and line.position["public"]["phase"] == "chips")
            assert line.position is not None
            begun = line.position["seq"]
            await asyncio.sleep(1.5)  # three pauses of a bot
            assert line.position["seq"] == begun, "a bot was first"
            answer = await line.move({"type": "take", "stars": 2, "from": None})
            assert answer["type"] == "accepted"
            await line.until(lambda line: seq(line) > answer["seq"], patience=5.0)  # eight seconds were for people


async def test_bots_do_not_wait_for_people_for_ever(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(0.02, 0.02)) as server:
        ala = await server.guest("Ala")
        table = await ala.make_table("gang", "mrr")
        async with ala.line(table) as line:
            await begin(line)
            await line.until(lambda line: centre(line) < 3, patience=5.0)


def test_a_pause_is_shorter_at_a_faster_pace_and_constant_at_once() -> None:
    random, delay = Random(1), Settings().bot_delay
    drawn = [BotPause.draw(random, delay) for _ in range(200)]
    means = [sum(pause.at_pace(pace) for pause in drawn) / len(drawn) for pace in PACES]
    assert means == sorted(means, reverse=True)
    assert {pause.at_pace("at_once") for pause in drawn} == {0.0}
    assert {pause.for_people("at_once") for pause in drawn} == {0.0}
    assert all(pause.for_people("normal") >= 4.0 for pause in drawn), "time to read one's cards and to choose"
