"""Whatever comes in gets the right refusal, and changes nothing."""

import contextlib
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stolik.core.errors import MoveErrorCode
from stolik.server.errors import ErrorCode
from support.servers import Line, running

WELL = {"type": "move", "match": 1, "number": 0, "seen": 2, "moves": {"type": "take"}}
MALFORMED: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{",
    '"move"',
    "\x00\x01",
    b"\xff\xfe",
    b"\x80" * 100,
    "9" * 5000,
    '{"type":"move"}',
    '{"type":"fly"}',
    '{"type":"move","match":"1","number":0,"seen":0,"moves":{}}',
    '{"type":"move","match":1,"number":-1,"seen":0,"moves":{}}',
    '{"type":"move","match":1,"number":1.5,"seen":0,"moves":{}}',
    '{"type":"move","match":1,"number":9007199254740993,"seen":0,"moves":{}}',
    '{"type":"move","match":0,"number":0,"seen":0,"moves":{}}',
    '{"type":"move","match":1,"number":0,"seen":0,"moves":[]}',
    '{"type":"move","match":1,"number":0,"seen":0,"moves":"take"}',
    '{"type":"move","match":1,"number":0,"seen":0,"moves":{"type":"take"},"cheat":true}',
    '{"type":"move","match":1,"number":0,"seen":0,"moves":[' + ",".join(['{"type":"take"}'] * 65) + "]}",
    '{"type":"say","text":""}',
    '{"type":"sit","chair":-1}',
    '{"type":"sit","chair":99}',
    '{"type":"add_entropy","entropy":""}',
    '{"type":"react","reaction":7}',
    '{"type":"say","id":-5,"text":"x"}',
    "[" * 4000 + "]" * 4000,
    '{"type":"say","text":"\\ud800"}',
]


def has_more_than(frames: int, line: Line) -> bool:
    return len(line.frames) > frames


async def at_turn(line: Line) -> None:
    await line.until(lambda line: line.table)
    await line.ask("start")
    await line.until(lambda line: line.position and 0 in line.position["awaited"])


@pytest.mark.parametrize("kind", ["socket", "http"])
async def test_malformed_commands(kind: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await at_turn(line)
            before = line.position
            for number, bad in enumerate(MALFORMED):
                if kind == "socket":
                    seen = len(line.frames)
                    await line.socket.send(bad)
                    await line.until(partial(has_more_than, seen))
                    answer = line.frames[-1]
                else:
                    content = bad.encode() if isinstance(bad, str) else bad
                    headers = {"content-type": "application/json"}
                    page = await ala.http.post(f"/api/tables/{table}/do", content=content, headers=headers)
                    assert page.status_code == 400, (number, page.text)
                    answer = page.json()
                assert (answer["type"], answer["code"]) == ("refused", "malformed"), (number, answer)
                assert answer["text"]
            assert line.position == before
            assert (await line.move({"type": "take"}))["type"] == "accepted"


async def test_a_body_that_is_not_utf_8_is_malformed(tmp_path: Path) -> None:
    bodies = {"/api/guests": b'{"name":"%b"}', "/api/verify": b'{"x":"%b"}', "/api/tables/x/do": b'{"type":"%b"}'}
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        for path, body in bodies.items():
            for wrong in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"Za\xbf\xf3\xb3\xe6"):
                for headers in ({"content-type": "application/json"}, {}):
                    answer = await ala.http.post(path, content=body % wrong, headers=headers)
                    assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (path, wrong)
                    assert "UTF-8" in answer.json()["text"]


async def test_a_body_is_json_or_says_nothing_of_itself(tmp_path: Path) -> None:
    kinds = {
        None: 201,
        "application/json": 201,
        "application/json; charset=utf-8": 201,
        'Application/JSON;charset="UTF-8"': 201,
        "application/merge-patch+json": 201,
        "text/plain": 415,
        "text/plain;charset=UTF-8": 415,
        "application/x-www-form-urlencoded": 415,
        "multipart/form-data; boundary=x": 415,
        "application/jsonp": 415,
        "application/json; charset=iso-8859-2": 415,
        "text/json, application/json": 415,
        "application/octet-stream": 415,
        "": 415,
        "nonsense": 415,
    }
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        for kind, status in kinds.items():
            headers = {} if kind is None else {"content-type": kind}
            answer = await ala.http.post("/api/guests", content=b'{"name":"Ala","program":"x"}', headers=headers)
            assert answer.status_code == status, kind
            if status == 415:
                assert (answer.json()["type"], answer.json()["code"]) == ("refused", "malformed")
                assert "application/json" in answer.json()["text"]
            assert (await ala.http.post("/api/me/link", headers=headers)).status_code == 201  # no body, no kind of it


