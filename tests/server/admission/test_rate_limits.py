"""Limits count guests and addresses, however many sockets and requests they use; and no household is too fast."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.server.admission.client_address import Address
from stolik.server.admission.rate_limits import HOUSEHOLD, NEIGHBOURS, OpenLimit, Rate, RateLimits, Rates
from stolik.server.errors import RequestRefused
from support.servers import GENEROUS, Guest, Line, running

NEVER_AGAIN = 0.0001
"""Tokens a second: none comes back while a test runs."""


def few(**most: int) -> Rates:
    return msgspec.structs.replace(GENEROUS, **{name: Rate(count, NEVER_AGAIN) for name, count in most.items()})


async def opened(lines: AsyncExitStack, guest: Guest, table: str) -> Line:
    line = await lines.enter_async_context(guest.line(table))
    await line.until(lambda line: line.table)
    return line


async def accepted(lines: list[Line], command: dict[str, Any], each: int) -> int:
    """All at once, on all of them: how many were accepted."""
    answers = await asyncio.gather(*(line.ask(**command) for line in lines for _ in range(each)))
    assert all(answer["type"] == "accepted" or answer["code"] == "too_fast" for answer in answers)
    return sum(answer["type"] == "accepted" for answer in answers)


async def test_twenty_sockets_of_two_guests_are_two_guests(tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(commands=30)) as server, AsyncExitStack() as lines:
        ala, olek = await server.guest(), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpp")
        sockets = [await opened(lines, guest, table) for guest in (ala, olek) for _ in range(10)]
        assert await accepted(sockets, {"type_": "beat"}, each=10) == 2 * 30
        assert (await sockets[0].ask("beat"))["code"] == "too_fast"
        assert (await ala.do(table, "beat"))["code"] == "too_fast"  # nor over HTTP


async def test_commands_over_http_count_with_those_on_sockets(tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(commands=5)) as server, AsyncExitStack() as lines:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        for _ in range(3):
            assert (await ala.do(table, "beat"))["type"] == "accepted"
        assert await accepted([await opened(lines, ala, table)], {"type_": "beat"}, each=9) == 2
        answer = await ala.do(table, "beat", id=77)
        assert (answer["type"], answer["code"], answer["id"]) == ("refused", "too_fast", 77)


@pytest.mark.parametrize(
    ("limit", "command"),
    [
        ("commands", {"type_": "beat"}),
        ("chat", {"type_": "say", "text": "hello"}),
        ("reactions", {"type_": "react", "reaction": "wow"}),
    ],
)
async def test_many_guests_of_one_address_are_one_household(
    limit: str, command: dict[str, Any], tmp_path: Path
) -> None:
    async with running(tmp_path / "db", rates=few(**{limit: 3})) as server, AsyncExitStack() as lines:
        guests = [await server.guest(f"Guest {number}") for number in range(HOUSEHOLD + 4)]
        tables = [await guest.make_table("no_thanks", "mpp") for guest in guests]
        sockets = [await opened(lines, guest, table) for guest, table in zip(guests, tables, strict=True)]
        assert await accepted(sockets[:1], command, each=4) == 3
        assert await accepted(sockets[1:], command, each=3) == 3 * (HOUSEHOLD - 1)


async def test_who_has_no_name_is_counted_by_address(tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(commands=2)) as server, AsyncExitStack() as lines:
        table = await (await server.guest()).make_table("no_thanks", "mpp")
        nobody = Guest(server.base, "", "")
        nobody.headers = {}
        watching = [await opened(lines, nobody, table) for _ in range(5)]
        assert await accepted(watching, {"type_": "beat"}, each=6) == 2 * HOUSEHOLD
        await nobody.http.aclose()


async def test_too_fast_on_a_socket_says_which_command_it_was(tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(commands=1)) as server, AsyncExitStack() as lines:
        ala = await server.guest()
        line = await opened(lines, ala, await ala.make_table("no_thanks", "mpp"))
        await line.ask("beat")
        for text, id_ in {
            '{"type":"say","text":"hello","id":41}': 41,
            '{"id":42,"type":"move","match":1,"number":0,"seen":0,"moves":[{"type":"take","deep":[[[]]]}]}': 42,
            '{"type":"beat"}': None,
            '{"type":"beat","id":-1}': None,
            '{"type":"beat","id":"43"}': None,
            "[]": None,
            "": None,
        }.items():
            before = len(line.frames)
            await line.socket.send(text)
            await line.until(lambda line, before=before: len(line.frames) > before)  # type: ignore[misc]
            assert (line.frames[-1]["code"], line.frames[-1]["id"]) == ("too_fast", id_), text


async def test_a_command_that_is_too_large_is_named_too(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, AsyncExitStack() as lines:
        ala = await server.guest()
        line = await opened(lines, ala, await ala.make_table("no_thanks", "mpp"))
        answer = await line.ask("say", text="x" * 20_000)
        assert answer["code"] == "too_large"


async def test_who_goes_on_after_many_refusals_is_sent_away(tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(commands=1)) as server, AsyncExitStack() as lines:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        line, other = await opened(lines, ala, table), await opened(lines, ala, table)
        for _ in range(400):
            await line.socket.send('{"type":"beat"}')
        with pytest.raises(ConnectionError, match="4429"):
            await line.until(lambda line: False)
        assert other.closed is None  # who was silent meanwhile


@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("POST", "/api/guests", b"{"),
        ("POST", "/api/guests", b'{"name":"\xff"}'),
        ("POST", "/api/guests", b"[" * 5000),
        ("POST", "/api/verify", b"x"),
        ("GET", "/api/nothing", b""),
        ("DELETE", "/api/tables", b""),
        ("GET", "/metrics", b""),
    ],
)
async def test_what_no_route_answers_is_counted_too(method: str, path: str, content: bytes, tmp_path: Path) -> None:
    async with running(tmp_path / "db", rates=few(requests=3)) as server:
        async with httpx.AsyncClient(base_url=server.base) as http:
            codes = [(await http.request(method, path, content=content)).status_code for _ in range(5)]
        assert 429 not in codes[:3]
        assert codes[3:] == [429, 429]


async def test_whoever_asks_too_much_still_hears_whether_the_server_is_well(tmp_path: Path) -> None:
    """A watchdog may share its address with others: all of a house do, behind a proxy that names none."""
    rates = few(requests=3, pages=3)
    async with running(tmp_path / "db", rates=rates) as server, httpx.AsyncClient(base_url=server.base) as http:
        assert [(await http.get("/api/games")).status_code for _ in range(4)][3] == 429
        assert (await http.get("/health")).status_code == 200


async def test_requests_under_way_are_counted(tmp_path: Path) -> None:
    async with running(tmp_path / "db", requests_per_address=2, trust_proxy=1) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp")
        here, there = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}

        async def polled(name: str, headers: dict[str, str]) -> int:
            path = f"/api/tables/{table}/feed?subscriber={name}"
            await ala.http.get(path, headers=headers)  # the snapshot
            return (await ala.http.get(path, headers=headers)).status_code

        waiting = [asyncio.create_task(polled(name, here)) for name in "ab"]
        await asyncio.sleep(0.5)
        refused = await ala.http.get("/api/games", headers=here)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
        assert (await ala.http.get("/api/games", headers=there)).status_code == 200
        await ala.do(table, "say", text="hello")
        assert {await one for one in waiting} == {200}
        assert (await ala.http.get("/api/games", headers=here)).status_code == 200


async def test_feeds_without_sockets_are_counted(tmp_path: Path) -> None:
    async with running(tmp_path / "db", sockets_per_guest=3, sockets_per_address=5) as server:
        ala, olek = await server.guest(), await server.guest("Olek")
        table = await ala.make_table("no_thanks", "mpp")

        async def polled(guest: Guest, names: str) -> list[int]:
            path = f"/api/tables/{table}/feed?wait=0&subscriber="
            return sorted([one.status_code for one in await asyncio.gather(*(guest.http.get(path + n) for n in names))])

        assert await polled(ala, "abcde") == [200] * 3 + [429] * 2
        assert await polled(olek, "abc") == [200] * 2 + [429]
        assert await polled(ala, "aab") == [200] * 3  # those that are there may come again
        live = await server.app.tables.get(table)
        assert len(live.presence.subscribers) == 5


# Households and networks


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


GUESTS = [f"guest {number}" for number in range(HOUSEHOLD)]


@pytest.mark.parametrize("limit", ["commands", "chat", "reactions", "tables", "hints"])
@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8:1:2::/64"])
def test_eight_at_one_address_may_each_do_all_that_one_may(limit: str, address: str) -> None:
    clock = Clock()
    limits = RateLimits(Rates(), clock)
    rate: Rate = getattr(limits.rates, limit)
    for _ in range(int(rate.burst)):
        for guest in GUESTS:
            limits.check_guest(rate, limit, guest, Address(address))
    for _ in range(100):
        clock.now += 1 / rate.each_second + 1e-9
        for guest in GUESTS:
            limits.check_guest(rate, limit, guest, Address(address))
    with pytest.raises(RequestRefused):
        limits.check_guest(rate, limit, "a ninth", Address(address))


def test_a_household_of_eight_that_plays_is_never_refused() -> None:
    """An evening: everybody presses twice a second, chats, reacts, and at times all do a dozen things at once."""
    clock, home = Clock(), Address("192.0.2.1")
    limits = RateLimits(Rates(), clock)
    rates = limits.rates
    for second in range(3600):
        clock.now += 1
        for guest in GUESTS:
            for _ in range(14 if second % 30 == 0 else 2):
                limits.check_guest(rates.commands, "commands", guest, home)
            if second % 4 == 0:
                limits.check_guest(rates.chat, "chat", guest, home)
            if second % 2 == 0:
                limits.check_guest(rates.reactions, "react", guest, home)
            for _ in range(3):  # without sockets: each news is a request
                limits.check(rates.requests, "requests", home)


def test_who_is_refused_takes_nothing_from_those_beside_them() -> None:
    limits = RateLimits(few(commands=2), Clock())
    rate, home = limits.rates.commands, Address("2001:db8:1:2::/64")
    for number in range(100):
        if number < 2:
            limits.check_guest(rate, "commands", "greedy", home)
        else:
            with pytest.raises(RequestRefused):
                limits.check_guest(rate, "commands", "greedy", home)
    for _ in range(2):
        for guest in GUESTS[1:]:
            limits.check_guest(rate, "commands", guest, home)
    limits.check(rate, "requests", home)
    limits.check(rate, "requests", home)
    for _ in range(100):
        with pytest.raises(RequestRefused):
            limits.check(rate, "requests", home)
    for number in range(NEIGHBOURS - 1):
        for _ in range(2):
            limits.check(rate, "requests", Address(f"2001:db8:1:{number + 10}::/64"))
    with pytest.raises(RequestRefused):
        limits.check(rate, "requests", Address("2001:db8:1:99::/64"))


def test_a_network_of_65536_households_has_what_a_few_have() -> None:
    limits = RateLimits(few(requests=10), Clock())
    passed = 0
    for number in range(2**16):
        try:
            limits.check(limits.rates.requests, "requests", Address(f"2001:db8:1:{number:x}::/64"))
        except RequestRefused:
            continue
        passed += 1
    assert passed == 10 * NEIGHBOURS
    limits.check(limits.rates.requests, "requests", Address("2001:db8:2::/64"))  # the next network


def test_what_is_open_is_counted_by_network_too() -> None:
    limit = OpenLimit(2, "too many")
    house = [Address(f"2001:db8:1:{number:x}::/64") for number in range(NEIGHBOURS + 1)]
    for address in house[:NEIGHBOURS]:
        limit.add(address)
        limit.add(address)
        with pytest.raises(RequestRefused, match="too many"):
            limit.add(address)
    with pytest.raises(RequestRefused, match="too many"):
        limit.add(house[NEIGHBOURS])
    for address in house[:NEIGHBOURS]:
        limit.remove(address)
        limit.remove(address)
    assert not len(limit)


async def test_one_network_cannot_walk_around_a_limit(tmp_path: Path) -> None:
    rates = few(requests=5)
    async with (
        running(tmp_path / "db", trust_proxy=1, rates=rates) as server,
        httpx.AsyncClient(base_url=server.base) as http,
    ):

        async def asked(address: str) -> int:
            return (await http.get("/api/games", headers={"x-forwarded-for": address})).status_code

        same = [await asked(f"2001:db8:1:2::{number}") for number in range(7)]
        assert same == [200] * 5 + [429] * 2
        spread = [await asked(f"2001:db8:1:{number + 3:x}::1") for number in range(60)]
        assert spread.count(200) == 5 * NEIGHBOURS - 5
        assert await asked("2001:db8:2::1") == 200


def test_buckets_are_forgotten_when_they_are_full_again() -> None:
    clock = Clock()
    limits = RateLimits(Rates(), clock)
    for number in range(1000):
        limits.check(limits.rates.requests, "requests", Address(f"192.0.{number // 250}.{number % 250}"))
    clock.now += 60
    limits.check(limits.rates.requests, "requests", Address("192.0.2.1"))
    assert len(limits._buckets) == 1
