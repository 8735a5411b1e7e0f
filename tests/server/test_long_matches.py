"""Long matches, and those who ask about them: nobody else waits for that, and no answer is without bound."""

import asyncio
import os
import pickle
import signal
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec
import pytest

import stolik.core.match
import stolik.core.record
import stolik.server.jobs.match_jobs
from stolik import Record, verify
from stolik.core.match import Match
from stolik.server.admission.rate_limits import Rate
from stolik.server.bots import move_request
from stolik.server.jobs import match_jobs
from stolik.server.tables import feed, match_session
from support.long_match import chip_table, finished_match, forbid, prolong, unload
from support.servers import GENEROUS, running

ENTRIES = 430

# Not in the process of the event loop


async def test_nothing_about_a_whole_match_is_done_where_others_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replaying, verifying, linking and reading records: all of it in another process."""
    async with running(tmp_path / "db", workers=1, warm=False) as server:
        ala, table = await finished_match(server)
        await unload(server, table)
        forbid(
            monkeypatch,
            (Match, "replay"),
            (Match, "enter"),
            (stolik.server.jobs.match_jobs, "links"),
            (stolik.server.jobs.match_jobs, "verify_record"),
            (Record, "from_json"),
            (Record, "to_json"),
        )
        match = f"/api/matches/{table}.1"
        page = await ala.get(f"{match}/replay")
        assert (page["finished"], page["first"]) == (True, 0)
        data = (await ala.http.get(f"{match}/record")).content
        assert (await ala.get(f"{match}/proof"))["seq"] == page["last"]
        assert (await ala.get(f"{match}/verify"))["ok"]
        assert (await ala.http.post("/api/verify", content=data)).json()["ok"]
        monkeypatch.undo()
        assert verify(Record.from_json(data)).ok


async def test_while_such_work_hangs_everybody_plays_on(tmp_path: Path) -> None:
    async with running(tmp_path / "db", workers=1, warm=False) as server:
        ala, table = await finished_match(server)
        await ala.get(f"/api/matches/{table}.1/verify")
        pid = server.app.jobs._processes[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        try:
            data = (await ala.http.get(f"/api/matches/{table}.1/proof")).content
            assert data
            asked = asyncio.create_task(ala.http.post("/api/verify", content=b"{}"))
            await asyncio.sleep(0.1)
            _, other = await finished_match(server, "mbb")  # bots think too
            assert (await ala.get(f"/api/matches/{other}.1/proof"))["finished"]
            assert not asked.done()
        finally:
            os.kill(pid, signal.SIGCONT)
        assert (await asked).status_code == 400


async def test_a_small_server_has_no_process_for_it_until_somebody_asks(tmp_path: Path) -> None:
    async with running(tmp_path / "db", workers=1, warm=False) as server:
        ala, table = await finished_match(server)
        process = server.app.jobs._processes[0]
        assert (await ala.get(f"/api/matches/{table}.1/proof"))["finished"], "the head of a live match is at hand"
        assert process.pid is None
        await ala.get(f"/api/matches/{table}.1/replay")
        assert process.pid is not None


async def test_a_running_match_keeps_the_head_of_its_chain_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 0
    link = stolik.core.record.link

    def counted(*arguments: Any) -> str:
        nonlocal made
        made += 1
        return link(*arguments)

    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, ENTRIES)
        await guests[0].get(f"/api/tables/{table}")  # it is in memory again
        monkeypatch.setattr(stolik.core.match, "link", counted)
        forbid(monkeypatch, (server.app.jobs, "run"))
        first = await guests[0].get(f"/api/matches/{table}.1/proof")
        assert (first["seq"], made) == (length, length)
        for _ in range(3):
            assert await guests[1].get(f"/api/matches/{table}.1/proof") == first
        assert made == length, "asked again, nothing is computed again"
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position and line.position["legal"])
            await line.move(line.position["legal"][0])  # type: ignore[index]
        after = await guests[0].get(f"/api/matches/{table}.1/proof")
        assert after["seq"] == made > length, "one link for each new entry"


# Kept


async def test_what_was_made_of_a_finished_match_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await finished_match(server)
        await unload(server, table)
        asked = [
            (f"/api/matches/{table}.1/{what}", params)
            for what, params in (
                ("replay", {}),
                ("replay", {"seat": 1}),
                ("record", {}),
                ("proof", {}),
                ("verify", {}),
            )
        ]
        first = [(await ala.http.get(path, params=params)).content for path, params in asked]
        forbid(monkeypatch, (server.app.jobs, "run"), (server.app.store, "whole_log"))
        again = [(await ala.http.get(path, params=params)).content for path, params in asked]
        assert again == first
        for noted in ({"head": "0" * 64}, {"commitment": "0" * 64}, {"entropy": "mine"}):
            assert not (await ala.get(f"/api/matches/{table}.1/verify", **noted))["ok"]
        assert (await ala.get(f"/api/matches/{table}.1/verify", entropy="Ala's words"))["ok"]


async def test_whoever_asks_at_the_same_time_waits_for_the_same_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0
    async with running(tmp_path / "db") as server:
        ala, table = await finished_match(server)
        run = server.app.jobs.run

        async def counted(*arguments: Any) -> Any:
            nonlocal runs
            runs += 1
            await asyncio.sleep(0.05)
            return await run(*arguments)

        monkeypatch.setattr(server.app.jobs, "run", counted)
        pages = await asyncio.gather(*(ala.http.get(f"/api/matches/{table}.1/replay") for _ in range(8)))
        assert len({page.content for page in pages}) == 1
        assert runs == 1


async def test_what_is_kept_ready_is_not_limited_and_what_must_be_made_is(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await finished_match(server)
        _, other = await finished_match(server)
        server.app.limits.rates = msgspec.structs.replace(GENEROUS, verifications=Rate(1, 0.0001))
        codes = [(await ala.http.get(f"/api/matches/{table}.1/replay")).status_code for _ in range(6)]
        assert codes == [200] * 6
        refused = await ala.http.get(f"/api/matches/{other}.1/replay")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")


# What stays in the process of the event loop, in small parts


class Turns:
    """How often others had their turn meanwhile."""

    def __init__(self) -> None:
        self.number = 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._count())
        await asyncio.sleep(0)
        self.number = 0
        return self

    async def _count(self) -> None:
        while True:
            self.number += 1
            await asyncio.sleep(0)

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def test_a_long_match_comes_into_memory_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_row: list[int] = []
    enter = Match.enter

    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, ENTRIES)
        async with Turns() as turns:

            def counted(match: Match, entry: Any) -> None:
                in_a_row.append(turns.number)
                enter(match, entry)

            monkeypatch.setattr(Match, "enter", counted)
            live = await server.app.tables.get(table)
        assert live.session is not None
        assert live.session.match.seq == length == len(in_a_row)
        most = max(in_a_row.count(turn) for turn in set(in_a_row))
        assert most <= 2 * match_session.REPLAYED_AT_ONCE, "no more than a few rows without a turn of the others"
        assert (await guests[0].get(f"/api/tables/{table}"))["status"] == "playing"


async def test_bots_catch_up_with_a_long_match_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, _ = await chip_table(server)
        await prolong(server, table, ENTRIES)
        live = await server.app.tables.get(table)
        assert live.session is not None
        match = live.session.match
        async with Turns() as turns:
            await move_request.recalled(match)
            assert turns.number >= ENTRIES // move_request.RECALLED_AT_ONCE
        monkeypatch.setattr(match.game, "remember", None)  # it would be called for entries that were not looked at
        assert match.imagine(0, [1, 2, 3, 4]).logged >= 0


async def test_a_snapshot_of_a_long_match_has_a_bound_and_says_where_it_begins(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, 900)
        async with guests[0].line(table) as line, guests[0].line(table, match=1, seq=5) as resumed:
            for each in (line, resumed):
                await each.until(lambda each: each.position)
                assert each.position is not None
                assert each.position["from"] == length - feed.ENTRIES_TOLD
                assert 0 < len(each.position["events"]) < 2 * feed.ENTRIES_TOLD
            page = await guests[0].get(f"/api/matches/{table}.1/replay", **{"from": length})
            assert page["moments"][0]["events"][-1] == line.position["events"][-1]  # type: ignore[index]
        async with guests[0].line(table, match=1, seq=length - 3) as late:
            await late.until(lambda late: late.position)
            assert late.position is not None
            assert late.position["from"] == length - 3, "who has missed less gets what was missed"


async def test_a_long_match_is_brought_to_its_end_by_its_rules(tmp_path: Path) -> None:
    """However people play for time, over real sockets: the last move is made and the result is there."""
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table)
        game = server.app.find_game("gang")
        assert length <= game.max_length(game.options({"players": 3}))
        async with guests[0].line(table) as one, guests[1].line(table) as two, guests[2].line(table) as three:
            lines = (one, two, three)
            for line in lines:
                await line.until(lambda line: line.position)
            await asyncio.gather(*(line.play_to_the_end(Random(seat)) for seat, line in enumerate(lines)))
        verdict = await guests[0].get(f"/api/matches/{table}.1/verify")
        assert verdict["ok"], verdict


def test_the_jobs_can_cross_to_another_process() -> None:
    for work in (match_jobs.moments, match_jobs.head, match_jobs.record, match_jobs.check, match_jobs.check_given):
        assert pickle.loads(pickle.dumps(work)) is work
