"""A chair that was left in a running match: kept for its owner and a bot, or free for whoever comes.

Whoever sits down in it sees its hand. So a friend of another player, or their second browser, must not get it by
waiting for somebody to leave.
"""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from stolik.server.tables import table_state
from stolik.server.tables.table_state import Chair, TableState
from support.servers import Guest, RunningServer, running
from support.table_guests import seated


async def left_table(server: RunningServer, game: str = "stakes", **more: object) -> tuple[str, list[Guest]]:
    """Three people, of whom the last has left in the middle of the match."""
    table, guests = await seated(server, game, "mpp", **more)
    assert (await guests[0].do(table, "start"))["type"] == "accepted"
    assert (await guests[2].do(table, "leave"))["type"] == "accepted"
    return table, guests


async def test_nobody_else_is_given_the_hand_of_a_chair_that_was_left(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek, _) = await left_table(server)
        stranger = await server.guest("Dora")
        chair = (await ala.get(f"/api/tables/{table}"))["chairs"][2]
        assert (chair["taken"], chair["stand_in"], chair["name"]) == (True, "left", "Guest 2")
        async with stranger.line(table) as line:
            await line.until(lambda line: line.position)
            for wanted in ({}, {"chair": 2}):
                refused = await line.ask("sit", **wanted)
                assert (refused["code"], "Guest 2" in refused["text"]) == ("taken", "chair" in wanted)
            assert (await olek.do(table, "sit", chair=2))["code"] == "not_now"  # he has one
            assert line.you["seat"] is None
            assert line.you["left_chair"] is None
            assert all((frame.get("match") or frame).get("private") is None for frame in line.frames)
        chair = (await ala.get(f"/api/tables/{table}"))["chairs"][2]
        assert (chair["taken"], chair["stand_in"], chair["name"]) == (True, "left", "Guest 2")


