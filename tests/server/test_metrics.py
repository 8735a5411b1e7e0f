"""Metrics say how the server is, never what is in a hand; and they say it to those for whom they are meant."""

import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from stolik import Match
from stolik.core.game import Game
from stolik.core.packed import fields_of
from stolik.server.app import asgi_app
from stolik.server.bots import pool
from stolik.server.bots.move_request import MoveReply, MoveRequest, choose_move
from stolik.server.logging_setup import JsonFormatter, PlainFormatter
from stolik.server.settings import Settings, from_environment
from support.distributions import can_be_told_apart, could_be_told_apart
from support.servers import Line, RunningServer, running
from support.table_guests import seated

Sample = tuple[str, tuple[tuple[str, str], ...]]


def scraped(text: str) -> dict[Sample, float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


# Nothing is told of a hand


@pytest.mark.parametrize(("game", "chairs"), [("no_thanks", "bbb"), ("raise", "bbb")])
async def test_two_scrapes_do_not_tell_a_forced_move_from_a_chosen_one(
    game: str, chairs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: scrape before and after every move of a bot, and look for anything that differs with the hand."""

    def thinking(request: MoveRequest, find: Any) -> MoveReply:
        """At once if there is nothing to choose from, as every bot does."""
        reply = choose_move(request, find)
        time.sleep(0.0 if is_forced(request, find(request.game)) else 0.01)
        return reply

    monkeypatch.setattr(pool, "choose_move", thinking)
    forced: list[dict[Sample, float]] = []
    chosen: list[dict[Sample, float]] = []
    async with running(tmp_path / "db", bot_delay=(0.03, 0.03), pause_timeout_for_bots=0.03) as server:
        ala = await server.guest()
        for _ in range(20):  # in some matches nobody runs out of chips
            table = await ala.make_table(game, chairs)
            async with ala.line(table) as line:
                await line.until(lambda line: line.table)
                await line.ask("start")
                await line.until(lambda line: line.position)
                before = scraped(server.app.metrics.text().decode())
                while not line.over:
                    group, known = forced if await is_a_bot_forced(server, table) else chosen, line.position
                    await line.until(partial(has_changed, known))
                    after = scraped(server.app.metrics.text().decode())
                    if after[MOVED] - before[MOVED] == 1:  # two at once would only blur the picture
                        group.append({name: value - before.get(name, 0.0) for name, value in after.items()})
                    before = after
            if could_be_told_apart([0.0] * len(forced), [0.0] * len(chosen)):
                break
    assert could_be_told_apart([0.0] * len(forced), [0.0] * len(chosen)), "too few moves: nothing was tried"
    for name in {name for found in (*forced, *chosen) for name in found}:
        one, other = ([found.get(name, 0.0) for found in group] for group in (forced, chosen))
        assert not can_be_told_apart(one, other), f"{name} differs between forced and chosen moves"


MOVED: Sample = ("stolik_moves_total", (("by", "bot"),))


def has_changed(known: Any, line: Line) -> bool:
    return line.position is not known


def is_forced(request: MoveRequest, game: Game) -> bool:
    s = game.bot_state()
    for field, value in zip(fields_of(game.bot_state), request.imagined, strict=True):
        setattr(s, field.name, value)
    return len(game.codes(s, request.seat)) == 1


async def is_a_bot_forced(server: RunningServer, table: str) -> bool:
    live = await server.app.tables.get(table)
    assert live.session is not None
    match = live.session.match
    return any(len(match.game.codes(match.state, seat)) == 1 for seat in match.awaited)


async def test_metrics_hold_counts_and_no_times(tmp_path: Path) -> None:
    """From exact times, or their sum, that of a single move could be had by subtraction."""
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.over)
            await line.ask("move", match=1, number=0, seen=0, moves={"type": "take"})
        samples = scraped(server.app.metrics.text().decode())
    assert len(samples) > 15
    assert [name for name, value in samples.items() if value != int(value) or value > 10_000] == []
    assert [name for name, _ in samples if name.endswith(("_sum", "_created"))] == []


async def test_what_the_rules_do_not_allow_is_not_counted(tmp_path: Path) -> None:
    """Whether a move is legal can depend on a hidden hand: here, that somebody has no chips left."""
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "no_thanks", "mpp")
        await guests[0].do(table, "start")
        lines = {}
        async with (
            guests[0].line(table) as lines[0],
            guests[1].line(table) as lines[1],
            guests[2].line(table) as lines[2],
        ):
            while True:
                await lines[0].until(lambda line: line.position)
                assert lines[0].position is not None
                (seat,) = lines[0].position["awaited"]
                await lines[seat].until(lambda line, seat=seat: line.position and seat in line.position["awaited"])  # type: ignore[misc]
                before = server.app.metrics.text()
                answer = await lines[seat].move({"type": "decline"})
                await lines[0].ask("beat")
                if answer["type"] == "refused":
                    break
            assert answer["code"] == "illegal_move"
            assert server.app.metrics.text() == before


@pytest.mark.parametrize("workers", [0, 1])
async def test_a_bot_that_fails_does_not_write_its_hand_into_the_log(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hand = "holds 4 7 9"

    def broken(*_: object) -> Any:
        raise ValueError(hand)

    async with running(tmp_path / "db", workers=workers) as server:
        if workers:
            monkeypatch.setattr("stolik.server.bots.worker.Worker.ask", failing_worker(hand))
        else:
            monkeypatch.setattr(server.app.find_game("no_thanks"), "reason", broken)
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "bbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await line.until(lambda line: line.over)
    failed = [record for record in caplog.records if "bot failed" in record.getMessage()]
    assert failed
    for formatter in (JsonFormatter(), PlainFormatter()):
        text = "\n".join(map(formatter.format, failed))
        assert "ValueError" in text
        assert "choose_move (move_request.py:" in text, "it says where"
        assert hand not in text


def failing_worker(hand: str) -> Any:
    """What a process answers if thinking fails, without a process."""
    from stolik.server import worker_process
    from stolik.server.bots.move_request import choose_move

    def ask(_: object, request: Any) -> Any:
        found = worker_process._done(choose_move, (msgspec.structs.replace(request, imagined=[hand]),))
        assert isinstance(found, Exception)
        raise found

    return ask


def test_errors_of_rules_are_logged_without_their_text() -> None:
    """What a rule or a bot says of what it stumbled over may name cards; where it was, helps as much."""
    cards = "card 17"
    of_rules = raised(lambda: Match("no_thanks", {"players": 3}, seed="s").play(0, {"type": cards}))
    own = raised(lambda: {"another": 1}[cards])
    for formatter in (JsonFormatter(), PlainFormatter()):
        said = formatter.format(logging.makeLogRecord({"msg": "failed", "exc_info": of_rules}))
        assert "IllegalMove" in said
        assert "match.py" in said
        assert cards not in said
        said = formatter.format(logging.makeLogRecord({"msg": "failed", "exc_info": own}))
        assert cards in said, "errors of the server itself are told as they are"


def raised(work: Callable[[], Any]) -> Any:
    with pytest.raises((ValueError, KeyError)) as found:
        work()
    return found.type, found.value, found.tb


# For whom they are


def visiting(server: RunningServer, address: str, host: str) -> httpx.AsyncClient:
    """A client at another address, as the application sees it."""
    app: Any = asgi_app(server.app)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 4711)), base_url=f"http://{host}")


@pytest.mark.parametrize(
    ("address", "host", "headers", "trusted", "local"),
    [
        ("127.0.0.1", "localhost:8000", {}, False, True),
        ("127.0.0.1", "127.0.0.1:8000", {}, True, True),
        ("::1", "[::1]:8000", {}, False, True),
        ("::ffff:127.0.0.1", "localhost", {}, False, True),
        ("192.0.2.7", "cards.example", {}, False, False),
        ("192.0.2.7", "localhost:8000", {}, False, False),
        ("2001:db8::7", "localhost:8000", {}, False, False),
        # a proxy on the same machine: whoever it speaks for is not on this machine, trusted or not
        ("127.0.0.1", "localhost:8000", {"x-forwarded-for": "192.0.2.7"}, True, False),
        ("127.0.0.1", "localhost:8000", {"x-forwarded-for": "192.0.2.7"}, False, False),
        ("127.0.0.1", "localhost:8000", {"x-forwarded-for": "127.0.0.1"}, True, False),
        ("127.0.0.1", "localhost:8000", {"forwarded": "for=127.0.0.1"}, True, False),
        ("127.0.0.1", "localhost:8000", {"x-real-ip": "192.0.2.7"}, False, False),
        ("127.0.0.1", "localhost:8000", {"x-forwarded-proto": "https"}, False, False),
        ("127.0.0.1", "localhost:8000", {"via": "1.1 proxy"}, False, False),
        # a proxy that only passes on the name that was asked for, or a page whose name points to this machine
        ("127.0.0.1", "cards.example", {}, False, False),
        ("192.0.2.7", "localhost", {"x-forwarded-for": "127.0.0.1"}, True, False),
    ],
)
async def test_metrics_are_for_this_machine_unless_the_host_says_otherwise(
    address: str, host: str, headers: dict[str, str], trusted: bool, local: bool, tmp_path: Path
) -> None:
    for metrics, status in (("loopback", 200 if local else 403), ("public", 200), ("off", 404)):
        async with (
            running(tmp_path / "db", metrics=metrics, trust_proxy=trusted) as server,
            visiting(server, address, host) as http,
        ):
            answer = await http.get("/metrics", headers=headers)
            assert answer.status_code == status, metrics
            assert ("stolik_moves_total" in answer.text) == (status == 200)


def test_for_whom_metrics_are_is_read_from_the_environment() -> None:
    assert Settings().metrics == "loopback"
    for said, meant in {"public": "public", "loopback": "loopback", "off": "off", "0": "off"}.items():
        assert from_environment({"STOLIK_METRICS": said}) == {"metrics": meant}
    for nonsense in ("1", "perhaps", ""):
        with pytest.raises(ValueError, match=r"STOLIK_METRICS.*loopback"):
            from_environment({"STOLIK_METRICS": nonsense})
