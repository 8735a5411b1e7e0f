"""Corners: what happens at once, in the wrong order, or in the wrong place."""

import asyncio
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from stolik.core.kit import stream
from stolik.core.match import Match
from stolik.server import wire
from stolik.server.answers import Answers
from stolik.server.document import match_id
from stolik.server.http.caller import neighbourhood
from stolik.server.minding import _Thought
from stolik.server.questions import question
from stolik.server.running import Running as RunningMatch
from stolik.server.thinking import Thinkers
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, LogRow
from support.databases import fresh_database
from support.servers import Guest, Line, Running, running


async def seated(server: Running, game: str, chairs: str, **more: Any) -> tuple[str, list[Guest]]:
    guests = [await server.guest(f"Guest {seat}") for seat in range(chairs.count("p") + 1)]
    table = await guests[0].make_table(game, chairs, **more)
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    return table, guests


def on(guest: Guest, server: Running) -> Guest:
    """The same guest, at another node."""
    found = Guest(server.base, guest.name, guest.headers["authorization"].split()[1])
    server._guests.append(found)
    return found


async def at_turn(line: Line) -> dict[str, Any]:
    await line.until(lambda line: line.position and line.you["seat"] in line.position["awaited"])
    assert line.position is not None
    return line.position


# Moves


async def test_a_move_meant_for_a_decision_that_a_bot_has_made_is_out_of_date(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            then = await at_turn(line)
            old = {"match": 1, "number": then["number"], "seen": then["seq"]}
            await line.ask("hand_over")
            await line.until(lambda line: line.position and line.position["seq"] > then["seq"] + 1)
            late = await line.ask("move", moves={"type": "take"}, **old)
            assert (late["type"], late["code"]) == ("refused", "out_of_date")


async def test_the_last_move_of_a_match_may_be_repeated_in_the_next(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "yacht", "m")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            last: dict[str, Any] = {}
            while not line.over:
                now = await at_turn(line)
                last = {"match": 1, "number": now["number"], "seen": now["seq"], "moves": now["legal"][-1]}
                answer = await line.ask("move", **last)
                await line.until(lambda line, seq=now["seq"]: line.position and line.position["seq"] > seq)  # type: ignore[misc]
            await line.ask("rematch")
            await line.until(lambda line: line.position and line.position["match"] == 2)
            again = await line.ask("move", **last)
            assert (again["type"], again["seq"]) == ("accepted", answer["seq"])
            other = await line.ask("move", **(last | {"number": 99}))
            assert (other["type"], other["code"]) == ("refused", "out_of_date")


def test_a_thought_is_about_one_decision_of_one_match() -> None:
    running, other = (RunningMatch(Match("no_thanks", {"players": 3}, seed=seed), 1) for seed in "ab")
    for found in (running, other):
        found.note(LogRow("m", 0, b"[]", at=1.0))
    (seat,) = running.match.to_act
    thought = _Thought.about(running, seat)
    assert thought.is_position_in(running)
    assert not thought.is_position_in(other)
    assert not thought.is_decision_in(other)
    running.match.play(seat, {"type": "take"})
    running.note(LogRow("m", 2, b"[]", at=2.0, seat=seat))
    assert running.match.to_act == {seat}  # it is the same seat's turn, but another card
    assert not thought.is_position_in(running)
    assert not thought.is_decision_in(running)


# Chairs


async def test_nobody_sees_two_hands_of_one_match(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, guests = await seated(server, "stakes", "mpp")
        await guests[0].do(table, "start")
        await guests[1].do(table, "leave")
        await guests[0].do(table, "leave")
        answer = await guests[0].do(table, "sit", chair=1)
        assert (answer["type"], answer["code"]) == ("refused", "not_allowed")
        assert (await guests[0].do(table, "sit", chair=0))["type"] == "accepted"


async def test_names_are_no_way_to_talk(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server, "blackout", "mp")
        await ala.do(table, "start")
        await ala.http.patch("/api/me", json={"name": "I have chip 2"})
        await ala.do(table, "sit")
        assert (await ala.get(f"/api/tables/{table}"))["chairs"][0]["name"] == "Guest 0"


async def test_a_rematch_waits_for_everybody_who_is_here_and_for_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "stakes", "mp")
        async with ala.line(table) as one:
            async with olek.line(table) as two:
                await two.until(lambda line: line.table)
                await one.ask("start")
                await two.ask("hand_over")
                await one.play_to_the_end(Random(1))
                await one.until(lambda line: line.table["status"] == "over")
                assert (await one.ask("rematch"))["type"] == "accepted"
                assert (await two.ask("start"))["code"] == "not_allowed"
                await asyncio.sleep(0.2)
                assert one.table["status"] == "over"  # Olek is here, though a bot has played for him
            await one.until(lambda line: line.table["status"] == "playing")  # now he is not


# Reveals


async def test_a_reveal_stays_when_everybody_is_cut_off_for_a_moment(tmp_path: Path) -> None:
    async with running(tmp_path / "db", reveal=30.0) as server:
        table, (ala, olek) = await seated(server, "stakes", "mp")
        async with ala.line(table) as one, olek.line(table) as two:
            await one.until(lambda line: line.table)
            await one.ask("start")
            for line in (one, two):
                await line.until(lambda line: line.position)
                await line.move({"type": "choose", "stake": 1})
            await one.until(lambda line: line.position and line.position["pause"])
        await asyncio.sleep(0.4)
        async with ala.line(table) as one:
            await one.until(lambda line: line.position)
            assert one.position is not None
            assert one.position["pause"] is not None


# Bots


async def test_a_bot_that_does_not_answer_is_replaced_by_another() -> None:
    match = Match("no_thanks", {"players": 3}, seed="s")
    (seat,) = match.to_act
    thinkers = Thinkers(1)
    try:
        good = question(match, seat, "normal", 20.0, stream("x"))
        assert (await thinkers.move(good)).move["type"] in ("take", "decline")
        stopped = thinkers._workers[0]._process
        assert stopped is not None
        assert stopped.pid is not None
        os.kill(stopped.pid, signal.SIGSTOP)  # as if it had lost itself in thought
        with pytest.raises(TimeoutError, match="did not answer"):
            await thinkers.move(msgspec.structs.replace(good, seconds=0.2))
        assert (await thinkers.move(good)).move["type"] in ("take", "decline")
        with pytest.raises(RuntimeError, match="UnknownLevel"):
            await thinkers.move(msgspec.structs.replace(good, level="god"))
        process = thinkers._workers[0]._process
        assert process is not None
        process.kill()
        with pytest.raises((OSError, EOFError)):
            await thinkers.move(good)
        assert (await thinkers.move(good)).move["type"] in ("take", "decline")
    finally:
        thinkers.close()


async def test_a_server_may_stop_while_its_workers_start() -> None:
    for _ in range(5):
        thinkers = Thinkers(1)
        thinkers.warm(compiling=False)
        await asyncio.sleep(0)
        thinkers.close()
        thinkers._threads.shutdown(wait=True)
        process = thinkers._workers[0]._process
        if process is not None:
            process.join(10)
            assert not process.is_alive()


# What goes wrong inside


async def test_a_fault_of_ours_is_answered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def stumbles(*_: object) -> None:
            raise ZeroDivisionError

        doing: dict[Any, Any] = server.house.answers._doing
        monkeypatch.setitem(doing, wire.Leave, stumbles)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            answer = await line.ask("leave")
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
            assert (await line.ask("words", words="x"))["type"] == "accepted"


async def test_what_is_kept_is_said_once_even_if_it_cannot_be_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def fails(*_: object) -> None:
            raise StoreFailed("no reading now")

        with monkeypatch.context() as broken:
            broken.setattr(server.house.store, "chat", fails)
            assert (await ala.do(table, "say", text="once"))["type"] == "accepted"
        assert [row.text for row in await server.house.store.chat(table)] == ["once"]


async def test_a_change_that_was_written_though_the_store_said_it_failed_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "no_thanks", "mpb")
        commit = server.house.store.commit
        failing = True

        async def written_but_failed(change: Change) -> bool:
            nonlocal failing
            done = await commit(change)
            if failing:
                failing = False
                raise StoreFailed("the answer was lost")
            return done

        monkeypatch.setattr(server.house.store, "commit", written_but_failed)
        assert (await ala.do(table, "start"))["type"] == "accepted"
        failing = True
        assert (await olek.do(table, "leave"))["type"] == "accepted"
        async with ala.line(table) as line:
            for hand_over in (False, True):  # then the chair is taken back first, and that answer is lost
                await at_turn(line)
                if hand_over:
                    server.house.settings = msgspec.structs.replace(server.house.settings, pace=(9.0, 9.0))
                    assert (await line.ask("hand_over"))["type"] == "accepted"
                now = await at_turn(line)
                failing = True
                answer = await line.move({"type": "take"})
                assert answer["type"] == "accepted"
                assert answer["seq"] > now["seq"]
                await line.until(lambda line, seq=answer["seq"]: line.position and line.position["seq"] >= seq)  # type: ignore[misc]


