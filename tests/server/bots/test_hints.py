"""Suggestions for people: only where the table has them, only for who sits there, only from what the seat may know."""

from pathlib import Path
from typing import Any

import pytest

from stolik.core.bot_levels import Reason
from stolik.server.bots import pool
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
