"""Pages for browsers: which file, which form of it, how long it may be kept, and what is not a page."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.server.admission.rate_limits import Rate, Rates
from support.servers import GENEROUS, running

INDEX = "<!doctype html><title>Stolik</title>"
PROGRAM = "export const table = 'small';\n" * 40
AS_BROWSERS_ASK = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    files: dict[str, str | bytes] = {
        "index.html": INDEX,
        "favicon.svg": "<svg/>",
        "manifest.webmanifest": "{}",
        "assets/index-Ab12.js": PROGRAM,
        "assets/index-Ab12.js.br": b"as if by brotli",
        "assets/index-Ab12.js.gz": gzip.compress(PROGRAM.encode()),
        "assets/type-Cd34.woff2": b"wOF2",
        "assets/odd.unheard-of": b"?",
        ".vite/manifest.json": "{}",
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "secret.txt").write_text("not for everybody")
    return folder


@asynccontextmanager
async def browsing(pages: Path, **changes: Any) -> AsyncIterator[httpx.AsyncClient]:
    plainly = {"accept-encoding": "identity"}
    async with (
        running(pages.parent / "db", context={"pages": pages}, **changes) as server,
        httpx.AsyncClient(base_url=server.base, headers=plainly) as http,
    ):
        yield http


async def test_every_page_of_the_application_is_the_same_file(pages: Path) -> None:
    paths = ["/", "/t/x9_-Z", "/t/x9_-Z/settings/more", "/c/KXWPTA", "/new/no_thanks", "/rules", "/rules/no_thanks"]
    paths += ["/replay/x9_-Z.1", "/proof/x9_-Z.1", "/proof", "/move", "/me", "/index.html"]
    async with browsing(pages) as http:
        for path in paths:
            answer = await http.get(path)
            assert (answer.status_code, answer.text) == (200, INDEX), path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_what_was_built_meanwhile_is_shown_after_the_next_start(pages: Path) -> None:
    async with browsing(pages) as http:
        (pages / "index.html").write_text("<!doctype html><title>New</title>")
        assert (await http.get("/")).text == INDEX
    async with browsing(pages) as http:
        assert (await http.get("/")).text == "<!doctype html><title>New</title>"


async def test_whoever_takes_a_wrong_turn_is_told_so_on_a_page(pages: Path) -> None:
    async with browsing(pages) as http:
        for path in ("/nowhere", "/t", "/t/", "/rules/no_thanks/more", "/apis", "/.vite/manifest.json"):
            answer = await http.get(path, headers=AS_BROWSERS_ASK)
            assert (answer.status_code, answer.text) == (404, INDEX), path
        again = await http.get("/nowhere", headers=AS_BROWSERS_ASK | {"if-none-match": answer.headers["etag"]})
        assert again.status_code == 404


async def test_programs_are_told_in_json(pages: Path) -> None:
    async with browsing(pages) as http:
        for path in ("/api", "/api/nothing", "/health/nothing", "/assets/gone-Ef56.js", "/assets/"):
            answer = await http.get(path, headers=AS_BROWSERS_ASK)
            assert (answer.status_code, answer.json()["code"]) == (404, "malformed"), path
        answers = [await http.get("/nowhere"), await http.post("/nowhere", headers=AS_BROWSERS_ASK)]
        assert [(answer.status_code, answer.json()["type"]) for answer in answers] == [(404, "refused")] * 2
        assert (await http.get("/health")).json()["ok"]
        assert (await http.get("/api/games")).status_code == 200
        assert (await http.get("/schema/openapi.json")).json()["info"]["title"] == "Stolik"


async def test_what_is_named_by_its_content_may_be_kept_for_good(pages: Path) -> None:
    async with browsing(pages) as http:
        for name, kind in {
            "assets/index-Ab12.js": "text/javascript; charset=utf-8",
            "assets/type-Cd34.woff2": "font/woff2",
            "assets/odd.unheard-of": "application/octet-stream",
        }.items():
            answer = await http.get(f"/{name}")
            assert (answer.status_code, answer.content) == (200, (pages / name).read_bytes())
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_the_rest_is_asked_for_again_but_not_sent_again(pages: Path) -> None:
    async with browsing(pages) as http:
        for path, kind in {
            "/": "text/html; charset=utf-8",
            "/favicon.svg": "image/svg+xml",
            "/manifest.webmanifest": "application/manifest+json",
        }.items():
            first = await http.get(path)
            assert (first.headers["cache-control"], first.headers["content-type"]) == ("no-cache", kind)
            tag = first.headers["etag"]
            for known in (tag, f'"other", {tag}', f"W/{tag}"):
                answer = await http.get(path, headers={"if-none-match": known})
                assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
            assert (await http.get(path, headers={"if-none-match": '"other"'})).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip;q=1.0", "gzip"),
        ("br; q=0.0,gzip;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_the_smallest_form_that_the_browser_reads(accepted: str, chosen: str | None, pages: Path) -> None:
    name = "assets/index-Ab12.js" + {"br": ".br", "gzip": ".gz", None: ""}[chosen]
    async with browsing(pages) as http:
        request = http.build_request("GET", "/assets/index-Ab12.js", headers={"accept-encoding": accepted})
        answer = await http.send(request, stream=True)
        sent = b"".join([part async for part in answer.aiter_raw()])
        assert sent == (pages / name).read_bytes()
        assert answer.headers.get("content-encoding") == chosen
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-length"] == str(len(sent))


async def test_each_form_has_a_tag_of_its_own_and_none_has_an_address(pages: Path) -> None:
    async with browsing(pages) as http:
        asked = [
            await http.head("/assets/index-Ab12.js", headers={"accept-encoding": form}) for form in ("br", "gzip", "")
        ]
        assert len({answer.headers["etag"] for answer in asked}) == 3
        assert (await http.get("/assets/index-Ab12.js.br")).status_code == 404


async def test_head_is_get_without_the_body(pages: Path) -> None:
    async with browsing(pages) as http:
        for path, status in {"/": 200, "/assets/index-Ab12.js": 200, "/nowhere": 404}.items():
            got, asked = [await http.request(method, path, headers=AS_BROWSERS_ASK) for method in ("GET", "HEAD")]
            assert (asked.status_code, asked.content) == (status, b"")
            got.headers.pop("date", None)
            asked.headers.pop("date", None)
            assert asked.headers == got.headers


async def test_nothing_outside_the_folder_can_be_named(pages: Path) -> None:
    async with browsing(pages) as http:
        for path in (
            "/../secret.txt",
            "/assets/../../secret.txt",
            "/%2e%2e/secret.txt",
            "//secret.txt",
            "/..%2fsecret.txt",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", http.base_url.port)
            writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            assert answer.split()[1] in (b"400", b"404"), path
            assert b"not for everybody" not in answer


async def test_without_pages_the_front_door_says_how_to_build_them(tmp_path: Path) -> None:
    async with browsing(tmp_path / "never-built") as http:
        answer = await http.get("/")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "make play" in answer.text
        assert (await http.get("/t/x", headers=AS_BROWSERS_ASK)).json()["code"] == "malformed"


@pytest.mark.parametrize("path", ["/", "/favicon.svg", "/nowhere", "/schema/openapi.json"])
async def test_whatever_has_no_limit_of_its_own_is_limited_here(path: str, pages: Path) -> None:
    few = msgspec.structs.replace(GENEROUS, pages=Rate(2, 0.001))
    async with browsing(pages, rates=few) as http:
        codes = [(await http.get(path)).status_code for _ in range(3)]
        assert 429 not in codes[:2]
        assert codes[2] == 429
        answer = await http.get(path)
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("too_fast", "1")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert (await http.get("/api/games")).status_code == 200


async def test_a_household_that_opens_many_tabs_at_once_is_not_too_fast(pages: Path) -> None:
    async with browsing(pages, rates=Rates()) as http:
        answers = [await http.get(path) for _ in range(20) for path in ("/", *["/assets/index-Ab12.js"] * 24)]
        assert {answer.status_code for answer in answers} == {200}


async def test_pages_are_read_when_the_server_starts(pages: Path) -> None:
    async with browsing(pages) as http:
        (pages / "index.html").write_text("<title>A newer build</title>")
        assert (await http.get("/")).text == INDEX
    async with browsing(pages) as http:
        assert (await http.get("/")).text == "<title>A newer build</title>"
