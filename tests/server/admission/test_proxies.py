"""Behind proxies: who a client is, is what the proxies say that we trust, and nothing that the client says."""

import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from stolik.server.admission.client_address import forwarded_address, parse_address
from stolik.server.admission.rate_limits import Rate
from support.loopback import needs_several_addresses
from support.proxies import program, proxy
from support.servers import GENEROUS, Guest, running

ATTACKER, VICTIM = "127.0.0.5", "127.0.0.6"
CHAINS = [["haproxy"], ["nginx"], ["haproxy", "nginx"], ["nginx", "haproxy"], ["haproxy", "haproxy"]]
FORGED: list[list[str]] = [
    [],
    ["203.0.113.1"],
    ["203.0.113.2", "203.0.113.3"],
    ["203.0.113.4, 203.0.113.5, 203.0.113.6"],
    ["203.0.113.7,", ",203.0.113.8", ","],
    [""],
    ["unknown", "_hidden, [2001:db8::1]:80"],
    ["2001:db8::2"],
    ["127.0.0.6"],
    ["203.0.113.9:1234"],
    ["x" * 500],
]


@contextmanager
def chain(names: list[str], folder: Path, behind: int) -> Iterator[int]:
    """The port of the first of them, who talks to the next, who talks to the server."""
    with ExitStack() as proxies:
        for name in reversed(names):
            behind = proxies.enter_context(proxy(name, folder, behind))
        yield behind


def client(port: int, source: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=source, verify=False)
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=20)


@needs_several_addresses
@pytest.mark.parametrize("names", CHAINS, ids="-".join)
async def test_nobody_walks_around_a_limit_by_writing_addresses_of_their_own(names: list[str], tmp_path: Path) -> None:
    for name in names:
        program(name)
    rates = msgspec.structs.replace(GENEROUS, requests=Rate(4, 0.0001))
    async with running(tmp_path / "db", trust_proxy=len(names), rates=rates) as server:
        with chain(names, tmp_path, server.app.settings.port) as port:
            async with client(port, ATTACKER) as attacker, client(port, VICTIM) as victim:
                codes = []
                for lines in FORGED:
                    headers = [("x-forwarded-for", line) for line in lines]
                    codes.append((await attacker.get("/api/games", headers=headers)).status_code)
                assert codes == [200] * 4 + [429] * (len(FORGED) - 4)
                assert (await victim.get("/api/games")).status_code == 200


@needs_several_addresses
@pytest.mark.parametrize("names", CHAINS, ids="-".join)
async def test_people_behind_a_proxy_play_and_are_counted_one_by_one(names: list[str], tmp_path: Path) -> None:
    for name in names:
        program(name)
    async with running(tmp_path / "db", trust_proxy=len(names), sockets_per_address=2) as server:
        with chain(names, tmp_path, server.app.settings.port) as port:
            base = f"http://127.0.0.1:{port}"
            ala, olek = [await Guest.introduced(base, "Ala", source) for source in (ATTACKER, VICTIM)]
            table = await ala.make_table("no_thanks", "mpb")
            async with ala.line(table) as one, ala.line(table), olek.line(table) as two:
                await one.until(lambda line: line.table)
                assert (await two.ask("sit"))["type"] == "accepted"
                assert (await one.ask("start"))["type"] == "accepted"
                await two.until(lambda line: line.position)
                url = f"{base.replace('http', 'ws')}/api/tables/{table}/socket"
                forged = {"x-forwarded-for": "203.0.113.1"}
                async with connect(url, additional_headers=forged, local_addr=(ATTACKER, 0)) as socket:
                    assert '"code":"too_fast"' in str(await socket.recv())
            await ala.http.aclose()
            await olek.http.aclose()


@needs_several_addresses
@pytest.mark.parametrize("name", ["haproxy", "nginx"])
async def test_behind_a_proxy_a_page_is_known_by_the_address_that_people_type(name: str, tmp_path: Path) -> None:
    program(name)
    async with running(tmp_path / "db", trust_proxy=1) as server:
        with proxy(name, tmp_path, server.app.settings.port) as port:
            async with client(port, VICTIM) as http:
                for origin, said, status in (
                    (f"http://127.0.0.1:{port}", "http", 201),
                    (f"http://127.0.0.1:{port}", "https", 201),  # what the client says is not believed
                    (f"https://127.0.0.1:{port}", "https", 403),
                    (server.base, "http", 403),
                    ("http://127.0.0.1", "http", 403),
                ):
                    headers = {"origin": origin, "x-forwarded-proto": said}
                    answer = await http.post("/api/guests", json={"name": "Ala"}, headers=headers)
                    assert answer.status_code == status, (origin, said)
                    assert "Secure" not in answer.headers.get("set-cookie", "")
                    http.cookies.clear()


