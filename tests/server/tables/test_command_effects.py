"""The table of commands in docs/hosts/server.md, where other tests do not hold it already."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from stolik.server.protocol import messages
from support.servers import Guest, RunningServer, running

MANUAL = (Path(__file__).parents[3] / "docs" / "hosts" / "server.md").read_text("utf-8")
COMMANDS = MANUAL.partition("| command | meaning |")[2].partition("\n\n")[0]


async def seated(server: RunningServer, game: str = "stakes", chairs: str = "mp") -> tuple[str, list[Guest]]:
    guests = [await server.guest(f"Guest {seat}") for seat in range(len(chairs))]
    table = await guests[0].make_table(game, chairs)
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    return table, guests


def test_the_manual_has_every_command_with_its_fields_and_no_other() -> None:
    documented = {
        name: set(re.findall(r"\w+", fields))
        for cell in re.findall(r"^\| ((?:`[^`]+`,? ?)+) \|", COMMANDS, re.MULTILINE)
        for name, _, fields in re.findall(r"`(\w+)( \{([^}]*)\})?`", cell)
    }
    known = {}
    for command in get_args(messages.AnyCommand):
        fields = {field.encode_name for field in msgspec.structs.fields(command)} - {"id"}
        known[command.__struct_config__.tag] = fields
    assert documented == known


async def test_what_everybody_adds_is_in_the_seed(tmp_path: Path) -> None:
    """With `sit`, `add_entropy`, `start` and `rematch`."""
    async with running(tmp_path / "db") as server:
        ala, olek, ewa = [await server.guest(name) for name in ("Ala", "Olek", "Ewa")]
        table = await ala.make_table("stakes", "mpp")
        assert (await olek.do(table, "sit", chair=2, entropy="Olek's words"))["type"] == "accepted"
        assert (await ewa.do(table, "sit"))["type"] == "accepted"
        assert (await ewa.do(table, "add_entropy", entropy="Ewa's words"))["type"] == "accepted"
        stranger = await server.guest("Stranger")
        assert (await stranger.do(table, "add_entropy", entropy="x"))["code"] == "not_a_member"
        assert (await ala.do(table, "start", entropy="Ala's words"))["type"] == "accepted"
        header = (await ala.get(f"/api/matches/{table}.1/replay"))["header"]
        assert header["entropy"] == ["Ala's words", "Ewa's words", "Olek's words"]
        assert header["seats"] == ["Ala", "Ewa", "Olek"]


async def test_a_full_table_is_started_by_anybody_in_a_chair_and_after_a_match_by_the_host(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server)
        stranger = await server.guest("Stranger")
        assert (await stranger.do(table, "start"))["code"] == "not_a_member"
        assert (await olek.do(table, "start"))["type"] == "accepted"
        async with ala.line(table) as one, olek.line(table) as two:
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            assert (await two.ask("start"))["code"] == "not_allowed"
            assert (await one.ask("start"))["type"] == "accepted"
            await two.until(lambda line: line.position and line.position["match"] == 2)


async def test_only_the_host_lets_bots_have_the_free_chairs(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("stakes", "mpp")
        await olek.do(table, "sit")
        assert (await olek.do(table, "start", fill=True))["code"] == "not_allowed"
        assert (await ala.do(table, "start"))["code"] == "not_now"
        assert (await ala.do(table, "start", fill=True))["type"] == "accepted"


async def test_on_a_socket_accepted_is_sent_for_commands_with_an_id_alone_and_refusals_always(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("stakes", "mr")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.socket.send('{"type":"start"}')
            await line.until(lambda line: line.position)
            await line.socket.send('{"type":"start"}')
            await line.until(lambda line: line.frames[-1]["type"] == "refused")
            assert line.frames[-1]["id"] is None
            answer = await line.ask("hand_over")
            assert answer["type"] == "accepted"
            kinds = [frame["type"] for frame in line.frames if frame["type"] in ("accepted", "refused")]
            assert kinds == ["refused", "accepted"]
            now = line.position or {}
            await line.socket.send(
                msgspec.json.encode(
                    {
                        "type": "move",
                        "match": 1,
                        "number": now["number"],
                        "seen": now["seq"],
                        "moves": now["legal"][0],
                    }
                ).decode()
            )
            await line.until(lambda line: line.position["seq"] > now["seq"])  # type: ignore[index]
            assert line.frames[-1]["type"] in ("update", "table", "clocks"), "the update says as much"


async def test_the_reactions_of_the_manual_are_open_even_in_silence_and_no_others_are_there(tmp_path: Path) -> None:
    said = re.search(r"`react \{reaction\}` \| open even in silence, except [^|]+: ([^|]+) \|", COMMANDS)
    assert said is not None
    reactions = [word.strip() for word in said[1].split(",")]
    assert sorted(reactions) == sorted(get_args(messages.Reaction))
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "blackout")
        await ala.do(table, "start")
        async with olek.line(table) as line:
            await line.until(lambda line: line.position)
            assert (line.position or {})["quiet"]
            for reaction in reactions:
                assert (await ala.do(table, "react", reaction=reaction))["type"] == "accepted"
                wanted = {"type": "reaction", "seat": 0, "reaction": reaction}
                await line.until(lambda line: wanted in line.frames)  # noqa: B023
            assert (await ala.do(table, "say", text="now"))["code"] == "quiet"


async def test_one_seat_may_be_asked_for_silence_in_words_and_reactions_while_the_others_talk(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "blackout")
        await guests[0].do(table, "start")
        async with guests[0].line(table) as one, guests[1].line(table) as two:
            for line in (one, two):
                await line.until(lambda line: line.position)
                now = line.position or {}
                assert now["may_not_talk"] == [0, 1]
                assert now["may_not_react"] == []
                take = {"type": "take", "chip": int(line is two)}
                assert (await line.ask("move", match=1, number=0, seen=now["seq"], moves=take))["type"] == "accepted"
            await one.until(lambda line: line.position["public"]["round"] == 2)  # type: ignore[index]
            now = one.position or {}
            called = now["public"]["caller"]
            assert (now["quiet"], now["may_not_talk"], now["may_not_react"]) == (False, [called], [called])
            muted, other = (one, two) if called == 0 else (two, one)
            assert (await muted.ask("say", text="It is the 3"))["code"] == "muted"
            refused = await muted.ask("react", reaction="nice")
            assert (refused["code"], "neither words nor reactions" in refused["text"]) == ("muted", True)
            assert (await other.ask("say", text="Which do you think?"))["type"] == "accepted"
            assert (await other.ask("react", reaction="wow"))["type"] == "accepted"
            await muted.until(lambda line: line.frames[-1]["type"] == "reaction")
            assert [frame["seat"] for frame in muted.frames if frame["type"] == "reaction"] == [1 - called]


async def test_what_others_did_meanwhile_makes_no_move_out_of_date_unless_it_is_a_vote(tmp_path: Path) -> None:
    """For votes: `test_feed.py::test_a_vote_on_what_has_changed_is_out_of_date`."""
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server)
        await ala.do(table, "start")
        async with olek.line(table) as line:
            await line.until(lambda line: line.position)
            before: dict[str, Any] = dict(line.position or {})
            mine = {"match": 1, "number": 0, "seen": before["seq"], "moves": {"type": "choose", "stake": 1}}
            assert (await ala.do(table, "move", **mine))["type"] == "accepted"
            await line.until(lambda line: line.position["seq"] > before["seq"])  # type: ignore[index]
            assert (await line.ask("move", **mine))["type"] == "accepted"


@pytest.mark.parametrize("way", ["socket", "http"])
async def test_every_command_is_answered_on_a_socket_and_over_http(way: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)

            async def asked(type_: str, **fields: Any) -> dict[str, Any]:
                return await (line.ask(type_, **fields) if way == "socket" else ala.do(table, type_, **fields))

            for type_, fields, answer in (
                ("beat", {}, "accepted"),
                ("add_entropy", {"entropy": "x"}, "accepted"),
                ("say", {"text": "hello"}, "accepted"),
                ("react", {"reaction": "wow"}, "accepted"),
                ("renew", {}, "refused"),
                ("rematch", {}, "refused"),
                ("start", {}, "accepted"),
                ("go_on", {"match": 1, "seq": 0}, "accepted"),
                ("move", {"match": 1, "number": 0, "seen": 0, "moves": {"type": "x"}}, "refused"),
                ("set_chair", {"chair": 1, "level": None}, "refused"),
                ("hand_over", {}, "accepted"),
                ("take_back", {}, "accepted"),
                ("leave", {}, "accepted"),
                ("sit", {}, "accepted"),
            ):
                found = await asked(type_, **fields)
                assert found["type"] == answer, (type_, found)
