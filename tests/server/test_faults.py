"""What goes wrong inside, and what subscribers, other nodes and a stop make of it."""

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.server.admission.client_address import parse_address
from stolik.server.protocol import messages
from stolik.server.tables.commands import seats
from stolik.server.tables.table_state import match_id
from stolik.store.protocol import StoreFailed
from stolik.store.rows import Change, LogRow
from support.databases import fresh_database
from support.servers import Guest, RunningServer, running
from support.table_guests import at_turn, is_past, seated


def on(guest: Guest, server: RunningServer) -> Guest:
    """The same guest, at another node."""
    found = Guest(server.base, guest.name, guest.headers["authorization"].split()[1])
    server._guests.append(found)
    return found


# What goes wrong inside


async def test_a_fault_of_ours_is_answered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def stumbles(*_: object) -> None:
            raise ZeroDivisionError

        doing: dict[Any, Any] = server.app.commands._handlers
        monkeypatch.setitem(doing, messages.Leave, stumbles)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            answer = await line.ask("leave")
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
            assert (await line.ask("add_entropy", entropy="x"))["type"] == "accepted"


async def test_what_is_kept_is_said_once_even_if_it_cannot_be_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def fails(*_: object) -> None:
            raise StoreFailed("no reading now")

        with monkeypatch.context() as broken:
            broken.setattr(server.app.store, "chat", fails)
            assert (await ala.do(table, "say", text="once"))["type"] == "accepted"
        assert [row.text for row in await server.app.store.chat(table)] == ["once"]


async def test_a_change_that_was_written_though_the_store_said_it_failed_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, olek) = await seated(server, "no_thanks", "mpb")
        commit = server.app.store.commit
        failing = True

        async def written_but_failed(change: Change) -> bool:
            nonlocal failing
            done = await commit(change)
            if failing:
                failing = False
                raise StoreFailed("the answer was lost")
            return done

        monkeypatch.setattr(server.app.store, "commit", written_but_failed)
        assert (await ala.do(table, "start"))["type"] == "accepted"
        failing = True
        assert (await olek.do(table, "leave"))["type"] == "accepted"
        async with ala.line(table) as line:
            for hand_over in (False, True):  # then the chair is taken back first, and that answer is lost
                await at_turn(line)
                if hand_over:
                    live = await server.app.tables.get(table)
                    live.settings = msgspec.structs.replace(live.settings, bot_delay=(9.0, 9.0))
                    assert (await line.ask("hand_over"))["type"] == "accepted"
                now = await at_turn(line)
                failing = True
                answer = await line.move({"type": "take"})
                assert answer["type"] == "accepted"
                assert answer["seq"] > now["seq"]
                await line.until(partial(is_past, answer["seq"] - 1))


async def test_a_log_that_does_not_fit_tells_nobody_what_would(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala, _) = await seated(server, "stakes", "mp")
        await ala.do(table, "start")
        live = await server.app.tables.get(table)
        assert live.session is not None
        seq = live.session.match.seq
    async with running(tmp_path / "db") as server:
        bad = LogRow(match_id(table, 1), seq, b'[{"seat":null,"move":{"type":"deal","seat":0,"card":1}}]', at=1.0)
        await server.app.store.commit(Change(append=bad))
        stranger = await server.guest()
        shown = await stranger.get(f"/api/tables/{table}")
        assert "does not fit" in shown["trouble"]
        assert "card" not in shown["trouble"]


async def test_a_match_that_begins_without_a_deal_can_be_played_and_resumed(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("dycha", "m", {"solo_limit": 4})
        await ala.do(table, "start")
        live = await server.app.tables.get(table)
        assert live.session is not None
        assert live.session.match.seq == 0
    async with running(tmp_path / "db") as server:
        ala = on(ala, server)
        live = await server.app.tables.get(table)
        assert live.session is not None
        assert set(live.session.awaited_since) == {0}
        async with ala.line(table) as line:
            await line.until(lambda line: line.position is not None)
            assert (await line.move({"type": "draw"}))["type"] == "accepted"
    async with running(tmp_path / "db") as server:
        live = await server.app.tables.get(table)
        assert live.session is not None
        assert live.session.match.seq == 2


async def test_a_table_that_a_newer_server_wrote_is_refused_politely(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb", public=True)
        row = await server.app.store.table(table)
        assert row is not None
        newer = msgspec.structs.replace(row, revision=row.revision + 1, body=b'{"format":2,"seats":{}}')
        assert await server.app.store.commit(Change(table=newer))
    async with running(tmp_path / "db") as server:
        ala = on(ala, server)
        assert (await ala.get(f"/api/tables/{table}"))["code"] == "old_rules"
        assert await ala.get("/api/tables") == []
        assert await ala.get("/api/me/tables") == []


# Readers


async def test_a_poll_that_does_not_wait_gets_what_there_is(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")
        found = await ala.get(f"/api/tables/{table}/feed", subscriber="r", wait=0)
        assert [frame["type"] for frame in found] == ["snapshot"]


async def test_a_poll_that_fails_leaves_nobody_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path / "db") as server:
        table, (ala,) = await seated(server, "no_thanks", "mbb")

        async def fails(*_: object) -> None:
            raise StoreFailed("not now")

        monkeypatch.setattr(seats, "come_back", fails)
        assert (await ala.get(f"/api/tables/{table}/feed", subscriber="r"))["code"] == "unavailable"
        live = await server.app.tables.get(table)
        assert not live.presence.subscribers
        assert live.presence.seats == frozenset()


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
    assert (parse_address(address) or "") == place


async def test_an_origin_that_cannot_be_read_is_not_ours(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        answer = await http.post("/api/me/link", headers={"origin": "http://[", "cookie": "x=y"})
        assert answer.status_code == 403


# Nodes


async def test_a_node_hears_what_is_written_while_it_loads_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    database = fresh_database()
    async with running(database) as one, running(database) as two:
        table, (ala, olek) = await seated(one, "stakes", "mp")
        chat = two.app.store.chat

        async def slowly(*arguments: Any) -> Any:
            found = await chat(*arguments)
            await asyncio.sleep(0.4)
            return found

        monkeypatch.setattr(two.app.store, "chat", slowly)
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
            waiting = asyncio.create_task(http.get(f"/api/tables/{table}/feed?subscriber=r&chat=7"))
            await asyncio.sleep(0.2)
            begun = time.monotonic()
            closing = asyncio.create_task(server.app.close())
            await asyncio.sleep(0)
            answer = await http.post(f"/api/tables/{table}/do", json={"type": "start"})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            await closing
            assert (await waiting).status_code == 200
            answer = await http.post(f"/api/tables/{table}/do", json={"type": "start"})
            assert answer.status_code == 503
            assert time.monotonic() - begun < 3