async def test_the_answer_to_something_unreadable_finds_home(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.socket.send('{"type":"fly","id":77}')
            await line.until(lambda line: line.frames[-1]["type"] == "refused")
            assert line.frames[-1]["id"] == 77


async def test_huge_messages(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            for size in (20_000, 60_000):
                seen = len(line.frames)
                await line.socket.send("x" * size)
                await line.until(partial(has_more_than, seen))
                assert line.frames[-1]["code"] == "too_large"
            assert (await line.ask("beat"))["type"] == "accepted"
            before = line.table
            with contextlib.suppress(ConnectionClosed):  # it may be gone before all is sent
                await line.socket.send("x" * 3_000_000)
            with pytest.raises(ConnectionError, match="1009"):  # not even read
                await line.until(lambda line: False)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            assert line.table == before
        page = await ala.http.post(f"/api/tables/{table}/do", content=b"x" * 1_000_000)
        assert (page.status_code, page.json()["code"]) == (413, "too_large")


async def test_moves_that_are_not_ones_own_to_make(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(3)]
        table = await guests[0].make_table("no_thanks", "mpp")
        for seat, guest in enumerate(guests):
            await guest.do(table, "sit", chair=seat)
        assert (await guests[0].do(table, **as_command(WELL)))["code"] == "not_now"
        await guests[0].do(table, "start")
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position)
            before = line.position
            assert before is not None
            (mover,) = before["awaited"]
            others = [seat for seat in range(3) if seat != mover]
            for seat in others:
                refused = await guests[seat].do(table, **as_command(WELL))
                assert refused["code"] == "not_your_turn"
            refused = await guests[mover].do(table, **as_command(WELL | {"moves": {"type": "fly"}}))
            assert refused["code"] == "malformed"
            assert refused["legal"] == [{"type": "take"}, {"type": "decline"}]
            stranger = await server.guest("Stranger")
            assert (await stranger.do(table, **as_command(WELL)))["code"] == "not_a_member"
            assert (await stranger.do("nowhere", **as_command(WELL)))["code"] == "unknown_table"
            for odd in ("%00", "ü", "a" * 39, "..%2F..", "' OR 1=1"):
                page = await stranger.http.get(f"/api/tables/{odd}")
                assert (page.status_code, page.json()["code"]) == (404, "unknown_table") or page.status_code == 404
            assert line.position == before


def as_command(body: dict[str, Any]) -> dict[str, Any]:
    return {"type_": body["type"], **{name: value for name, value in body.items() if name != "type"}}


async def test_a_finished_match_takes_no_moves(tmp_path: Path) -> None:
    from random import Random

    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await at_turn(line)
            await line.play_to_the_end(Random(1))
            answer = await line.move({"type": "take"})
            assert (answer["type"], answer["code"]) == ("refused", "finished")


async def test_a_socket_to_nowhere_says_so_and_closes(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        url = f"{server.base.replace('http', 'ws')}/api/tables/nowhere/socket"
        async with connect(url) as socket:
            answer = msgspec.json.decode(await socket.recv())
            assert (answer["type"], answer["code"]) == ("refused", "unknown_table")
            await socket.wait_closed()
            assert socket.close_code == 4404


async def test_nobody_can_watch_and_nobody_can_act_without_a_name(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        url = f"{server.base.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(url) as socket:
            assert '"you":{"seat":null,"host":false,"left_chair":null,"same_network":[]}' in str(await socket.recv())
            await socket.send('{"type":"sit","id":1}')
            answer = msgspec.json.decode(await socket.recv())
            assert (answer["type"], answer["code"]) == ("refused", "unknown_guest")


async def test_paths_and_methods_that_do_not_exist(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        for method, path, status in (
            ("GET", "/api/nothing", 404),
            ("DELETE", "/api/tables", 405),
            ("GET", "/api/matches/x/record", 404),
            ("GET", "/api/matches/x/replay?seat=-1", 400),
            ("GET", "/api/tables?status=odd", 400),
        ):
            page = await ala.http.request(method, path)
            assert page.status_code == status, path
            assert page.json()["type"] == "refused"
            assert page.json()["code"] in set(ErrorCode)


def test_every_code_of_a_game_is_one_of_the_wire() -> None:
    assert {code.value for code in MoveErrorCode} < {code.value for code in ErrorCode}
