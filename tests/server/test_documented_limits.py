"""Numbers that docs/hosts/server.md names: a page of a replay, jobs, the longest match, the largest record."""

import re
from pathlib import Path

import pytest

from stolik import catalog
from stolik.server.api.matches import MAX_RECORD_SIZE
from stolik.server.jobs.job_queue import JobLimits
from stolik.server.jobs.match_jobs import BLOCK
from stolik.server.tables.feed import ENTRIES_TOLD
from stolik.server.tables.match_archive import CACHE_BYTES, PAGE_BYTES
from support.goldens import folder, recorded
from support.servers import running
from support.variants import variants

MANUAL = re.sub(r"\s+", " ", (Path(__file__).parents[2] / "docs" / "hosts" / "server.md").read_text("utf-8"))


def longest(key: str) -> int:
    game = catalog.find(key)
    return max(game.max_length(options) for options in variants(game))


def test_the_longest_match_of_all_is_the_one_that_is_named() -> None:
    lengths = {key: longest(key) for key in catalog.keys()}
    assert max(lengths, key=lengths.__getitem__) == "gra"
    assert f"a match of GRA with six: {lengths['gra']:,} entries" in MANUAL


def test_jobs_are_limited_as_the_manual_says() -> None:
    limits = JobLimits()
    assert (limits.waiting_each, limits.waiting) == (8, 64)
    assert "Eight jobs of an address may wait, 64 of all together" in MANUAL
    assert f"A job that runs for longer than {limits.seconds:g} seconds is ended" in MANUAL
    assert limits.idle == 60
    assert "ends after a minute without one" in MANUAL
    assert f"kept ready, up to {CACHE_BYTES // 1_000_000} MB" in MANUAL


def test_pages_and_snapshots_are_as_large_as_the_manual_says() -> None:
    assert BLOCK == 100
    assert 240_000 <= PAGE_BYTES <= 260_000
    assert "`moments`, a hundred or some 250 kB of them at most" in MANUAL
    assert f"the events of the last {ENTRIES_TOLD} log entries" in MANUAL


async def test_a_record_that_is_too_large_is_refused(tmp_path: Path) -> None:
    assert MAX_RECORD_SIZE == 2_000_000
    assert "takes any record, of 2 MB at most" in MANUAL
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        answer = await ala.http.post("/api/verify", content=b" " * (MAX_RECORD_SIZE + 1))
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("key", catalog.keys())
def test_no_record_of_ours_is_too_large_to_be_verified_by_anybody(key: str) -> None:
    records = [path.read_bytes() for path in recorded(folder(catalog.find(key)))]
    entry = max(len(line) for record in records for line in record.partition(b'"log":')[2].split(b"\n"))
    link = len('"",\n') + 64
    assert longest(key) * (entry + link) < MAX_RECORD_SIZE
