"""Jobs: in processes of their own, each address in turn, never too many, ended when they take too long."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.jobs.byte_cache import ByteCache
from stolik.server.jobs.job_queue import JobLimits, JobQueue
from stolik.store.protocol import StoreFailed


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def broken() -> None:
    raise ValueError("a secret text")


def own_pid() -> int:
    return os.getpid()


def given(*arguments: Any) -> Callable[[], Awaitable[tuple[Any, ...]]]:
    async def load() -> tuple[Any, ...]:
        return arguments

    return load


class Gate:
    """Work that waits until it is let go; which job ran when is noted down."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.order: list[str] = []

    def job(self, name: str) -> Callable[[], Awaitable[tuple[Any, ...]]]:
        async def load() -> tuple[Any, ...]:
            await self.open.wait()
            self.order.append(name)
            return (0.0,)

        return load


async def refusal(waiting: Awaitable[Any]) -> ErrorCode:
    with pytest.raises(RequestRefused) as caught:
        await waiting
    return caught.value.code


async def test_a_job_runs_in_another_process_which_starts_with_the_first_and_ends_when_idle() -> None:
    jobs = JobQueue(1, JobLimits(idle=0.2))
    try:
        process = jobs._processes[0]
        assert process.pid is None, "a server that is asked nothing stays small"
        pid = await jobs.run("a", own_pid, given())
        assert pid == process.pid != os.getpid()
        assert await jobs.run("a", own_pid, given()) == pid
        async with asyncio.timeout(20):
            while process.pid is not None:
                await asyncio.sleep(0.02)
        assert await jobs.run("a", own_pid, given()) not in (pid, os.getpid())
    finally:
        jobs.close()


async def test_each_address_has_its_turn_whatever_another_asks_for() -> None:
    jobs, gate = JobQueue(0), Gate()
    try:
        asked = [asyncio.create_task(jobs.run("greedy", slow, gate.job(f"greedy {k}"))) for k in range(5)]
        await asyncio.sleep(0)
        asked += [asyncio.create_task(jobs.run(name, slow, gate.job(name))) for name in ("modest", "other")]
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(*asked)
        assert gate.order == ["greedy 0", "greedy 1", "modest", "other", "greedy 2", "greedy 3", "greedy 4"]
    finally:
        jobs.close()


async def test_an_address_with_many_jobs_waiting_is_too_fast() -> None:
    jobs, gate = JobQueue(0, JobLimits(waiting_each=2)), Gate()
    try:
        asked = [asyncio.create_task(jobs.run("a", slow, gate.job(str(k)))) for k in range(3)]  # one runs, two wait
        await asyncio.sleep(0)
        assert await refusal(jobs.run("a", slow, gate.job("too many"))) == ErrorCode.TOO_FAST
        gate.open.set()
        await asyncio.gather(*asked)
        assert gate.order == ["0", "1", "2"]
    finally:
        jobs.close()


async def test_a_full_queue_makes_room_for_who_asks_for_less_and_refuses_who_does_not() -> None:
    jobs, gate = JobQueue(0, JobLimits(waiting=4, waiting_each=4)), Gate()
    try:
        running = asyncio.create_task(jobs.run("running", slow, gate.job("running")))
        await asyncio.sleep(0)
        greedy = [asyncio.create_task(jobs.run("greedy", slow, gate.job(f"greedy {k}"))) for k in range(4)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(jobs.run("modest", slow, gate.job(f"modest {k}"))) for k in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert jobs.waiting == 4
        assert [await refusal(task) for task in greedy[2:]] == [ErrorCode.TOO_FAST] * 2, "its newest two gave way"
        assert await refusal(jobs.run("modest", slow, gate.job("modest 2"))) == ErrorCode.UNAVAILABLE
        gate.open.set()
        await asyncio.gather(running, *greedy[:2], *modest)
    finally:
        jobs.close()


async def test_who_does_not_wait_any_more_has_nothing_done() -> None:
    jobs, gate = JobQueue(0), Gate()
    try:
        first = asyncio.create_task(jobs.run("a", slow, gate.job("first")))
        await asyncio.sleep(0)
        second = asyncio.create_task(jobs.run("a", slow, gate.job("second")))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert jobs.waiting == 0
        gate.open.set()
        await first
        assert gate.order == ["first"]
    finally:
        jobs.close()


async def test_a_job_that_takes_too_long_is_ended_and_the_next_one_runs() -> None:
    jobs = JobQueue(1, JobLimits(seconds=2.0))
    try:
        begun = time.monotonic()
        assert await refusal(jobs.run("a", slow, given(60.0))) == ErrorCode.UNAVAILABLE
        assert time.monotonic() - begun < 40
        assert await jobs.run("a", slow, given(0.0)) == 0.0
    finally:
        jobs.close()


@pytest.mark.parametrize("workers", [0, 1])
async def test_a_job_that_fails_says_nothing_of_what_it_was_about(workers: int) -> None:
    jobs = JobQueue(workers)
    try:
        with pytest.raises(RequestRefused) as caught:
            await jobs.run("a", broken, given())
        assert caught.value.code == ErrorCode.UNAVAILABLE
        assert "secret" not in caught.value.text
        assert await jobs.run("a", slow, given(0.0)) == 0.0
    finally:
        jobs.close()


async def test_what_went_wrong_while_loading_reaches_who_asked() -> None:
    async def unreadable() -> tuple[Any, ...]:
        raise StoreFailed("the disk is on fire")

    async def nonsense() -> tuple[Any, ...]:
        raise RequestRefused(ErrorCode.UNKNOWN_MATCH, "There is none.")

    jobs = JobQueue(0)
    try:
        with pytest.raises(StoreFailed):
            await jobs.run("a", slow, unreadable)
        assert await refusal(jobs.run("a", slow, nonsense)) == ErrorCode.UNKNOWN_MATCH
    finally:
        jobs.close()


async def test_a_server_that_stops_sends_everybody_away_and_ends_its_process() -> None:
    jobs = JobQueue(1)
    await jobs.run("a", slow, given(0.0))
    process = jobs._processes[0]._process
    assert process is not None
    asked = [asyncio.create_task(jobs.run(name, slow, given(30.0))) for name in ("a", "b")]
    await asyncio.sleep(0.2)
    jobs.close()
    assert [await refusal(task) for task in asked] == [ErrorCode.UNAVAILABLE] * 2
    process.join(10)
    assert not process.is_alive()
    assert await refusal(jobs.run("a", slow, given(0.0))) == ErrorCode.UNAVAILABLE


def test_a_cache_keeps_what_was_used_last_within_its_size() -> None:
    cache: ByteCache[str] = ByteCache(100)
    for name in "abcd":
        cache.put(name, name.upper(), 25)
    assert (len(cache), cache.size) == (4, 100)
    assert cache.get("a") == "A"
    cache.put("e", "E", 20)
    assert [cache.get(name) for name in "abcde"] == ["A", None, "C", "D", "E"]
    cache.put("c", "new", 10)
    assert (cache.get("c"), cache.size) == ("new", 80)
    cache.put("large", "x", 26)
    assert cache.get("large") is None, "what is larger than a quarter would push out too much"
