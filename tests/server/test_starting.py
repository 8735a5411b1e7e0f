"""`stolik serve` as somebody starts it: where it listens, what it prints, keeps and logs, how it stops."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.server.bots.pool import BotPool
from support.servers import Guest, running


class Served:
    def __init__(self, process: subprocess.Popen[str], said: list[str]) -> None:
        self.process = process
        self.said = said
        self.base = said[0].rpartition(" ")[2].strip()


@contextmanager
def served(folder: Path, *options: str, stderr: Any = subprocess.PIPE, **environment: str) -> Iterator[Served]:
    """`stolik serve` with a data folder of its own, until the test is over."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("STOLIK_")}
    command = [sys.executable, "-m", "stolik", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**mine, "XDG_DATA_HOME": str(folder), "STOLIK_WARM": "0", **environment},
    )
    assert process.stdout is not None
    said: list[str] = []
    try:
        while not said or not said[-1].startswith("Ctrl-C"):
            line = process.stdout.readline()
            assert line, f"it ended with {process.wait()}"
            said.append(line)
        yield Served(process, said)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_everything_is_kept_in_one_file_of_the_data_folder_and_goes_on_after_kill_9(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert re.fullmatch(r"Stolik is open at http://localhost:\d+\n", server.said[0])
        token, table, seq = asyncio.run(play_a_little(server.base))
        server.process.kill()
        server.process.wait()
    names = {path.name for path in (tmp_path / "stolik").iterdir()}
    assert {name for name in names if not name.startswith("stolik.db-")} <= {"stolik.db", "stolik.db.lock"}
    with served(tmp_path) as server:
        asyncio.run(play_on(server.base, token, table, seq))


async def play_a_little(base: str) -> tuple[str, str, int]:
    ala = await Guest.introduced(base, "Ala")
    table = await ala.make_table("no_thanks", "mpp")
    for name in ("Olek", "Ewa"):
        friend = await Guest.introduced(base, name)
        await friend.do(table, "sit")
        await friend.http.aclose()
    await ala.do(table, "say", text="Is anybody there?")
    async with ala.line(table) as line:
        await line.until(lambda line: line.table)
        await line.ask("start")
        await line.until(lambda line: line.position)
        seq = line.position["seq"] if line.position else 0
    await ala.http.aclose()
    return ala.headers["authorization"].split()[1], table, seq


async def play_on(base: str, token: str, table: str, seq: int) -> None:
    ala = Guest(base, "Ala", token)
    assert (await ala.get("/api/me"))["name"] == "Ala"
    async with ala.line(table) as line:
        await line.until(lambda line: line.position)
        assert line.position is not None
        assert line.position["seq"] == seq
        assert [said["text"] for said in line.frames[0]["chat"]] == ["Is anybody there?"]
        assert [chair["name"] for chair in line.table["chairs"]] == ["Ala", "Olek", "Ewa"]
    await ala.http.aclose()


def test_for_everybody_in_the_network_it_prints_an_address_that_they_can_open(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as server:
        found = re.fullmatch(r"In your network:  (http://(\S+):\d+)\n", server.said[1])
        assert found is not None
        if has_a_network():  # phones seldom know the name of a machine
            assert ip_address(found[2]).is_loopback is False
            assert httpx.get(f"{found[1]}/health").status_code == 200
        else:
            assert found[2] == socket.gethostname()


def has_a_network() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return True


def test_on_this_machine_alone_nobody_else_is_promised_an_address(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert [line.split(" at ")[0] for line in server.said] == [
            "Stolik is open",
            "Ctrl-C closes it; nothing is lost.\n",
        ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_stop_it_gently(number: signal.Signals, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.process.send_signal(number)
        assert server.process.wait(timeout=20) == 0
        assert server.process.stderr is not None
        lines = server.process.stderr.read().splitlines()
    assert "shutting down" in [msgspec.json.decode(line)["message"] for line in lines]


@pytest.mark.parametrize(
    ("options", "terminal", "json"),
    [((), False, True), ((), True, False), (("--log", "text"), False, False), (("--log", "json"), True, True)],
)
def test_logs_are_json_unless_in_a_terminal_or_told_otherwise(
    options: tuple[str, ...], terminal: bool, json: bool, tmp_path: Path
) -> None:
    pty = pytest.importorskip("pty", reason="Windows has no pseudo terminals")
    reader, writer = pty.openpty() if terminal else os.pipe()
    with served(tmp_path, *options, stderr=writer) as server:
        os.close(writer)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=20) == 0
        (line,) = os.read(reader, 10_000).decode().splitlines()
    os.close(reader)
    if json:
        assert msgspec.json.decode(line)["message"] == "shutting down"
    else:
        assert re.fullmatch(r"\d\d:\d\d:\d\d INFO stolik\S*: shutting down", line)


def test_the_variables_reach_the_server(tmp_path: Path) -> None:
    database = tmp_path / "elsewhere" / "my.db"
    database.parent.mkdir()
    with served(
        tmp_path, STOLIK_METRICS="0", STOLIK_DATABASE=str(database), STOLIK_ORIGINS="https://a.example"
    ) as server:
        assert httpx.get(f"{server.base}/health").status_code == 200
        assert httpx.get(f"{server.base}/metrics").status_code == 404
        for origin, status in (("https://a.example", 201), ("https://b.example", 403)):
            answer = httpx.post(f"{server.base}/api/guests", json={"name": "Ala"}, headers={"origin": origin})
            assert answer.status_code == status
        assert database.is_file()
        assert not (tmp_path / "stolik").exists()


@pytest.mark.parametrize("warm", [True, False])
async def test_searching_bots_are_compiled_in_the_background_unless_told_not_to(
    warm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(BotPool, "warm_up", lambda _, *, compile_searches: asked.append(compile_searches))
    async with running(tmp_path / "db", warm=warm):
        assert asked == [warm]


def test_make_play_serves() -> None:
    root = Path(__file__).parent.parent.parent
    # The tests may be run by a make themselves, which would have this one print the folders that it enters and leaves.
    make = ["make", "--no-print-directory", "--dry-run", "play"]
    ran = subprocess.run(make, cwd=root, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == ".venv/bin/stolik serve"
