"""Each command does what the table in the docs says, over a socket and over HTTP, and is answered."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from stolik.server.protocol import messages
from support.servers import running
from support.table_guests import seated

DOCS = (Path(__file__).parent.parent.parent.parent / "docs/hosts/server.md").read_text("utf-8")
COMMANDS: dict[str, type] = {command.__struct_config__.tag: command for command in get_args(messages.AnyCommand)}
DOCUMENTED = {
    found[1]: found[2]
    for row in re.findall(r"^\| (`[a-z_]+(?: \{.*?\})?`(?:, `[a-z_]+`)*) \|", DOCS, re.MULTILINE)
    for found in re.finditer(r"`([a-z_]+)(?: \{(.*?)\})?`", row)
    if found[1] in COMMANDS and (found[2] or found[1] not in ("accepted", "refused"))
}
SENT: dict[str, dict[str, Any]] = {
    "move": {"match": 1, "number": 0, "seen": 0, "moves": {"type": "take"}},
    "go_on": {"match": 1, "seq": 1},
    "add_entropy": {"entropy": "words"},
    "set_chair": {"chair": 1},
    "set_pace": {"pace": "fast"},
    "say": {"text": "hello"},
    "react": {"reaction": "hello"},
}


def test_the_docs_list_every_command_with_its_fields() -> None:
    assert set(DOCUMENTED) == set(COMMANDS)
    for name, fields in DOCUMENTED.items():
        known = msgspec.structs.fields(COMMANDS[name])
        expected = [f"{field.name}{'' if field.required else '?'}" for field in known if field.name != "id"]
        written = [field.strip() for field in (fields or "").split(",") if field.strip()]
        allowed = [field.replace("level?", "level") for field in expected]  # null is a meaning of its own there
        assert written == allowed, name


def test_the_docs_list_every_reaction_and_how_much_may_be_said() -> None:
    row = re.search(r"^\| `react \{reaction\}` \| open even in silence, except [^|:]+: (.*) \|$", DOCS, re.MULTILINE)
    assert row is not None
    assert tuple(row[1].split(", ")) == get_args(messages.Reaction)
    assert "| `say {text}` | up to 300 characters;" in DOCS
    assert messages.decode_command(msgspec.json.encode({"type": "say", "text": "x" * 300})) == messages.Say(
        text="x" * 300
    )


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_is_answered_on_a_socket_and_over_http(name: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server, "no_thanks", "mpb")
        over_http = await ala.do(table, name, id=41, **SENT.get(name, {}))
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            over_socket = await line.ask(name, **SENT.get(name, {}))
        for answer in (over_http, over_socket):
            assert answer["type"] in ("accepted", "refused")
        assert (over_http["id"], over_socket["id"]) == (41, 1)


async def test_on_a_socket_a_command_without_an_id_is_answered_only_if_it_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            for text in ('{"type":"add_entropy","entropy":"a"}', '{"type":"rematch"}', '{"type":"beat"}'):
                await line.socket.send(text)
            await line.ask("add_entropy", entropy="b")
            answers = [frame for frame in line.frames if frame["type"] in ("accepted", "refused")]
            assert [(answer["type"], answer["id"]) for answer in answers] == [("refused", None), ("accepted", 1)]


async def test_entropy_is_added_to_the_seed_of_the_next_match_until_it_starts(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "no_thanks", "mpb")
        assert (await olek.do(table, "add_entropy", entropy="second thoughts"))["type"] == "accepted"
        assert (await olek.do(table, "add_entropy", entropy="third thoughts"))["type"] == "accepted"
        shown = await ala.get(f"/api/tables/{table}")
        assert [chair["entropy"] for chair in shown["chairs"]] == [False, True, False]
        assert (await ala.do(table, "start", entropy="first thoughts"))["type"] == "accepted"
        assert (await olek.do(table, "add_entropy", entropy="too late"))["code"] == "not_now"
        proof = await olek.get(f"/api/matches/{table}.1/proof")
        assert proof["entropy"] == ["first thoughts", "third thoughts"]


async def test_anybody_in_a_chair_starts_a_full_table_and_only_the_host_fills_one(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek, stranger = [await server.guest(name) for name in ("Ala", "Olek", "Ewa")]
        table = await ala.make_table("no_thanks", "mpp")
        await olek.do(table, "sit")
        assert (await olek.do(table, "start"))["code"] == "not_now"
        assert (await olek.do(table, "start", fill=True))["code"] == "not_allowed"
        assert (await ala.get(f"/api/tables/{table}"))["chairs"][2]["taken"] is False
        assert (await stranger.do(table, "start"))["code"] == "not_a_member"
        await stranger.do(table, "sit")
        assert (await olek.do(table, "start"))["type"] == "accepted"


async def test_after_a_match_the_host_begins_another_without_waiting_and_arranges_the_chairs(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "no_thanks", "mpb")
        async with ala.line(table) as one, olek.line(table) as two:
            await one.until(lambda line: line.table)
            await one.ask("start")
            assert (await one.ask("set_chair", chair=2, level="easy"))["code"] == "not_now"
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            await two.until(lambda line: line.table["status"] == "over")
            assert (await two.ask("set_chair", chair=2, level="easy"))["code"] == "not_allowed"
            assert (await two.ask("start"))["code"] == "not_allowed"
            assert (await one.ask("set_chair", chair=2, level="easy"))["type"] == "accepted"
            await two.until(lambda line: line.table["chairs"][2]["level"] == "easy")
            assert not two.table["chairs"][1]["ready"]
            assert (await one.ask("start"))["type"] == "accepted"  # Olek is here, and has not said `rematch`
            await two.until(lambda line: line.table["match"] == 2)


async def test_a_list_of_moves_happens_all_or_not_at_all(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "yacht", "m")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.position)
            assert line.position is not None
            before = dict(line.position)
            for bad in ({"type": "fly"}, {"type": "stop", "now": 1}):
                assert (await line.move([{"type": "mark"}, bad]))["type"] == "refused"
            answer = await ala.get(f"/api/tables/{table}/feed", subscriber="other", wait=0)
            after = answer[0]["match"]
            assert {name: after[name] for name in ("seq", "public", "number")} == {
                name: before[name] for name in ("seq", "public", "number")
            }
