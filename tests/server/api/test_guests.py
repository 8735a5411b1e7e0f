"""Who one is: names, cookies, tokens, other devices; and who may not pretend."""

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from stolik.server import guests
from support.servers import Guest, RunningServer, running


def browser(server: RunningServer, **headers: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.base, headers={"origin": server.base, **headers})


async def test_a_browser_gets_a_signed_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        stranger = await http.get("/api/me")
        assert (stranger.status_code, stranger.json()) == (200, None)  # no error: browsers would complain about it
        answer = await http.post("/api/guests", json={"name": "  Zażółć\u0000 \n gęślą  "})
        assert answer.status_code == 201
        assert answer.json() == {"name": "Zażółć gęślą", "token": None}
        cookie = answer.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie  # plain http
        assert (await http.get("/api/me")).json()["name"] == "Zażółć gęślą"
        assert (await http.patch("/api/me", json={"name": "Ala"})).json()["name"] == "Ala"
        assert (await http.get("/api/me")).json()["name"] == "Ala"
        assert (await http.post("/api/me/forget")).status_code == 200
        assert (await http.get("/api/me")).json() is None


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u0007", "x" * 101])
async def test_a_name_has_something_to_read(name: str, tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        answer = await http.post("/api/guests", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_forged_cookie_is_nobodys(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        good = http.cookies[guests.COOKIE]
        id_, _, signature = good.rpartition(".")
        for forged in (f"x{good}", f"{id_}.{'0' * 64}", id_, "", f".{signature}", f"other.{signature}", "ä.b"):
            cookie = {b"cookie": f"{guests.COOKIE}={forged}".encode()}
            assert (await http.get("/api/me", headers=cookie)).json() is None, forged
            assert (await http.get("/api/me/tables", headers=cookie)).status_code == 401, forged


async def test_the_cookie_is_good_on_every_node_and_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        cookies = dict(http.cookies)
    async with running(tmp_path / "db") as server, browser(server) as http:
        http.cookies.update(cookies)
        assert (await http.get("/api/me")).json()["name"] == "Ala"


async def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    origin = "https://cards.example"
    async with running(tmp_path / "db", origins=(origin,)) as server, browser(server, origin=origin) as http:
        answer = await http.post("/api/guests", json={"name": "Ala"})
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", None])
async def test_another_page_cannot_act_for_a_guest(origin: str | None, tmp_path: Path) -> None:
    """With the cookie, which browsers send along, and an Origin that is not ours, or none."""
    async with running(tmp_path / "db") as server:
        async with browser(server) as http:
            await http.post("/api/guests", json={"name": "Ala"})
            cookie = f"{guests.COOKIE}={http.cookies[guests.COOKIE]}"
        headers = {"cookie": cookie} | ({} if origin is None else {"origin": origin})
        async with httpx.AsyncClient(base_url=server.base, headers=headers) as evil:
            for path, body in (("/api/me/link", None), ("/api/tables", {"game": "x"}), ("/api/me/forget", None)):
                answer = await evil.post(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), path
            answer = await evil.patch("/api/me", json={"name": "Eve"})
            assert answer.status_code == 403
            assert (await evil.get("/api/me")).json()["name"] == "Ala"
        async with browser(server, **{"sec-fetch-site": "same-origin"}) as http:
            del http.headers["origin"]
            answer = await http.patch("/api/me", json={"name": "Ewa"}, headers={"cookie": cookie})
            assert answer.status_code == 200


async def test_another_page_cannot_open_a_socket_for_a_guest(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        body = {"game": "no_thanks", "options": {"players": 3}, "chairs": [{"kind": "me"}] + [{"kind": "person"}] * 2}
        table = (await http.post("/api/tables", json=body)).json()["id"]
        cookie = f"{guests.COOKIE}={http.cookies[guests.COOKIE]}"
        url = f"{server.base.replace('http', 'ws')}/api/tables/{table}/socket"
        for origin in ("https://evil.example", None):
            headers = {"cookie": cookie} | ({} if origin is None else {"origin": origin})
            async with connect(url, additional_headers=headers) as socket:
                assert "not_allowed" in str(await socket.recv())
                await socket.wait_closed()
                assert socket.close_code == 4403
        async with connect(url, additional_headers={"cookie": cookie, "origin": server.base}) as socket:
            assert '"seat":0' in str(await socket.recv())


async def test_programs_have_tokens_that_can_be_taken_away(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        made = (await http.post("/api/me/tokens", json={"label": "my bot"})).json()
        assert made["token"].startswith("stolik_")
        program = Guest(server.base, "Ala", made["token"])
        assert (await program.get("/api/me"))["name"] == "Ala"
        listed = (await http.get("/api/me/tokens")).json()
        assert [(found["label"], found["token"]) for found in listed] == [("my bot", None)]
        assert (await http.delete(f"/api/me/tokens/{listed[0]['id']}")).status_code == 204
        assert (await program.get("/api/me"))["code"] == "unknown_guest"
        assert (await http.delete(f"/api/me/tokens/{listed[0]['id']}")).status_code == 401
        for _ in range(guests.MAX_TOKENS):
            assert (await http.post("/api/me/tokens", json={"label": "x"})).status_code == 201
        assert (await http.post("/api/me/tokens", json={"label": "x"})).status_code == 403
        await program.http.aclose()


async def test_a_bad_token_is_refused_even_where_none_is_needed(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        for header in ("Bearer nonsense", "Basic abc", "Bearer", "x"):
            answer = await http.get("/api/me/tables", headers={"authorization": header})
            assert (answer.status_code, answer.json()["code"]) == (401, "unknown_guest")


async def test_a_link_moves_the_same_guest_to_another_device_once(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, browser(server) as laptop, browser(server) as phone:
        await laptop.post("/api/guests", json={"name": "Ala"})
        link = (await laptop.post("/api/me/link")).json()
        assert link["url"] == f"{server.base}/move#{link['key']}"  # after #: it is not sent to any server, nor logged
        assert link["qr"].startswith("<svg")
        assert (await phone.post("/api/me/claim", json={"key": link["key"]})).json()["name"] == "Ala"
        assert dict(phone.cookies) == dict(laptop.cookies)
        assert (await phone.post("/api/me/claim", json={"key": link["key"]})).status_code == 401
        assert (await phone.post("/api/me/claim", json={"key": "stolik_guess"})).status_code == 401
        program = (await laptop.post("/api/me/tokens", json={"label": "bot"})).json()["token"]
        assert (await phone.post("/api/me/claim", json={"key": program})).status_code == 401
        bearer = {"authorization": f"Bearer {(await laptop.post('/api/me/link')).json()['key']}"}
        assert (await phone.get("/api/me", headers=bearer)).status_code == 401


async def test_a_link_grows_old(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path / "db", {"now": lambda: now[0]}) as server, browser(server) as http:
        await http.post("/api/guests", json={"name": "Ala"})
        key = (await http.post("/api/me/link")).json()["key"]
        now[0] += guests.LINK_LIFETIME + 1
        assert (await http.post("/api/me/claim", json={"key": key})).status_code == 401
