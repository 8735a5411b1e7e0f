"""Fair deals over HTTP, records, replays; and matches of other versions of the rules."""

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec

from small_games import STAKES, stakes
from stolik import Match, Record
from stolik.core.dealer import commit
from stolik.core.game import Game
from support.servers import Guest, Line, RunningServer, find_any, running


async def played(server: RunningServer, game: str = "no_thanks", chairs: str = "mbb") -> tuple[Guest, str, Line]:
    ala = await server.guest()
    table = await ala.make_table(game, chairs)
    async with ala.line(table) as line:
        await line.until(lambda line: line.table)
        await line.ask("start", entropy="Ala's words")
        await line.play_to_the_end(Random(1))
    return ala, table, line


async def test_the_deal_was_promised_before_entropy_was_given_and_can_be_checked(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table, line = await played(server)
        promised = line.frames[0]["table"]["commitment"]
        page = await ala.http.get(f"/api/matches/{table}.1/record")
        assert page.headers["content-disposition"].startswith("attachment")
        record = Record.from_json(page.content)
        assert record.header.commitment == promised == commit(bytes.fromhex(record.secret or ""))
        assert record.header.entropy == ("Ala's words",)
        assert record.header.seats == ("Ala", "Ada", "Bruno")
        good = {"commitment": promised, "entropy": "Ala's words", "head": record.chain[3]}
        assert (await ala.get(f"/api/matches/{table}.1/verify", **good))["ok"]
        for wrong in ({"commitment": "0" * 64}, {"entropy": "mine"}, {"head": "0" * 64}):
            assert not (await ala.get(f"/api/matches/{table}.1/verify", **(good | wrong)))["ok"]
        found = (await ala.http.post("/api/verify", content=page.content)).json()
        assert found["ok"]
        tampered = page.json()
        move = next(entry for entry in tampered["log"] if entry["seat"] is not None)
        move["seat"] = (move["seat"] + 1) % 3
        assert not (await ala.http.post("/api/verify", json=tampered)).json()["ok"]
        assert (await ala.http.post("/api/verify", json={"x": 1})).status_code == 400
        elsewhere = page.json() | {"header": page.json()["header"] | {"game": "chess"}}
        assert not (await ala.http.post("/api/verify", json=elsewhere)).json()["ok"]


async def test_while_a_match_runs_its_record_is_closed_and_each_has_their_own_eyes(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(2)]
        table = await guests[0].make_table("stakes", "mp")
        await guests[1].do(table, "sit")
        await guests[0].do(table, "start")
        watcher = await server.guest("Watcher")
        for guest in (*guests, watcher):
            assert (await guest.get(f"/api/matches/{table}.1/record"))["code"] == "not_now"
            assert (await guest.get(f"/api/matches/{table}.1/verify"))["code"] == "not_now"
        mine = [await guest.moments(f"{table}.1") for guest in (*guests, watcher)]
        assert mine[0] != mine[1]
        assert mine[2][-1]["view"]["private"] is None
        assert (await guests[0].moments(f"{table}.1", seat=0)) == mine[0]
        for guest in (guests[0], watcher):
            assert (await guest.get(f"/api/matches/{table}.1/replay", seat=1))["code"] == "not_allowed"
        proof = await watcher.get(f"/api/matches/{table}.1/proof")
        assert proof["commitment"] == (await watcher.get(f"/api/tables/{table}"))["commitment"]
        assert not proof["finished"]
        async with guests[0].line(table) as one, guests[1].line(table) as two:
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
        record = Record.from_json((await watcher.http.get(f"/api/matches/{table}.1/record")).content)
        assert record.chain[proof["seq"] - 1] == proof["head"]
        assert len(await watcher.moments(f"{table}.1", seat=1)) == len(record.log) + 1
        assert (await watcher.get(f"/api/matches/{table}.1/replay", seat=5))["code"] == "malformed"


async def test_the_replay_so_far_forgets_what_must_be_forgotten(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("blackout", "mp")
        olek = await server.guest("Olek")
        await olek.do(table, "sit")
        async with ala.line(table) as one, olek.line(table) as two:
            await two.until(lambda line: line.table)
            await one.ask("start")
            for line, chip in ((one, 0), (two, 1)):
                await line.until(lambda line: line.position)
                assert (await line.move({"type": "take", "chip": chip}))["type"] == "accepted"
            await one.until(lambda line: line.position and line.position["public"]["round"] == 2)
            page = await ala.get(f"/api/matches/{table}.1/replay")
            assert page["moments"][0]["seq"] == page["first"] == 3
            async with ala.line(table) as again, ala.line(table, match=1, seq=0) as resumed:
                for found in (again, resumed):
                    await found.until(lambda line: line.position)
                    assert found.position is not None
                    assert [event["what"] for event in found.position["events"]] == ["round"]


def newer(game: Game, version: int, **changes: Any) -> Game:
    namespace: Any = SimpleNamespace(**(vars(stakes) | {"VERSION": version} | changes))
    return Game(game.key, namespace, namespace, namespace)


async def test_a_match_of_older_rules_is_refused_politely_never_misread(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, finished, _ = await played(server, "stakes", "mrr")
        table = await ala.make_table("stakes", "mrr")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position)
    game = newer(STAKES, 2)

    def find(key: str) -> Game:
        return game if key == "stakes" else find_any(key)

    async with running(tmp_path / "db", {"find_game": find}) as server:
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            assert "version 1" in line.table["trouble"]
            assert line.position is None
            move = {"match": 1, "number": 0, "seen": 0, "moves": {"type": "choose", "stake": 0}}
            answer = await line.ask("move", **move)
            assert (answer["type"], answer["code"]) == ("refused", "old_rules")
            assert (await ala.get(f"/api/matches/{table}.1/replay"))["code"] == "old_rules"
            record = Record.from_json((await ala.http.get(f"/api/matches/{finished}.1/record")).content)
            assert Match.replay(record, game=STAKES).over  # still whole, for whoever has the old rules
            verdict = await ala.get(f"/api/matches/{finished}.1/verify")
            assert not verdict["ok"]
            assert "version 1" in verdict["summary"]
            promised = line.table["commitment"]
            assert (await line.ask("start"))["code"] == "not_now"
            assert (await line.ask("renew"))["type"] == "accepted"  # then a new match, by the new rules
            await line.until(lambda line: line.table["status"] == "over")
            assert line.table["trouble"] == ""
            assert line.table["commitment"] != promised, "the same cards would be dealt again"
            assert line.table["version"] == 2
            assert (await line.ask("renew"))["code"] == "not_now"
            assert (await line.ask("rematch", entropy="new words"))["type"] == "accepted"
            await line.until(lambda line: line.position and line.position["match"] == 2)
            assert line.position is not None
            assert line.position["header"]["version"] == 2
            assert line.position["header"]["entropy"] == ["new words"]
        await ala.http.aclose()


async def test_options_chosen_for_older_rules_are_not_read_by_newer_ones_unasked(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("stakes", "mrr")
        assert (await ala.do(table, "renew"))["code"] == "not_now"
    game = newer(STAKES, 2)
    async with running(
        tmp_path / "db", {"find_game": lambda key: game if key == "stakes" else find_any(key)}
    ) as server:
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        stranger = await server.guest()
        refused = await ala.do(table, "start")
        assert (refused["type"], refused["code"]) == ("refused", "old_rules")
        assert "from version 1 to 2" in refused["text"]
        before = await ala.get(f"/api/tables/{table}")
        assert (before["version"], before["status"]) == (1, "open")
        assert (await stranger.do(table, "renew"))["code"] == "not_a_member"
        assert (await ala.do(table, "renew"))["type"] == "accepted"
        after = await ala.get(f"/api/tables/{table}")
        assert (after["version"], after["status"], after["commitment"]) == (2, "open", before["commitment"])
        assert (await ala.do(table, "start"))["type"] == "accepted"
        await ala.http.aclose()


async def test_options_that_the_rules_no_longer_take_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table, _ = await played(server, "stakes", "mrrr")

    fewer = [("players", Annotated[int, msgspec.Meta(ge=2, le=3)])]
    game = newer(STAKES, 2, Options=msgspec.defstruct("Options", fewer, frozen=True, kw_only=True))
    async with running(
        tmp_path / "db", {"find_game": lambda key: game if key == "stakes" else find_any(key)}
    ) as server:
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        answer = await ala.do(table, "rematch")
        assert (answer["type"], answer["code"]) == ("refused", "old_rules")
        assert "at most 3" in answer["text"]
        await ala.http.aclose()
