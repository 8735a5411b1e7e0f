"""Which pages may act for a guest: our own. Browsers say where a request comes from, and are believed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from stolik.server.app import litestar_app
from stolik.server.app_context import AppContext
from stolik.server.guests import COOKIE
from stolik.server.settings import Settings
from stolik.store.open_store import store_at
from support.servers import Guest, RunningServer, running

SAFE = {"GET", "HEAD", "OPTIONS"}


def routes_that_change_something() -> Iterator[tuple[str, str]]:
    app = litestar_app(AppContext(Settings(), store_at("never-opened.db")))
    for route in app.routes:
        for method in sorted(getattr(route, "methods", set()) - SAFE):
            yield method, route.path.replace("{table:str}", "x").replace("{token:str}", "x").replace("{match:str}", "x")


CHANGES = sorted(routes_that_change_something())


def test_there_are_routes_to_guard() -> None:
    assert {("POST", "/api/me/forget"), ("POST", "/api/me/claim"), ("DELETE", "/api/me/tokens/x")} <= set(CHANGES)


async def cookie_of(server: RunningServer) -> str:
    async with httpx.AsyncClient(base_url=server.base, headers={"origin": server.base}) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        return f"{COOKIE}={http.cookies[COOKIE]}"


async def test_whatever_changes_something_is_refused_to_another_page(tmp_path: Path) -> None:
    """With a cookie, with a token, and with neither: a form of another site comes without the cookie."""
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        ala, cookie = await server.guest(), await cookie_of(server)
        for said in (
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": ""},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {"origin": server.base, "sec-fetch-site": "cross-site"},
            {"origin": server.base, "sec-fetch-site": "anything new"},
        ):
            for proof in ({}, {"cookie": cookie}, ala.headers):
                for method, path in CHANGES:
                    answer = await http.request(method, path, json={}, headers=said | proof)
                    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), (method, path, proof)
                    assert "set-cookie" not in answer.headers


async def test_a_page_that_is_not_ours_cannot_make_anybody_forget_who_they_are(tmp_path: Path) -> None:
    """A form of another site: the browser withholds the cookie (SameSite), and would obey one that is set."""
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        form = {"origin": "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        answer = await http.post("/api/me/forget", data={"x": "y"}, headers=form)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)


async def answered(server: RunningServer, **headers: str) -> int:
    """To somebody without a cookie who would like one. Sockets are open to the same pages."""
    async with httpx.AsyncClient(base_url=server.base, headers=headers) as http:
        by_http = (await http.post("/api/guests", json={"name": "Ala"})).status_code
    url = f"{server.base.replace('http', 'ws')}/api/tables/nowhere/socket"
    async with connect(url, additional_headers=headers, proxy=None) as socket:
        await socket.recv()
        await socket.wait_closed()
        by_socket = {4404: 201, 4403: 403}[socket.close_code or 0]
    assert by_http == by_socket, headers
    return by_http


async def test_scheme_host_and_port_are_compared(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        for origin, status in {
            "http://127.0.0.1:{port}": 201,
            "HTTP://127.0.0.1:{port}": 201,
            "https://127.0.0.1:{port}": 403,
            "http://127.0.0.1": 403,
            "http://127.0.0.1:1": 403,
            "http://localhost:{port}": 403,
            "http://127.0.0.1:{port}@evil.example": 403,
            "http://127.0.0.1:{port}.evil.example": 403,
            "http://127.0.0.1:{port}/": 403,
            "ws://127.0.0.1:{port}": 403,
            "127.0.0.1:{port}": 403,
            "http://": 403,
            "http://[": 403,
            "http://127.0.0.1:99999": 403,
            "http://127.0.0.1:0": 403,
        }.items():
            assert await answered(server, origin=origin.format(port=server.app.settings.port)) == status, origin


async def test_with_public_addresses_only_those_are_ours(tmp_path: Path) -> None:
    ours = ("https://cards.example", "http://lan.example:8080")
    async with running(tmp_path / "db", origins=ours) as server:
        for origin, status in {
            "https://cards.example": 201,
            "https://cards.example:443": 201,
            "http://lan.example:8080": 201,
            "http://cards.example": 403,
            "https://cards.example:8443": 403,
            "https://lan.example:8080": 403,
            "http://lan.example": 403,
            "http://127.0.0.1:{port}": 403,
            "https://cards.example.evil.example": 403,
        }.items():
            assert await answered(server, origin=origin.format(port=server.app.settings.port)) == status, origin


async def test_behind_a_proxy_the_scheme_is_the_one_that_it_names(tmp_path: Path) -> None:
    async with running(tmp_path / "db", trust_proxy=1) as server, httpx.AsyncClient(base_url=server.base) as http:
        for host, proto, origin, status in (
            ("cards.example", None, "http://cards.example", 201),
            ("cards.example:80", None, "http://cards.example", 201),
            ("cards.example", None, "http://cards.example:80", 201),
            ("cards.example", None, "https://cards.example", 403),
            ("cards.example", "https", "https://cards.example", 201),
            ("cards.example", "https", "https://cards.example:443", 201),
            ("cards.example:443", "https", "https://cards.example", 201),
            ("CARDS.example", "HTTPS", "https://cards.example", 201),
            ("cards.example", "wss", "https://cards.example", 201),
            ("cards.example:8443", "https", "https://cards.example:8443", 201),
            ("cards.example:8443", "https", "https://cards.example", 403),
            ("cards.example", "https", "http://cards.example", 403),
            ("cards.example", "http, https", "https://cards.example", 201),
            ("cards.example", "https, http", "https://cards.example", 403),
            ("cards.example", "gopher", "https://cards.example", 403),
            ("[2001:db8::1]:8000", None, "http://[2001:db8::1]:8000", 201),
        ):
            said = {"host": host, "origin": origin} | ({} if proto is None else {"x-forwarded-proto": proto})
            answer = await http.post("/api/guests", json={"name": "Ala"}, headers=said)
            assert answer.status_code == status, said
            if status == 201:
                assert ("Secure" in answer.headers["set-cookie"]) == origin.startswith("https")
            http.cookies.clear()


@pytest.mark.parametrize(("proxies", "named"), [(1, "http"), (2, "https"), (3, "https")])
async def test_of_several_proxies_the_outermost_that_is_trusted_names_the_scheme(
    proxies: int, named: str, tmp_path: Path
) -> None:
    """The page was fetched by https; the second proxy added that it was asked by the first without."""
    async with running(tmp_path / "db", trust_proxy=proxies) as server, httpx.AsyncClient(base_url=server.base) as http:
        lines = [("host", "cards.example"), ("x-forwarded-proto", "https"), ("x-forwarded-proto", "http")]
        for scheme in ("http", "https"):
            answer = await http.post("/api/me/forget", headers=[*lines, ("origin", f"{scheme}://cards.example")])
            assert answer.status_code == (200 if scheme == named else 403)


async def test_nobody_but_a_trusted_proxy_names_the_scheme(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        secure = {"x-forwarded-proto": "https", "origin": server.base.replace("http", "https")}
        assert await answered(server, **secure) == 403


async def test_the_cookie_is_secure_where_its_page_is(tmp_path: Path) -> None:
    """One server, two addresses: at home without https, and outside with it."""
    ours = ("https://cards.example", "http://lan.example:8080")
    async with running(tmp_path / "db", origins=ours) as server, httpx.AsyncClient(base_url=server.base) as http:
        for origin in ours:
            answer = await http.post("/api/guests", json={"name": "Ala"}, headers={"origin": origin})
            assert ("Secure" in answer.headers["set-cookie"]) == origin.startswith("https"), origin


@pytest.mark.parametrize("second", ["https://evil.example", "http://127.0.0.1:{port}"])
async def test_a_request_comes_from_one_page(second: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        port = server.app.settings.port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"POST /api/me/forget HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {server.base}\r\n"
            f"Origin: {second.format(port=port)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        assert b" 403 " in answer.split(b"\r\n")[0]


async def test_programs_name_no_page_and_are_welcome(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        made = await http.post("/api/guests", json={"name": "Robot", "program": "bot"})
        assert made.status_code == 201
        robot = Guest(server.base, "Robot", made.json()["token"])
        table = await robot.make_table("no_thanks", "mbb")
        assert (await robot.do(table, "start"))["type"] == "accepted"
        async with robot.line(table) as line:
            await line.until(lambda line: line.position)
        assert (await robot.http.patch("/api/me", json={"name": "Robert"})).status_code == 200
        await robot.http.aclose()
        answer = await http.post("/api/guests", json={"name": "curl"})  # by hand, with a jar for cookies
        assert answer.status_code == 201
        own = {"origin": server.base, "sec-fetch-site": "same-origin"}
        assert (await http.patch("/api/me", json={"name": "Curl"}, headers=own)).status_code == 200


@pytest.mark.parametrize("path", ["/api/tables/{table}/feed?subscriber=x&wait=0", "/api/tables/{table}/hint"])
async def test_asking_for_news_or_a_hint_is_not_for_another_page(path: str, tmp_path: Path) -> None:
    """A GET, but it makes the guest present, or costs them a hint."""
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb", hints=True)
        await ala.do(table, "start")
        foreign: list[dict[str, Any]] = [{"sec-fetch-site": "same-site"}, {"sec-fetch-site": "cross-site"}]
        for said in [*foreign, {"origin": "https://evil.example"}]:
            answer = await ala.http.get(path.format(table=table), headers=said)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), said
        shown = await ala.get(f"/api/tables/{table}")
        assert not shown["chairs"][0]["present"]
        for said in ({}, {"sec-fetch-site": "same-origin"}):
            answer = await ala.http.get(path.format(table=table), headers=said)
            assert answer.status_code in (200, 409), answer.text
