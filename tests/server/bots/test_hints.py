"""Suggestions for people: only where the table has them, only for who sits there, only from what the seat may know."""

import itertools
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik import Match, catalog
from stolik.bots import timed_search
from stolik.bots.bot import best_level
from stolik.core.bot_levels import Reason
from stolik.core.rng import stream
from stolik.server.bots import pool
from stolik.server.bots.move_request import MoveRequest, choose_move, move_request
from stolik.server.bots.worker import Worker
from support.servers import Guest, Line, running


async def hint(guest: Guest, table: str) -> tuple[int, Any]:
    answer = await guest.http.get(f"/api/tables/{table}/hint")
    return answer.status_code, answer.json()


async def at_turn(line: Line, seat: int = 0) -> dict[str, Any]:
    await line.until(lambda line: line.table)
    await line.ask("start")
    await line.until(lambda line: line.position and seat in line.position["awaited"])
    assert line.position is not None
    return line.position


@pytest.mark.parametrize(
    ("game", "chairs"), [("no_thanks", "mbb"), ("gra", "mb"), ("raise", "mb"), ("dycha", "mb"), ("gang", "mbb")]
)
async def test_a_hint_is_a_legal_move_for_this_moment_and_the_same_when_asked_again(
    game: str, chairs: str, tmp_path: Path
) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table(game, chairs, hints=True)
        async with ala.line(table) as line:
            now = await at_turn(line)
            status, given = await hint(ala, table)
            assert (status, given["match"]) == (200, 1)
            assert given["seq"] >= now["seq"]
            if given["seq"] == now["seq"]:  # bots may move at the same time in some games
                assert given["move"] in now["legal"]
                again = (await hint(ala, table))[1]
                assert again == given or again["seq"] > given["seq"]
            assert line.table["hints"] is True


async def test_hints_are_off_unless_the_table_has_them(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await at_turn(line)
            status, refused = await hint(ala, table)
            assert (status, refused["code"]) == (403, "not_allowed")
            assert line.table["hints"] is False


async def test_only_who_sits_there_gets_hints_and_only_in_turn(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek, watcher = await server.guest(), await server.guest("Olek"), await server.guest("Ewa")
        table = await ala.make_table("no_thanks", "mpp", hints=True)
        assert (await hint(ala, table))[1]["code"] == "not_now", "no match yet"
        await olek.do(table, "sit")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start", fill=True)
            await line.until(lambda line: line.position)
            assert (await hint(watcher, table))[1]["code"] == "not_a_member"
            await line.until(lambda line: line.position and {0, 1} & set(line.position["awaited"]))
            assert line.position is not None
            idle = olek if line.position["awaited"] == [0] else ala
            assert (await hint(idle, table))[1]["code"] == "not_now"


async def test_the_number_behind_a_move_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        game = server.app.find_game("no_thanks")
        monkeypatch.setattr(game, "reason", lambda s, seat, code: Reason("points", -7.0))
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb", hints=True)
        async with ala.line(table) as line:
            await at_turn(line)
            assert (await hint(ala, table))[1]["reason"] == {"kind": "points", "value": -7.0}


async def test_a_hint_that_fails_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("lost the thread")

    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb", hints=True)
        async with ala.line(table) as line:
            now = await at_turn(line)
            monkeypatch.setattr(pool, "choose_move", broken)
            status, refused = await hint(ala, table)
            assert (status, refused["code"]) == (503, "unavailable")
            assert line.position == now


# One moment, one hint


@pytest.mark.parametrize("key", catalog.keys())
def test_a_hint_is_the_same_under_load_and_in_every_process(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, here with a clock that runs a thousand times as fast, and in another process."""
    asked = [request_for_hint(key, number, counted=True) for number in range(3)]
    here = [choose_move(request) for request in asked]
    with monkeypatch.context() as hurried:
        hurry_the_clock(hurried)
        assert [choose_move(request) for request in asked] == here
    other = Worker()
    try:
        assert [other.ask(request) for request in asked] == here
    finally:
        other.close()


def test_hints_by_time_would_differ_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [request_for_hint("raise", number, counted=False) for number in range(12)]
    here = [choose_move(request) for request in asked]
    hurry_the_clock(monkeypatch)
    assert [choose_move(request) for request in asked] != here


def request_for_hint(key: str, number: int, *, counted: bool) -> MoveRequest:
    """Somewhere in a match, where there is a choice."""
    match = Match(key, {"players": 3}, seed=number)
    random = Random(number)
    while not match.over:
        if match.paused:
            match.go_on()
            continue
        seat = min(match.awaited)
        legal = match.legal(seat)
        if len(legal) > 1 and match.seq > 12 and random.random() < 0.2:
            break
        match.play(seat, random.choice(legal))
    words = stream("hint", "table", 1, match.seq, seat)
    return move_request(match, seat, best_level(match.game), 5.0, words, counted=counted)


def hurry_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every look at the clock took ten seconds: no search is done in time."""
    looks = itertools.count(0.0, 10.0)
    monkeypatch.setattr(timed_search, "monotonic", lambda: next(looks))


async def test_hints_ask_for_counted_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MoveRequest] = []
    original = pool.BotPool.move

    async def listening(self: pool.BotPool, request: MoveRequest) -> Any:
        asked.append(request)
        return await original(self, request)

    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb", hints=True)
        async with ala.line(table) as line:
            await at_turn(line)
            monkeypatch.setattr(pool.BotPool, "move", listening)
            await hint(ala, table)
    assert [request.counted for request in asked] == [True]


async def test_while_its_bot_is_being_compiled_there_is_no_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A weaker bot would give another."""
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb", hints=True)
        async with ala.line(table) as line:
            await at_turn(line)
            monkeypatch.setattr(server.app.bots._warmup, "_underway", True)
            status, refused = await hint(ala, table)
            assert (status, refused["code"]) == (503, "unavailable")
            monkeypatch.setattr(server.app.bots._warmup, "_underway", False)
            assert (await hint(ala, table))[0] == 200
