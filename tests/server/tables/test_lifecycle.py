"""The life of a table: made, found, joined, started, played, finished, played again."""

import asyncio
import gc
import weakref
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.servers import Guest, RunningServer, running


async def full_table(
    server: RunningServer, game: str = "no_thanks", chairs: str = "mpp", **more: Any
) -> tuple[str, list[Guest]]:
    guests = [await server.guest(f"Guest {seat}") for seat in range(len(chairs))]
    table = await guests[0].make_table(game, chairs, **more)
    for seat, guest in enumerate(guests):
        assert (await guest.do(table, "sit", chair=seat))["type"] == "accepted"
    return table, guests


async def test_a_public_table_is_listed_until_it_starts(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        hidden = await ala.make_table("no_thanks", "mpp")
        table = await ala.make_table("no_thanks", "mpb", public=True)
        listed = await olek.get("/api/tables")
        assert [found["id"] for found in listed] == [table]
        assert listed[0]["names"] == ["Ala", "", "Ada"]
        assert listed[0]["free"] == 1
        assert await olek.get("/api/tables", game="other") == []
        assert (await olek.do(table, "sit"))["type"] == "accepted"
        assert (await ala.do(table, "start"))["type"] == "accepted"
        assert await olek.get("/api/tables") == []
        assert [found["id"] for found in await olek.get("/api/tables", status="playing")] == [table]
        assert {found["id"] for found in await ala.get("/api/me/tables")} == {table, hidden}
        assert [found["id"] for found in await olek.get("/api/me/tables")] == [table]


async def test_a_table_is_found_by_its_short_code_however_it_is_typed(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        code = (await ala.get(f"/api/tables/{table}"))["code"]
        for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} "):
            assert (await ala.get(f"/api/codes/{typed}"))["id"] == table
        assert (await ala.get("/api/codes/NOSUCH"))["code"] == "unknown_table"


async def test_a_link_has_a_qr_code(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        answer = await ala.http.get(f"/api/tables/{table}/qr")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess' here"),
        ({"options": {"players": 9}}, "No Thanks!: players: expected a whole number of at most 7"),
        ({"options": {"players": 3, "wild": True}}, "there is no option wild"),
        ({"chairs": [{"kind": "me"}, {"kind": "me"}, {"kind": "person"}]}, "You can sit in one chair only."),
        ({"chairs": [{"kind": "me"}]}, "1 chairs for 3 players."),
        ({"chairs": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot", "level": "god"}]}, "has no '' bot"),
        ({"clock": 1}, "clock"),
        ({"surprise": 1}, "surprise"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_in_words(
    change: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        good = {"game": "no_thanks", "options": {"players": 3}, "chairs": [{"kind": "me"}, *[{"kind": "person"}] * 2]}
        answer = await ala.http.post("/api/tables", json=good | change)
        assert answer.status_code == 400
        assert answer.json()["code"] == "malformed"
        assert sentence in answer.json()["text"]
        assert await ala.get("/api/me/tables") == []


async def test_chairs_are_taken_changed_and_given_up(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek, ewa = [await server.guest(name) for name in ("Ala", "Olek", "Ewa")]
        table = await ala.make_table("no_thanks", "mpb")
        assert (await olek.do(table, "sit", chair=0))["code"] == "taken"
        assert (await olek.do(table, "sit", chair=7))["code"] == "malformed"
        assert (await olek.do(table, "sit"))["type"] == "accepted"
        assert (await olek.do(table, "sit"))["type"] == "accepted"  # again: nothing changes
        assert (await ewa.do(table, "sit"))["code"] == "taken"
        assert (await ewa.do(table, "leave"))["code"] == "not_a_member"
        assert (await olek.do(table, "set_chair", chair=2))["code"] == "not_allowed"
        assert (await ala.do(table, "set_chair", chair=2, level="god"))["code"] == "malformed"
        assert (await ala.do(table, "set_chair", chair=2, level=None))["type"] == "accepted"
        assert (await olek.do(table, "sit", chair=2))["type"] == "accepted"
        names = [chair["name"] for chair in (await ala.get(f"/api/tables/{table}"))["chairs"]]
        assert names == ["Ala", "", "Olek"]
        assert (await ewa.do(table, "start"))["code"] == "not_a_member"
        assert (await olek.do(table, "start"))["code"] == "not_now"
        assert (await ala.do(table, "leave"))["type"] == "accepted"
        shown = await olek.get(f"/api/tables/{table}")
        assert shown["host"] == 2  # the next one in the chairs is host now
        assert (await olek.do(table, "start", fill=True))["type"] == "accepted"
        shown = await olek.get(f"/api/tables/{table}")
        assert [chair["kind"] for chair in shown["chairs"]] == ["bot", "bot", "person"]
        assert (await olek.do(table, "set_chair", chair=0))["code"] == "not_now"
        assert (await olek.do(table, "start"))["code"] == "not_now"


async def test_leaving_a_running_match_lets_a_bot_sit_in_until_somebody_takes_the_chair(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek, ewa) = await full_table(server, keep_chairs=False)
        dora = await server.guest("Dora")
        await ala.do(table, "start")
        assert (await ewa.do(table, "leave"))["type"] == "accepted"
        chair = (await ala.get(f"/api/tables/{table}"))["chairs"][2]
        assert (chair["taken"], chair["stand_in"], chair["name"]) == (False, "left", "Guest 2")
        async with ala.line(table) as one, olek.line(table) as two:
            await one.until(lambda line: line.position)
            assert (await dora.do(table, "sit"))["type"] == "accepted"
            async with dora.line(table) as three:
                await three.until(lambda line: line.you.get("seat") == 2)
                assert three.table["chairs"][2]["stand_in"] == ""
                assert three.position is not None
                assert three.position["private"] is not None
                await asyncio.gather(*(line.play_to_the_end(Random(1)) for line in (one, two, three)))


async def test_a_chair_is_handed_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position and 0 in line.position["awaited"])
            number = line.position["number"] if line.position else -1
            await line.ask("hand_over")
            await line.until(lambda line: line.over)  # the bot plays for her, to the end
            assert line.position is not None
            assert line.position["number"] == number  # her own count did not move
            assert line.table["chairs"][0]["stand_in"] == "asked"
            await line.ask("take_back")
            await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "")


async def test_a_move_of_ones_own_takes_the_chair_back(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(0.3, 0.3)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position and 0 in line.position["awaited"])
            await line.ask("hand_over")
            assert (await line.move({"type": "take"}))["type"] == "accepted"
            await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "")


async def test_a_rematch_keeps_the_chairs_and_makes_a_new_promise(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpb")
        await olek.do(table, "sit")
        async with ala.line(table) as one, olek.line(table) as two:
            await two.until(lambda line: line.table)
            first = two.table["commitment"]
            assert (await one.ask("rematch"))["code"] == "not_now"
            await one.ask("start", entropy="first words")
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            await two.until(lambda line: line.table["status"] == "over")
            second = two.table["commitment"]
            assert second != first
            assert len(two.table["history"]) == 1
            assert (await one.ask("rematch", entropy="more words"))["type"] == "accepted"
            await two.until(lambda line: line.table["chairs"][0]["ready"])
            assert two.table["status"] == "over"  # not before both are ready
            assert (await two.ask("rematch"))["type"] == "accepted"
            await two.until(lambda line: line.table["status"] == "playing")
            await two.until(lambda line: line.position and line.position["match"] == 2 and not line.over)
            assert two.position is not None
            assert two.position["header"]["commitment"] == second
            assert two.position["header"]["entropy"] == ["more words"]
            assert [chair["name"] for chair in two.table["chairs"]] == ["Ala", "Olek", "Ada"]


async def test_decks_go_on_in_a_rematch(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("blackout", "mr", {"drum": 2})
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            for drum in (2, 3, 1):
                await line.until(lambda line: line.position and not line.over)
                assert line.position is not None
                assert line.position["public"]["drum"] == drum
                await line.play_to_the_end(Random(1))
                await line.until(lambda line: line.table["status"] == "over")
                await line.ask("rematch")


async def test_a_game_for_one_needs_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("yacht", "m")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.play_to_the_end(Random(1))


async def test_a_table_lives_on_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position and 0 in line.position["awaited"])
            assert (await line.move({"type": "take"}))["type"] == "accepted"
            await line.until(lambda line: line.position and 0 in line.position["awaited"])
            before = dict(line.position or {})
    async with running(tmp_path / "db") as server:
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        async with ala.line(table) as line:
            await line.until(lambda line: line.position)
            assert line.position is not None
            changed = {"from": 0, "events": 0, "type": ""}
            assert line.position | changed == before | changed
            await line.play_to_the_end(Random(1))
        await ala.http.aclose()


async def test_bots_go_on_after_a_restart_though_nobody_is_there(tmp_path: Path) -> None:
    async with running(tmp_path / "db", bot_delay=(9.0, 9.0)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        assert (await ala.do(table, "start"))["type"] == "accepted"
    async with running(tmp_path / "db") as server:
        other = await server.guest()
        async with other.line(table) as line:
            await line.until(lambda line: line.over)


async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with running(tmp_path / "db", idle_timeout=0.0) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        assert server.app.tables.if_live(table)
        gc.disable()
        try:
            kept = weakref.ref(server.app.tables.if_live(table))
            while server.app.tables.if_live(table):
                await asyncio.sleep(0.1)
            await asyncio.sleep(0)
            assert kept() is None, "it waits for the garbage collector, which seldom comes"
        finally:
            gc.enable()
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            assert line.you == {"seat": 0, "host": True, "left_chair": None, "same_network": []}
