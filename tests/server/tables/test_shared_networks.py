"""The host is shown whose people are connected from the same network; nobody is told an address, nor anybody else this.

One person with two browsers is two guests. That cannot be prevented, but it can be seen.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from stolik.server.logging_setup import JsonFormatter
from stolik.server.tables.network_marks import NetworkMarks, from_text, same_network, to_text
from support.databases import fresh_database
from support.servers import Guest, Line, RunningServer, running

HOME, CAFE, OFFICE = "198.51.100.7", "203.0.113.9", "192.0.2.33"


def at(guest: Guest, address: str) -> Guest:
    """As the proxy says."""
    guest.headers = {**guest.headers, "x-forwarded-for": address}
    guest.http.headers.update(guest.headers)
    return guest


@asynccontextmanager
async def table_of(server: RunningServer, *addresses: str) -> AsyncIterator[tuple[str, list[Guest], list[Line]]]:
    """A table with a chair for each, the host in the first, and everybody connected."""
    guests = [at(await server.guest(f"Guest {seat}"), address) for seat, address in enumerate(addresses)]
    table = await guests[0].make_table("no_thanks", "m" + "p" * (len(guests) - 1))
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(guest.line(table)) for guest in guests]
        for line in lines:
            await line.until(lambda line: line.table and all(chair["present"] for chair in line.table["chairs"]))
        yield table, guests, lines


def shown(line: Line) -> list[list[int]]:
    found: list[list[int]] = line.you["same_network"]
    return found


async def test_the_host_sees_who_shares_a_network_and_nobody_else_does(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, OFFICE, CAFE) as (table, guests, lines),
    ):
        host, *others = lines
        await host.until(lambda line: shown(line) == [[1, 3]])
        stranger = at(await server.guest("Dora"), CAFE)
        async with stranger.line(table) as watching:
            await watching.until(lambda line: line.table)
            for line in (*others, watching):
                assert all(frame["you"]["same_network"] == [] for frame in line.frames if "you" in frame)
            assert "same_network" not in (await guests[1].http.get(f"/api/tables/{table}")).text
        assert shown(host) == [[1, 3]]  # who only watches sees no hand, and has no chair to be marked


async def test_the_host_is_among_those_who_are_compared(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, HOME) as (_, _, lines),
    ):
        await lines[0].until(lambda line: shown(line) == [[0, 2]])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:0:1::5", "2001:db8:0:1:ffff::9", True),  # a household has a whole /64
        ("2001:db8:0:1::5", "2001:db8:0:2::5", False),
        ("::ffff:198.51.100.7", HOME, True),
        (HOME, "198.51.100.8", False),
    ],
)
async def test_a_network_is_what_requests_are_counted_by(one: str, other: str, same: bool, tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, OFFICE, one, other) as (_, _, lines),
    ):
        await lines[0].ask("beat")
        assert shown(lines[0]) == ([[1, 2]] if same else [])


async def test_only_live_connections_count_and_only_the_host_hears_of_a_change(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, OFFICE) as (table, guests, (host, one, two)),
    ):
        assert shown(host) == []
        heard = len(one.frames), len(two.frames)
        phone = Guest(server.base, "Guest 1", guests[1].headers["authorization"].split()[1])
        async with at(phone, OFFICE).line(table) as second:  # the same guest on another device, elsewhere
            await second.until(lambda line: line.table)
            await host.until(lambda line: shown(line) == [[1, 2]])
            assert shown(second) == []
        await host.until(lambda line: shown(line) == [])
        for line in (one, two):
            await line.ask("beat")
        assert (len(one.frames) - 1, len(two.frames) - 1) == heard
        await phone.http.aclose()


async def test_a_long_poll_counts_like_a_socket(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, OFFICE) as (table, guests, (host, *_)),
    ):
        polling = Guest(server.base, "Guest 2", guests[2].headers["authorization"].split()[1])
        await at(polling, CAFE).get(f"/api/tables/{table}/feed", subscriber="x", wait=0)
        await host.until(lambda line: shown(line) == [[1, 2]])
        await polling.http.aclose()


async def test_whoever_becomes_host_is_shown_it_from_then_on(tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, CAFE) as (table, guests, (host, heir, _)),
    ):
        await host.until(lambda line: shown(line) == [[1, 2]])
        assert (await guests[0].do(table, "leave"))["type"] == "accepted"
        await heir.until(lambda line: line.you["host"])
        assert shown(heir) == [[1, 2]]
        await host.until(lambda line: not line.you["host"])
        assert shown(host) == []


async def test_an_address_is_never_told_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, CAFE) as (table, guests, lines),
    ):
        await lines[0].until(lambda line: shown(line) == [[1, 2]])
        assert (await guests[0].do(table, "start"))["type"] == "accepted"
        live = await server.app.tables.get(table)
        marks = {found.network for found in live.presence.subscribers}
        told = [text for line in lines for text in line.raw]
        paths = (f"/api/tables/{table}", "/metrics", "/api/me/tables")
        told += [(await guests[0].http.get(path)).text for path in paths]
    formatter = JsonFormatter()
    ours = [record for record in caplog.records if record.name.startswith("stolik")]
    written = [path.read_bytes().decode("latin-1") for path in tmp_path.iterdir()]
    assert len(marks) == 2
    for hidden in (HOME, CAFE, *marks):
        assert not [text for text in (*told, *written, *map(formatter.format, ours)) if hidden in text]


async def test_players_on_different_nodes_are_compared_without_telling_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database, said = fresh_database(), list[str]()
    async with running(database, trust_proxy=True) as one, running(database, trust_proxy=True) as two:
        for node in (one, two):
            listen_to(node, said, monkeypatch)
        ala, olek, ewa = [at(await one.guest(name), where) for name, where in (("A", HOME), ("B", CAFE), ("C", CAFE))]
        table = await ala.make_table("no_thanks", "mpp")
        for guest in (olek, ewa):
            assert (await guest.do(table, "sit"))["type"] == "accepted"
        there = at(Guest(two.base, "C", ewa.headers["authorization"].split()[1]), CAFE)
        async with ala.line(table) as host, olek.line(table):
            async with there.line(table):
                await host.until(lambda line: line.table and shown(line) == [[1, 2]])
            await host.until(lambda line: shown(line) == [])
        await there.http.aclose()
    assert said
    assert not [text for text in said if HOME in text or CAFE in text]


def listen_to(node: RunningServer, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    announce = node.app.store.announce

    async def overheard(topic: str, text: str) -> None:
        said.append(text)
        await announce(topic, text)

    monkeypatch.setattr(node.app.store, "announce", overheard)


async def test_what_an_unreachable_node_said_expires(tmp_path: Path) -> None:
    """A node that dies says no more, and its guests are gone with it."""
    now = [1_000.0]
    async with (
        running(tmp_path / "db", {"monotonic": lambda: now[0]}, trust_proxy=True) as server,
        table_of(server, HOME, CAFE, OFFICE) as (table, _, (host, *_)),
    ):
        live = await server.app.tables.get(table)
        mark = next(found.network for found in live.presence.subscribers if found.seat == 1)
        server.app._cluster.receive("networks", f"other {table}:2={mark}")
        await host.until(lambda line: shown(line) == [[1, 2]])
        now[0] += 30.0
        live.refresh_presence()
        await host.until(lambda line: shown(line) == [])


@pytest.mark.parametrize("nonsense", [" {table}:x=1", " {table}", " {table}:1", "", " {table}:9=a", " {table}:-1=a"])
async def test_nonsense_from_another_node_changes_nothing(nonsense: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path / "db", trust_proxy=True) as server,
        table_of(server, HOME, CAFE, CAFE) as (table, _, (host, *_)),
    ):
        await host.until(lambda line: shown(line) == [[1, 2]])
        server.app._cluster.receive("networks", f"other{nonsense.format(table=table)}")
        await asyncio.sleep(0)
        await host.ask("beat")
        assert shown(host) == [[1, 2]]


def test_marks_differ_by_table_and_by_key() -> None:
    one, other = NetworkMarks(), NetworkMarks()
    assert one.mark("t", HOME) == one.mark("t", HOME)
    assert len({one.mark("t", HOME), one.mark("u", HOME), one.mark("t", CAFE), other.mark("t", HOME)}) == 4


@pytest.mark.parametrize(
    ("marks", "pairs"),
    [
        ({}, ()),
        ({0: {"a"}, 1: {"b"}}, ()),
        ({0: {"a"}, 2: {"a"}, 3: {"a"}}, ((0, 2), (0, 3), (2, 3))),
        ({0: {"a", "b"}, 1: {"a"}, 2: {"b"}}, ((0, 1), (0, 2))),  # with a phone in one and a laptop in the other
    ],
)
def test_pairs_are_found_and_survive_the_way_to_another_node(
    marks: dict[int, set[str]], pairs: tuple[tuple[int, int], ...]
) -> None:
    frozen: dict[int, Any] = {seat: frozenset(found) for seat, found in marks.items()}
    assert same_network(frozen) == pairs
    assert from_text(to_text(frozen)) == frozen
