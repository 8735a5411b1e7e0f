"""Making and finding tables, as the docs say it is done."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from stolik.server.tables.join_codes import qr_svg
from support.servers import Guest, running

DOCS = (Path(__file__).parent.parent.parent.parent / "docs/hosts/server.md").read_text("utf-8")
YEAR = 365 * 24 * 3600.0


def example() -> dict[str, Any]:
    """The body of POST /api/tables in the docs."""
    found = re.search(r"`POST /api/tables` makes a table:\n\n```json\n(.*?)```", DOCS, re.DOTALL)
    assert found is not None
    body: dict[str, Any] = json.loads(found[1])
    return body


async def test_the_example_of_the_docs_makes_the_table_that_it_describes(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        answer = await ala.http.post("/api/tables", json=example())
        assert answer.status_code == 201
        shown = answer.json()
        assert [(chair["kind"], chair["taken"], chair["level"]) for chair in shown["chairs"]] == [
            *(("person", True, None), ("person", False, None), ("bot", True, "normal"))
        ]
        for name in ("game", "clock", "public", "hints", "keep_chairs"):
            assert shown[name] == example()[name]


async def test_what_may_be_left_out_is_as_the_docs_say(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        body = {name: example()[name] for name in ("game", "options", "chairs")}
        shown = (await ala.http.post("/api/tables", json=body)).json()
        left_out = set(example()) - set(body)
        assert left_out == {"clock", "public", "hints", "keep_chairs"}
        assert (shown["clock"], shown["public"], shown["hints"], shown["keep_chairs"]) == (None, False, False, True)


@pytest.mark.parametrize("nonsense", [{"keep_chairs": "yes"}, {"keep_chairs": 7}, {"keep_chairs": None}])
async def test_a_wish_that_means_nothing_is_refused_and_makes_no_table(
    nonsense: dict[str, object], tmp_path: Path
) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        answer = await ala.http.post("/api/tables", json=example() | nonsense)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert "keep_chairs" in answer.json()["text"]
        assert await ala.get("/api/me/tables") == []


async def test_an_option_that_has_no_meaning_beside_the_others_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        chairs = [{"kind": "me"}, {"kind": "person"}, {"kind": "person"}]
        wished = {"game": "gang", "options": {"players": 3, "challenges": 5}, "chairs": chairs}
        answer = await ala.http.post("/api/tables", json=wished)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert "challenges has no meaning here, only with mode advanced" in answer.json()["text"]


@pytest.mark.parametrize("origins", [(), ("https://cards.example",)])
async def test_the_qr_code_is_that_of_the_link(origins: tuple[str, ...], tmp_path: Path) -> None:
    """Under the address that people type, which a proxy may have."""
    async with running(tmp_path / "db", origins=origins) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        base = origins[0] if origins else server.base
        assert (await ala.http.get(f"/api/tables/{table}/qr")).text == qr_svg(f"{base}/t/{table}")


async def test_a_table_is_kept_for_good(tmp_path: Path) -> None:
    """Ten years later its link and its code find it, and its match goes on. Only the front page does not list it."""
    now = [1_000_000_000.0]
    async with running(tmp_path / "db", {"now": lambda: now[0]}) as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mpp", public=True)
        code = (await ala.get(f"/api/tables/{table}"))["code"]
        for name in ("Olek", "Ewa"):
            await (await server.guest(name)).do(table, "sit")
        await ala.do(table, "start")
        token = ala.headers["authorization"].split()[1]
    now[0] += 10 * YEAR
    async with running(tmp_path / "db", {"now": lambda: now[0]}) as server:
        await server.app.tables.sweep()
        ala = Guest(server.base, "Ala", token)
        assert (await ala.get(f"/api/codes/{code}"))["id"] == table
        assert [found["id"] for found in await ala.get("/api/me/tables")] == [table]
        assert await ala.get("/api/tables", status="playing") == []
        async with ala.line(table) as line:
            await line.until(lambda line: line.position)
            assert line.table["status"] == "playing"
            assert line.you["seat"] == 0
        await ala.http.aclose()