@needs_several_addresses
@pytest.mark.parametrize("name", ["haproxy", "nginx"])
async def test_with_https_as_the_manual_says_it(name: str, tmp_path: Path) -> None:
    for one in (name, "openssl"):
        program(one)
    origin, rates = "https://cards.example", msgspec.structs.replace(GENEROUS, names=Rate(2, 0.0001))
    async with running(tmp_path / "db", trust_proxy=1, origins=(origin,), rates=rates) as server:
        with proxy(name, tmp_path, server.app.settings.port, as_documented=True) as port:
            here = {"base_url": f"https://127.0.0.1:{port}", "headers": {"host": "cards.example"}}
            transport = httpx.AsyncHTTPTransport(local_address=VICTIM, verify=False)
            async with httpx.AsyncClient(**here, transport=transport, timeout=20) as http:  # type: ignore[arg-type]
                assert (await http.get("/health")).status_code == 200
                assert (await http.get("/metrics")).status_code == 404
                foreign = {"origin": "http://cards.example"}
                assert (await http.post("/api/guests", json={"name": "Eve"}, headers=foreign)).status_code == 403
                for forged in ("203.0.113.1", "203.0.113.2", "203.0.113.3"):
                    headers = {"origin": origin, "x-forwarded-for": forged}
                    answer = await http.post("/api/guests", json={"name": "Ala"}, headers=headers)
                    if answer.status_code == 201:
                        assert "Secure" in answer.headers["set-cookie"]
                        cookie = answer.headers["set-cookie"].partition(";")[0]
                assert answer.status_code == 429  # the third from one address
                own = {"origin": origin, "cookie": cookie}
                link = await http.post("/api/me/link", headers=own)
                assert link.json()["url"].startswith(f"{origin}/move#")
                chairs = [{"kind": "me"}, {"kind": "person"}, {"kind": "person"}]
                body = {"game": "no_thanks", "options": {"players": 3}, "chairs": chairs}
                table = (await http.post("/api/tables", json=body, headers=own)).json()["id"]
            trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            trusting.check_hostname = False
            trusting.verify_mode = ssl.CERT_NONE
            url = f"wss://127.0.0.1:{port}/api/tables/{table}/socket"
            async with connect(url, additional_headers=own, ssl=trusting) as socket:
                assert '"seat":0' in str(await socket.recv())


PEER = "198.51.100.1"


@pytest.mark.parametrize(
    ("proxies", "lines", "found"),
    [
        (0, [], PEER),
        (0, ["192.0.2.1"], PEER),  # nobody is trusted
        (1, [], PEER),
        (1, ["192.0.2.1"], "192.0.2.1"),
        (1, ["192.0.2.9, 192.0.2.1"], "192.0.2.1"),
        (1, ["192.0.2.9", "192.0.2.1"], "192.0.2.1"),
        (1, ["192.0.2.1", "192.0.2.9,192.0.2.8", " 192.0.2.2 "], "192.0.2.2"),
        (2, ["192.0.2.1"], PEER),  # shorter than it should be
        (2, ["192.0.2.1", "192.0.2.2"], "192.0.2.1"),
        (2, ["192.0.2.9", "192.0.2.1, 192.0.2.2"], "192.0.2.1"),
        (3, ["192.0.2.9, 192.0.2.1", "192.0.2.2", "192.0.2.3"], "192.0.2.1"),
        (1, [""], PEER),
        (1, ["192.0.2.1,"], PEER),
        (1, ["192.0.2.1, unknown"], PEER),
        (1, ["192.0.2.1, _hidden"], PEER),
        (1, ["192.0.2.1, 192.0.2.256"], PEER),
        (1, ["192.0.2.1, 192.0.2.1.1"], PEER),
        (1, ["192.0.2.1, \ud800\u0661"], PEER),
        (1, ["192.0.2.1:4711"], "192.0.2.1"),
        (1, ["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        (1, ["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        (1, ["::ffff:192.0.2.1"], "192.0.2.1"),
        (1, ["fe80::1%eth0"], "fe80::/64"),
    ],
)
def test_the_address_is_counted_from_the_right(proxies: int, lines: list[str], found: str) -> None:
    assert forwarded_address(PEER, lines, proxies) == found


def test_who_has_no_address_at_all_is_counted_too() -> None:
    assert forwarded_address("", [], 0) == forwarded_address("unix:", ["x"], 1) == "unknown"


def test_the_network_around_a_household() -> None:
    for text, wider in {"2001:db8:1:2:3::4": "2001:db8:1::/48", "192.0.2.1": "", "::ffff:192.0.2.1": ""}.items():
        found = parse_address(text)
        assert found is not None
        assert found.wider == wider