async def test_whoever_left_comes_back_by_sitting_down_again(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        table, (ala, _, ewa) = await left_table(server)
        async with ewa.line(table) as line:
            await line.until(lambda line: line.position)
            assert line.you == {"seat": None, "host": False, "left_chair": 2, "same_network": []}
            assert line.position is not None
            assert line.position["private"] is None  # while away from the chair, she is a spectator
            await ewa.http.patch("/api/me", json={"name": "Knave of hearts"})
            assert (await line.ask("sit"))["type"] == "accepted"
            await line.until(lambda line: line.you["seat"] == 2 and (line.position or {})["private"])
            assert line.you["left_chair"] is None
        chair = (await ala.get(f"/api/tables/{table}"))["chairs"][2]
        assert (chair["taken"], chair["stand_in"]) == (True, "")
        assert chair["name"] == "Guest 2"  # a name is no way to talk in a game of silence


async def test_after_the_match_the_chair_is_free(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek, _) = await left_table(server, "no_thanks")
        dora = await server.guest("Dora")
        async with ala.line(table) as one, olek.line(table) as two:
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            await one.until(lambda line: line.table["status"] == "over")
            assert one.table["chairs"][2]["taken"] is False
            assert (await dora.do(table, "sit", chair=2))["type"] == "accepted"
            for guest in (ala, olek):  # Dora has a chair and no connection: she is not waited for
                assert (await guest.do(table, "rematch"))["type"] == "accepted"
            await one.until(lambda line: line.table["match"] == 2)


async def test_whoever_left_two_tables_ago_has_no_claim(tmp_path: Path) -> None:
    """What is kept is kept for one match."""
    async with running(tmp_path / "db") as server:
        table, (ala, olek, ewa) = await left_table(server, "no_thanks")
        async with ala.line(table) as one, olek.line(table) as two:
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            await one.until(lambda line: line.table["status"] == "over")
            assert (await ala.do(table, "start", fill=True))["type"] == "accepted"
            assert (await ewa.do(table, "sit"))["code"] == "taken"
            async with ewa.line(table) as line:
                await line.until(lambda line: line.table)
                assert line.you["left_chair"] is None


async def test_a_public_table_keeps_chairs_too_unless_it_is_told_otherwise(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        for public in (False, True):
            table = await ala.make_table("stakes", "mpp", public=public)
            assert (await ala.get(f"/api/tables/{table}"))["keep_chairs"] is True
        table = await ala.make_table("stakes", "mpp", keep_chairs=False)
        assert (await ala.get(f"/api/tables/{table}"))["keep_chairs"] is False


async def test_a_kept_chair_is_not_listed_as_free(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        for keep, free in ((True, 0), (False, 1)):
            table, (ala, *_) = await left_table(server, public=True, keep_chairs=keep)
            listed = await ala.get("/api/tables", status="playing")
            found = next(one for one in listed if one["id"] == table)
            assert (found["free"], found["names"][2]) == (free, "Guest 2" if keep else "")


async def test_without_keeping_whoever_comes_takes_the_chair_and_sees_its_hand(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        table, (ala, _, ewa) = await left_table(server, keep_chairs=False)
        dora = await server.guest("Dora")
        async with ewa.line(table) as line:
            await line.until(lambda line: line.table)
            assert line.you["left_chair"] == 2  # she may still have it back
            assert (await dora.do(table, "sit", chair=2))["type"] == "accepted"
            await line.until(lambda line: line.table["chairs"][2]["name"] == "Dora")
            assert line.you["left_chair"] is None
        async with dora.line(table) as line:
            await line.until(lambda line: line.position)
            assert line.you["seat"] == 2
            assert line.position is not None
            assert line.position["private"] is not None
        assert (await ala.get(f"/api/tables/{table}"))["chairs"][2]["stand_in"] == ""


async def test_whoever_left_is_led_to_the_own_chair_though_another_is_free_before_it(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        for keep in (True, False):
            table, (_, olek, ewa) = await left_table(server, keep_chairs=keep)
            assert (await olek.do(table, "leave"))["type"] == "accepted"
            assert (await ewa.do(table, "sit", chair=1))["type"] == "refused"
            assert (await ewa.do(table, "sit"))["type"] == "accepted"
            assert (await ewa.get(f"/api/tables/{table}"))["chairs"][2]["stand_in"] == ""


async def test_a_kept_chair_is_kept_across_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        table, (_, _, ewa) = await left_table(server)
        token = ewa.headers["authorization"].split()[1]
    async with running(tmp_path / "db", bot_delay=(30.0, 30.0)) as server:
        dora, ewa = await server.guest("Dora"), Guest(server.base, "Ewa", token)
        assert (await dora.do(table, "sit"))["code"] == "taken"
        assert (await ewa.do(table, "sit"))["type"] == "accepted"
        await ewa.http.aclose()


STATE = TableState(
    id="t",
    code="KXWPTA",
    game="stakes",
    version=1,
    options={"players": 2},
    clock=None,
    public=False,
    host="ala",
    chairs=(Chair(guest="ala", name="Ala"), Chair(guest="olek", name="Olek")),
    secret="00" * 32,
    created=0.0,
)


@pytest.mark.parametrize("public", [True, False])
def test_a_table_from_before_there_was_a_choice_keeps_its_chairs(public: bool) -> None:
    """An older server wrote it; a hand is not given away because of an update."""
    row = msgspec.structs.replace(STATE, public=public, keep_chairs=False).row(1, 0.0, None)
    assert table_state.decode(row).keep_chairs is False
    old = msgspec.json.decode(row.body)
    del old["keep_chairs"]
    assert table_state.decode(msgspec.structs.replace(row, body=msgspec.json.encode(old))).keep_chairs is True


def test_sitting_down_again_is_one_change() -> None:
    """Were it two, a crash between them would leave the owner in the chair and the bot playing on."""
    state = table_state.stood_up(table_state.begun(STATE, {0, 1}), "olek")
    back = table_state.sat_down(state, "olek", "Olek", None, None, now=7.0)
    assert back.chairs[1] == Chair(guest="olek", name="Olek", back=7.0)
