"""How a move goes: one thing after the other at a table, told to nobody before it is kept."""

import asyncio
from pathlib import Path
from typing import Any

import psutil
import pytest

from stolik.store.rows import Change
from support.processes import node
from support.servers import running


async def test_a_move_is_nobodys_news_and_no_state_until_it_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile the same table waits, and others go on."""
    held, let_go = asyncio.Event(), asyncio.Event()

    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(2)]
        table = await guests[0].make_table("stakes", "mp")
        await guests[1].do(table, "sit")
        await guests[0].do(table, "start")
        other = await guests[0].make_table("stakes", "mr")
        commit = server.app.store.commit

        async def slow(change: Change) -> bool:
            if change.append is not None and change.append.match == f"{table}.1":
                held.set()
                await let_go.wait()
            return await commit(change)

        async with guests[1].line(table) as line:
            await line.until(lambda line: line.position)
            frames = len(line.frames)
            before = dict(line.position or {})
            live = await server.app.tables.get(table)
            assert live.session is not None
            state = live.session.match.state
            with monkeypatch.context() as changed:
                changed.setattr(server.app.store, "commit", slow)
                move: dict[str, Any] = {"match": 1, "number": 0, "seen": before["seq"]}
                choose = {"type": "choose", "stake": 1}
                first = asyncio.create_task(guests[0].do(table, "move", **move, moves=choose))
                await held.wait()
                second = asyncio.create_task(guests[1].do(table, "move", **move, moves=choose))
                assert (await guests[0].do(other, "start"))["type"] == "accepted", "another table waits for nothing"
                assert len(line.frames) == frames, "nobody was told"
                assert live.session.match.state == state, "it has not happened"
                assert not first.done()
                assert not second.done(), "one thing after the other"
                let_go.set()
                assert (await first)["type"] == (await second)["type"] == "accepted"
            await line.until(lambda line: line.position["seq"] > before["seq"])  # type: ignore[index]


def test_the_process_that_writes_ends_with_the_server(tmp_path: Path) -> None:
    settings: dict[str, object] = {"database": str(tmp_path / "db"), "workers": 0}
    with node(settings, tmp_path / "log") as server:
        children = psutil.Process(server.process.pid).children(recursive=True)
        assert any("stolik.store.sqlite.writer" in " ".join(child.cmdline()) for child in children)
        server.kill()
        server.process.wait(10)
        _, alive = psutil.wait_procs(children, timeout=15)
        assert not alive
