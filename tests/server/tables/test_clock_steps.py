"""The wall clock is set an hour back or forward: what is due stays due when it was, and nothing comes early."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.server import guests
from stolik.server.errors import RequestRefused
from support.databases import fresh_database
from support.servers import Guest, Line, RunningServer, running
from support.wall_clock import HOUR, WallClock

BOTH_WAYS = pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["back", "forward"])


async def started(line: Line) -> None:
    await line.until(lambda line: line.table)
    assert (await line.ask("start"))["type"] == "accepted"
    await line.until(lambda line: line.position)


async def with_clock(server: RunningServer, table: str, seconds: int) -> None:
    """Shorter than can be chosen."""
    live = await server.app.tables.get(table)
    live._set_state(msgspec.structs.replace(live.state, clock=seconds))


def on(guest: Guest, server: RunningServer) -> Guest:
    found = Guest(server.base, guest.name, guest.headers["authorization"].split()[1])
    server._guests.append(found)
    return found


@BOTH_WAYS
async def test_bots_move_on_after_a_step(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(0.02, 0.05)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await started(line)
            wall.step(step)
            await line.until(lambda line: line.over)


@BOTH_WAYS
async def test_bots_keep_their_pauses_through_a_step(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(0.6, 0.6)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await started(line)
            now = line.position
            assert now is not None
            wall.step(step)
            await server.app.tables.sweep()
            live = await server.app.tables.get(table)
            live.scheduler.reschedule()
            with pytest.raises(TimeoutError):  # not earlier
                await line.until(has_gone_on(now["seq"]), patience=0.3)
            await line.until(has_gone_on(now["seq"]), patience=2.0)  # nor later


@BOTH_WAYS
async def test_a_clock_runs_out_when_it_would_have(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(9.0, 9.0)) as server:
        ala = await server.guest()
        table = await ala.make_table("stakes", "mr", clock=5)
        await with_clock(server, table, 1)
        async with ala.line(table) as line:
            await started(line)
            wall.step(step)
            live = await server.app.tables.get(table)
            live.scheduler.reschedule()
            with pytest.raises(TimeoutError):
                await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "late", patience=0.5)
            await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "late", patience=3.0)
            assert (await line.ask("take_back"))["type"] == "accepted"
            wall.step(step)  # and once more, for somebody who has just come back
            live.scheduler.reschedule()
            with pytest.raises(TimeoutError):
                await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "late", patience=0.5)
            await line.until(lambda line: line.table["chairs"][0]["stand_in"] == "late", patience=3.0)


@BOTH_WAYS
async def test_a_countdown_shows_the_same_before_and_after_a_step(step: float, tmp_path: Path) -> None:
    """Browsers count by the time that the snapshot gave."""
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(9.0, 9.0)) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("stakes", "mpr", clock=60)
        await olek.do(table, "sit")
        async with ala.line(table) as line, olek.line(table) as other:
            await other.until(lambda line: line.table)
            await started(line)
            wall.step(step)
            assert (await line.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await line.until(lambda line: line.position and "0" not in line.position["clocks"])
            assert line.position is not None
            snapshot = next(frame for frame in reversed(line.frames) if frame["type"] == "snapshot")
            left = line.position["clocks"]["1"] - snapshot["now"]
            assert 55_000 <= left <= 60_000
        async with ala.line(table) as line:  # and whoever comes later counts from another time to the same moment
            await line.until(lambda line: line.position)
            assert line.position is not None
            assert 50_000 <= line.position["clocks"]["1"] - line.frames[0]["now"] <= 60_000


@BOTH_WAYS
async def test_a_reveal_stays_as_long_as_it_would_have(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, pause_timeout=0.8) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("stakes", "mp")
        await olek.do(table, "sit")
        async with ala.line(table) as line, olek.line(table) as other:
            await started(line)
            for player in (line, other):
                await player.until(lambda line: line.position)
                assert (await player.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await line.until(lambda line: line.position and line.position["pause"])
            wall.step(step)
            (await server.app.tables.get(table)).scheduler.reschedule()
            over = line.until(lambda line: line.position and line.position["pause"] is None, patience=0.3)
            with pytest.raises(TimeoutError):
                await over
            await line.until(lambda line: line.position and line.position["pause"] is None, patience=3.0)


@BOTH_WAYS
async def test_somebody_is_away_for_as_long_as_they_are(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, away_timeout=0.8, bot_delay=(9.0, 9.0)) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("stakes", "mp")
        await olek.do(table, "sit")
        async with ala.line(table) as line:
            async with olek.line(table) as other:
                await other.until(lambda line: line.table)
                await started(line)
            await line.until(lambda line: not line.table["chairs"][1]["present"])
            wall.step(step)
            (await server.app.tables.get(table)).scheduler.reschedule()
            with pytest.raises(TimeoutError):
                await line.until(lambda line: line.table["chairs"][1]["stand_in"] == "away", patience=0.3)
            await line.until(lambda line: line.table["chairs"][1]["stand_in"] == "away", patience=3.0)


@BOTH_WAYS
async def test_nobody_is_dropped_for_a_step_and_whoever_is_silent_still_is(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, heartbeat=0.1, subscriber_timeout=1.0) as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpp")
        async with ala.line(table) as line, olek.line(table) as silent:
            await silent.until(lambda line: line.table)
            wall.step(step)
            for _ in range(5):
                await line.ask("beat")
                await asyncio.sleep(0.1)
            assert silent.closed is None
            closed = asyncio.create_task(silent.until(lambda _: False))
            while not closed.done():
                await line.ask("beat")
                await asyncio.sleep(0.1)
            with pytest.raises(ConnectionError, match="1013"):
                await closed
            assert line.closed is None


@BOTH_WAYS
async def test_a_long_poll_is_forgotten_no_sooner_and_no_later(step: float, tmp_path: Path) -> None:
    wall, ticks = WallClock(), [0.0]
    async with running(tmp_path / "db", {"now": wall, "monotonic": lambda: ticks[0]}) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        frames = await ala.get(f"/api/tables/{table}/feed", subscriber="r", wait=1)
        assert frames[0]["type"] == "snapshot"
        live = await server.app.tables.get(table)
        wall.step(step)
        ticks[0] += 50.0
        await server.app.polling.forget_silent()
        assert live.presence.subscribers
        ticks[0] += 10.0
        await server.app.polling.forget_silent()
        assert not live.presence.subscribers


@BOTH_WAYS
async def test_an_idle_table_leaves_memory_no_sooner_and_no_later(step: float, tmp_path: Path) -> None:
    wall, ticks = WallClock(), [0.0]
    async with running(tmp_path / "db", {"now": wall, "monotonic": lambda: ticks[0]}, idle_timeout=300.0) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        await (await server.app.tables.get(table)).call(nothing)
        wall.step(step)
        ticks[0] += 290.0
        await server.app.tables.sweep()
        assert server.app.tables.if_live(table)
        ticks[0] += 20.0
        await server.app.tables.sweep()
        assert not server.app.tables.if_live(table)


async def nothing() -> None:
    pass


async def test_a_link_to_another_device_lives_no_longer_for_a_step_back(tmp_path: Path) -> None:
    wall, ticks = WallClock(), [0.0]
    async with running(tmp_path / "db", {"now": wall, "monotonic": lambda: ticks[0]}) as server:
        ala = await server.app.guests.create("Ala")
        key, _ = await server.app.guests.new_link(ala.id)
        wall.step(-HOUR)
        ticks[0] += guests.LINK_LIFETIME + 1
        assert not await claimed(server, key)
        key, _ = await server.app.guests.new_link(ala.id)
        assert await claimed(server, key)
        key, _ = await server.app.guests.new_link(ala.id)
    wall.step(-HOUR)
    async with running(tmp_path / "db", {"now": wall}) as server:  # how old it is, nobody knows any more
        assert not await claimed(server, key)


async def claimed(server: RunningServer, key: str) -> bool:
    try:
        await server.app.guests.claim(key)
    except RequestRefused:
        return False
    return True


# Across a restart


@BOTH_WAYS
async def test_bots_go_on_after_a_restart_with_another_time(step: float, tmp_path: Path) -> None:
    """Though nobody is there: whoever comes later finds the match over."""
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(9.0, 9.0)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        assert (await ala.do(table, "start"))["type"] == "accepted"
    wall.step(step)
    async with running(tmp_path / "db", {"now": wall}) as server:
        async with asyncio.timeout(20):
            while not is_over(server, table):
                await asyncio.sleep(0.05)


def is_over(server: RunningServer, table: str) -> bool:
    live = server.app.tables.if_live(table)
    return live is not None and live.state.status == "over"


@BOTH_WAYS
async def test_a_clock_is_full_after_a_restart_with_another_time(step: float, tmp_path: Path) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}, bot_delay=(9.0, 9.0)) as server:
        ala = await server.guest()
        table = await ala.make_table("stakes", "mr", clock=60)
        async with ala.line(table) as line:
            await started(line)
            await line.ask("hand_over")
            await line.ask("take_back")  # when somebody came back is kept, too
    wall.step(step)
    async with (
        running(tmp_path / "db", {"now": wall}, bot_delay=(9.0, 9.0)) as server,
        on(ala, server).line(table) as line,
    ):
        await line.until(lambda line: line.position)
        assert line.position is not None
        assert 55_000 <= line.position["clocks"]["0"] - line.frames[0]["now"] <= 60_000


# Several nodes


def has_gone_on(seq: int) -> Callable[[Line], Any]:
    return lambda line: line.position is not None and line.position["seq"] > seq


@BOTH_WAYS
async def test_a_node_with_another_time_takes_over_after_silence_and_not_before(step: float) -> None:
    wall, database = WallClock(), fresh_database()
    wall.step(step)
    patient: dict[str, Any] = {"bot_delay": (1.2, 1.2), "takeover_delay": 2.5}
    async with running(database, **patient) as one, running(database, {"now": wall}, **patient) as two:
        ala = await one.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with on(ala, two).line(table) as line:
            await line.until(lambda line: line.table)
            assert (await ala.do(table, "start"))["type"] == "accepted"
            await line.until(lambda line: line.position)
            assert line.position is not None
            first = line.position["seq"]
            for seq in range(first, first + 3):  # the node that wrote last goes on, with all its pauses
                await line.until(has_gone_on(seq))
                live = await two.app.tables.get(table)
                assert live.session is not None
                assert live.session.writer == one.app.store.node
            (await one.app.tables.get(table)).scheduler.stop()  # it falls silent
            live = await two.app.tables.get(table)
            await line.until(lambda line: live.session and live.session.writer == two.app.store.node)


@BOTH_WAYS
async def test_a_node_with_another_time_wakes_what_nobody_looks_after(step: float) -> None:
    """A table of bots alone, and the only node on the database comes back with its clock set."""
    wall, database = WallClock(), fresh_database()
    async with running(database, {"now": wall}, bot_delay=(9.0, 9.0)) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        assert (await ala.do(table, "start"))["type"] == "accepted"
    wall.step(step)
    async with running(database, {"now": wall}, takeover_delay=0.3) as server:
        async with asyncio.timeout(30):
            while not is_over(server, table):
                await asyncio.sleep(0.05)


@BOTH_WAYS
async def test_who_is_here_on_another_node_is_believed_for_as_long_as_it_was_said(step: float, tmp_path: Path) -> None:
    wall, ticks = WallClock(), [0.0]
    async with running(tmp_path / "db", {"now": wall, "monotonic": lambda: ticks[0]}) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        live = await server.app.tables.get(table)
        server.app._cluster.receive("presence", f"other {table}:0:2")
        assert (live.presence.seats, live.presence.watching) == (frozenset({0}), 2)
        wall.step(step)
        ticks[0] += 20.0
        await server.app.tables.sweep()
        assert live.presence.watching == 2
        ticks[0] += 10.0
        await server.app.tables.sweep()
        assert live.presence.watching == 0


async def test_a_step_of_the_clock_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wall = WallClock()
    async with running(tmp_path / "db", {"now": wall}) as server:
        await server.app.tables.sweep()
        assert "clock" not in caplog.text
        wall.step(-HOUR)
        await server.app.tables.sweep()
        await server.app.tables.sweep()
    assert [message for message in caplog.messages if "clock" in message] == [
        "the wall clock was set by -3600 seconds; what is due is not affected"
    ]
