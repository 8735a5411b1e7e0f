"""Replays come in pages, and records in parts: no answer is without bound, and each has their own eyes."""

from pathlib import Path

import pytest

from stolik import Record, verify
from stolik.server.api import matches
from stolik.server.jobs.match_jobs import BLOCK
from stolik.server.tables import match_archive
from support.long_match import chip_table, finished_match, forbid, prolong
from support.servers import running

ENTRIES = 430


async def test_a_replay_comes_in_pages_that_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, ENTRIES)
        numbers: list[int] = []
        following: int | None = 0
        while following is not None:
            answer = await guests[0].http.get(f"/api/matches/{table}.1/replay", params={"from": following})
            page = answer.json()
            assert (page["first"], page["last"], page["seat"], page["finished"]) == (0, length, 0, False)
            assert page["header"]["game"] == "gang"
            assert 0 < len(page["moments"]) <= BLOCK
            assert len(answer.content) < match_archive.PAGE_BYTES + 10_000
            assert page["moments"][0]["seq"] == following
            numbers += [moment["seq"] for moment in page["moments"]]
            following = page["next"]
        assert numbers == list(range(length + 1)), "all moments, each once, in order"


async def test_a_page_is_bounded_by_bytes_too_but_never_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await finished_match(server)
        whole = await ala.moments(f"{table}.1")
        monkeypatch.setattr(match_archive, "PAGE_BYTES", 2_000)
        small = await ala.get(f"/api/matches/{table}.1/replay")
        assert 1 <= len(small["moments"]) < 10
        assert await ala.moments(f"{table}.1") == whole
        monkeypatch.setattr(match_archive, "PAGE_BYTES", 1)
        one = await ala.get(f"/api/matches/{table}.1/replay", **{"from": 5})
        assert [moment["seq"] for moment in one["moments"]] == [5]
        assert one["next"] == 6


async def test_a_replay_can_be_asked_for_from_any_moment(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, ENTRIES)
        whole = await guests[1].moments(f"{table}.1")
        for since in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 250, length):
            page = await guests[1].get(f"/api/matches/{table}.1/replay", **{"from": since})
            assert page["moments"] == whole[since : since + len(page["moments"])]
            assert page["moments"][0]["seq"] == since
        beyond = await guests[1].get(f"/api/matches/{table}.1/replay", **{"from": length + 1})
        assert (beyond["moments"], beyond["next"], beyond["last"]) == ([], None, length)
        for bad in ("-1", "x", "1.5", "99999999999"):
            answer = await guests[1].http.get(f"/api/matches/{table}.1/replay", params={"from": bad})
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_pages_of_a_match_that_goes_on_go_on_too(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        match = f"{table}.1"
        before = await guests[0].get(f"/api/matches/{match}/replay")
        async with guests[0].line(table) as line:
            await line.until(lambda line: line.position and line.position["legal"])
            for _ in range(3):
                assert (await line.move({"type": "take", "stars": 1, "from": None}))["type"] == "accepted"
                assert (await line.move({"type": "return"}))["type"] == "accepted"
        after = await guests[0].get(f"/api/matches/{match}/replay", **{"from": before["last"] + 1})
        assert after["last"] == before["last"] + 6
        assert [moment["seq"] for moment in after["moments"]] == list(range(before["last"] + 1, after["last"] + 1))
        own, others = await guests[0].moments(match), await guests[1].moments(match)
        assert own != others
        assert [moment["view"]["public"] for moment in own] == [moment["view"]["public"] for moment in others]


async def test_nobody_is_given_a_page_that_was_made_for_another(tmp_path: Path) -> None:
    """What is kept ready is kept for one pair of eyes."""
    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(2)]
        table = await guests[0].make_table("stakes", "mp")
        await guests[1].do(table, "sit")
        await guests[0].do(table, "start")
        watcher = await server.guest("Watcher")
        path = f"/api/matches/{table}.1/replay"
        for _ in range(2):
            pages = [await guest.get(path) for guest in (*guests, watcher)]
            assert [page["seat"] for page in pages] == [0, 1, None]
            private = [page["moments"][-1]["view"]["private"] for page in pages]
            assert private[0] != private[1]
            assert private[2] is None


async def test_asking_for_a_replay_does_not_wake_a_table(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        await prolong(server, table, 150)
        for guest in guests:
            assert (await guest.get(f"/api/matches/{table}.1/replay"))["last"] >= 150
            assert (await guest.get(f"/api/matches/{table}.1/proof"))["seq"] >= 150
        assert server.app.tables.if_live(table) is None


async def test_a_log_goes_to_its_job_as_the_store_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of rows, each an object, would hold up the event loop."""
    async with running(tmp_path / "db") as server:
        table, guests = await chip_table(server)
        length = await prolong(server, table, ENTRIES)
        forbid(monkeypatch, (server.app.store, "log"))
        assert (await guests[0].get(f"/api/matches/{table}.1/replay"))["last"] == length
        assert (await guests[0].get(f"/api/matches/{table}.1/proof"))["seq"] == length


async def test_a_record_is_sent_in_parts_and_arrives_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "STREAMED", 1000)
    async with running(tmp_path / "db") as server:
        ala, table = await finished_match(server)
        parts = 0
        async with ala.http.stream("GET", f"/api/matches/{table}.1/record") as answer:
            whole = b""
            async for part in answer.aiter_raw():
                parts += 1
                whole += part
            assert int(answer.headers["content-length"]) == len(whole)
        assert verify(Record.from_json(whole)).ok
        assert answer.headers["content-type"] == "application/json"
