"""The example in docs/ plays, as it stands, on an ordinary Python."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from support.servers import running

BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


@pytest.mark.parametrize(("game", "chairs"), [("no_thanks", "mpb"), ("stakes", "mp"), ("blackout", "mpp")])
async def test_the_example_bot_plays_a_whole_match(game: str, chairs: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db", poll_timeout=1.0) as server:
        ala = await server.guest()
        table = await ala.make_table(game, chairs)
        code = (await ala.get(f"/api/tables/{table}"))["code"]
        bots = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", str(BOT), server.base, code.lower(), "--name", f"Robot {number}"),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for number in range(chairs.count("p"))
        ]
        async with ala.line(table) as line:
            await line.until(lambda line: line.table and all(chair["taken"] for chair in line.table["chairs"]))
            await line.ask("start")
            await line.ask("hand_over")
            await line.until(lambda line: line.over)
            for bot in bots:
                out, _ = await bot.communicate()
                assert bot.returncode == 0, out.decode()
                assert out.decode().splitlines()[-1].startswith(("won", "lost")), out.decode()


async def test_a_table_that_is_full_is_said(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        code = (await ala.get(f"/api/tables/{table}"))["code"]
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", str(BOT), server.base, code), stdout=subprocess.PIPE
        )
        out, _ = await bot.communicate()
        assert bot.returncode == 1
        assert "All chairs are taken" in out.decode()