async def test_a_log_that_does_not_fit_tells_nobody_what_would(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server, "stakes", "mp")
        await ala.do(table, "start")
        live = await server.house.table(table)
        assert live.running is not None
        seq = live.running.match.seq
    async with running(tmp_path / "db") as server:
        bad = LogRow(match_id(table, 1), seq, b'[{"seat":null,"move":{"type":"deal","seat":0,"card":1}}]', at=1.0)
        await server.house.store.commit(Change(append=bad))
        stranger = await server.guest()
        shown = await stranger.get(f"/api/tables/{table}")
        assert "does not fit" in shown["trouble"]
        assert "card" not in shown["trouble"]


async def test_a_match_that_begins_without_a_deal_can_be_played_and_resumed(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("dycha", "m", {"solo_limit": 4})
        await ala.do(table, "start")
        live = await server.house.table(table)
        assert live.running is not None
        assert live.running.match.seq == 0
    async with running(tmp_path / "db") as server:
        ala = on(ala, server)
        live = await server.house.table(table)
        assert live.running is not None
        assert set(live.running.awaited_since) == {0}
        async with ala.line(table) as line:
            await line.until(lambda line: line.position is not None)
            assert (await line.move({"type": "draw"}))["type"] == "accepted"
    async with running(tmp_path / "db") as server:
        live = await server.house.table(table)
        assert live.running is not None
        assert live.running.match.seq == 2


async def test_a_table_that_a_newer_server_wrote_is_refused_politely(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb", public=True)
        row = await server.house.store.table(table)
        assert row is not None
        newer = msgspec.structs.replace(row, revision=row.revision + 1, body=b'{"format":2,"seats":{}}')
        assert await server.house.store.commit(Change(table=newer))
    async with running(tmp_path / "db") as server:
        ala = on(ala, server)
        assert (await ala.get(f"/api/tables/{table}"))["code"] == "old_rules"
        assert await ala.get("/api/tables") == []
        assert await ala.get("/api/me/tables") == []


# Readers


async def test_a_poll_that_does_not_wait_gets_what_there_is(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")
        found = await ala.get(f"/api/tables/{table}/feed", reader="r", wait=0)
        assert [frame["type"] for frame in found] == ["snapshot"]


async def test_a_poll_that_fails_leaves_nobody_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def fails(*_: object) -> None:
            raise StoreFailed("not now")

        monkeypatch.setattr(Answers, "come_back", fails)
        assert (await ala.get(f"/api/tables/{table}/feed", reader="r"))["code"] == "unavailable"
        live = await server.house.table(table)
        assert not live.feed.readers
        assert live.feed.presence.seats == frozenset()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("1.2.3.4:5678", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix:", ""),
        ("nonsense", ""),
    ],
)
def test_households(address: str, place: str) -> None:
    assert neighbourhood(address) == place


async def test_an_origin_that_cannot_be_read_is_not_ours(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.post("/api/me/link", headers={"origin": "http://[", "cookie": "x=y"})
        assert answer.status_code == 403


# Nodes


async def test_a_node_hears_what_is_written_while_it_loads_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, olek) = await seated(one, "stakes", "mp")
        chat = two.house.store.chat

        async def slowly(*arguments: Any) -> Any:
            found = await chat(*arguments)
            await asyncio.sleep(0.4)
            return found

        monkeypatch.setattr(two.house.store, "chat", slowly)
        starting = asyncio.create_task(later(0.2, ala, table))
        async with on(olek, two).line(table) as line:
            await line.until(lambda line: line.table)
            await starting
            monkeypatch.undo()
            await line.until(lambda line: line.position, patience=5)


async def later(seconds: float, guest: Guest, table: str) -> None:
    await asyncio.sleep(seconds)
    assert (await guest.do(table, "start"))["type"] == "accepted"


async def test_a_node_knows_who_is_at_the_others() -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, olek) = await seated(one, "stakes", "mp")
        ewa = await two.guest("Ewa")
        async with ala.line(table) as first, ewa.line(table) as watching:
            await first.until(lambda line: line.table)
            await watching.until(lambda line: line.table and line.table["chairs"][0]["present"], patience=3)
            await olek.do(table, "leave")
            await watching.until(lambda line: not line.table["chairs"][1]["taken"])
            assert (await watching.ask("sit"))["type"] == "accepted"
            await first.until(lambda line: line.table["chairs"][1]["present"], patience=3)


# Stopping


async def test_a_stop_is_quick_and_leaves_nobody_waiting(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        origin = {"origin": server.base}
        async with httpx.AsyncClient(base_url=server.base, headers=origin, timeout=5) as http:
            await http.post("/api/guests", json={"name": "Ala"})
            body = {"game": "yacht", "options": {"players": 1}, "chairs": [{"kind": "me"}]}
            table = (await http.post("/api/tables", json=body)).json()["id"]
            waiting = asyncio.create_task(http.get(f"/api/tables/{table}/feed?reader=r&chat=7"))
            await asyncio.sleep(0.2)
            begun = time.monotonic()
            closing = asyncio.create_task(server.house.close())
            await asyncio.sleep(0)
            answer = await http.post(f"/api/tables/{table}/do", json={"type": "start"})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            await closing
            assert (await waiting).status_code == 200
            answer = await http.post(f"/api/tables/{table}/do", json={"type": "start"})
            assert answer.status_code == 503
            assert time.monotonic() - begun < 3
