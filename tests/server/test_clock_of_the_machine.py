"""A server process whose machine has its clock set an hour back or forward, while it runs and while it does not.

libfaketime stands between the process and its wall clock; the monotonic clock stays the machine's. Beside it,
`tables/test_clock_steps.py` sets a clock that is handed to the server, and needs nothing installed.
"""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
import pytest

from support.processes import Node, node
from support.servers import GENEROUS, Guest, Line

LIBRARIES = [
    Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
    Path("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
    Path("/usr/lib/faketime/libfaketime.so.1"),
    Path("/usr/lib64/faketime/libfaketime.so.1"),
]
FAKETIME = next((path for path in LIBRARIES if path.is_file()), None)

needs_faketime = pytest.mark.skipif(FAKETIME is None, reason="libfaketime is not installed (Debian: libfaketime)")
BOTH_WAYS = pytest.mark.parametrize("step", ["-1h", "+1h"], ids=["back", "forward"])

SETTINGS: dict[str, object] = {
    "workers": 0,
    "bot_delay": [0.01, 0.03],
    "bot_floor": 0.0,
    "pause_timeout": 0.3,
    "rates": msgspec.to_builtins(GENEROUS),
}


class MachineClock:
    """The wall clock of processes that are started in its environment."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set("+0")

    def set(self, offset: str) -> None:
        fresh = self._file.with_suffix(".fresh")
        fresh.write_text(offset)
        fresh.replace(self._file)  # never seen half-written

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",  # seconds; without, every look at any clock reads the file
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # otherwise threads that wait for each other spin
        }


@needs_faketime
@BOTH_WAYS
def test_people_and_bots_play_on_when_the_clock_is_set(step: str, tmp_path: Path) -> None:
    clock = MachineClock(tmp_path)
    with node(SETTINGS | {"database": str(tmp_path / "db")}, tmp_path / "log", clock.environment) as server:
        asyncio.run(play_through_a_step(server, clock, step))
        assert server.stop() == 0
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert f"the wall clock was set by {step[0]}" in log


async def play_through_a_step(server: Node, clock: MachineClock, step: str) -> None:
    ala = await Guest.introduced(server.base, "Ala")
    table = await ala.make_table("no_thanks", "mbb", clock=60)
    exhibition = await ala.make_table("no_thanks", "bbb")
    async with ala.line(table) as line, ala.line(exhibition) as watching:
        await started(line)
        assert (await ala.do(exhibition, "start"))["type"] == "accepted"
        clock.set(step)
        while abs(await time_said(ala, line, table) - time.time()) < 3500.0:  # the library looks once a second
            await asyncio.sleep(0.2)
        assert not watching.over, "the clock was set too late"
        await line.play_to_the_end(Random(1))
        await watching.until(lambda line: line.over, patience=30)
        await asyncio.sleep(1.5)  # long enough for the sweep that notices it
    await ala.http.aclose()


async def started(line: Line) -> None:
    await line.until(lambda line: line.table)
    assert (await line.ask("start"))["type"] == "accepted"
    await line.until(lambda line: line.position)


async def time_said(guest: Guest, line: Line, table: str) -> float:
    """What time the server thinks it is: by the wall clock, as everything that is kept."""
    heard = len(line.frames)
    assert (await guest.do(table, "say", text="what time is it?"))["type"] == "accepted"
    await line.until(lambda line: any(frame["type"] == "said" for frame in line.frames[heard:]))
    at: int = next(frame["at"] for frame in line.frames[heard:] if frame["type"] == "said")
    return at / 1000


@needs_faketime
@BOTH_WAYS
def test_bots_play_on_after_a_restart_at_another_time(step: str, tmp_path: Path) -> None:
    clock = MachineClock(tmp_path)
    settings = SETTINGS | {"database": str(tmp_path / "db")}
    with node(settings | {"bot_delay": [9.0, 9.0]}, tmp_path / "log", clock.environment) as server:
        table, token = asyncio.run(begun(server))
        server.kill()
    clock.set(step)
    with node(settings, tmp_path / "log", clock.environment) as server:
        asyncio.run(played_meanwhile(server, table, token))
    assert "Traceback" not in (tmp_path / "log").read_text()


async def begun(server: Node) -> tuple[str, str]:
    ala = await Guest.introduced(server.base, "Ala")
    table = await ala.make_table("no_thanks", "bbb")
    assert (await ala.do(table, "start"))["type"] == "accepted"
    await ala.http.aclose()
    return table, ala.headers["authorization"].split()[1]


async def played_meanwhile(server: Node, table: str, token: str) -> None:
    """Nobody looks at the table, so that nobody wakes it: its status is asked of the list of tables."""
    ala = Guest(server.base, "Ala", token)
    async with asyncio.timeout(30):
        while [found["status"] for found in await ala.get("/api/me/tables") if found["id"] == table] != ["over"]:
            await asyncio.sleep(0.1)
    await ala.http.aclose()
