"""Static pages for browsers: built from `web/`, read once at the start, served from memory.

They are one application, which finds out by itself what the address means; here it is only told apart from nothing.
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from stolik.server.api.dependencies import AnyRequest

INDEX = "/index.html"
PAGES = re.compile(r"/(t/[^/]+(/.*)?|c/[^/]+|new/[^/]+|rules(/[^/]+)?|replay/[^/]+|proof(/[^/]+)?|move|me)?")
FOR_PROGRAMS = frozenset({"api", "health", "metrics", "schema", "assets"})
"""Below these, even a browser is told in JSON that there is nothing."""

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""What a browser may accept, the smallest first, and where it lies."""
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""Not from the `mimetypes` of the machine, which on Windows anybody may have changed."""


class Encoded(NamedTuple):
    """A file as it goes out, compressed or not."""

    body: bytes
    tag: str
    headers: dict[str, str]


class Pages:
    def __init__(self, folder: Path) -> None:
        """A folder that has not been built is an empty one."""
        built = (folder / INDEX[1:]).is_file()
        self._files = dict(_read(folder)) if built else {}

    def answer(self, request: AnyRequest) -> ASGIResponse | None:
        """None: it is not for us to answer."""
        path = request.scope["path"]
        if request.method not in ("GET", "HEAD") or not self._files:
            return None
        if path in self._files or PAGES.fullmatch(path):
            return _sent(self._files.get(path, self._files[INDEX]), request, 200)
        if path[1:].partition("/")[0] not in FOR_PROGRAMS and "text/html" in request.headers.get("accept", ""):
            return _sent(self._files[INDEX], request, 404)
        return None


def with_pages(app: ASGIApp, folder: Path) -> ASGIApp:
    """Before all routes."""
    pages = Pages(folder)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        found = pages.answer(AnyRequest(scope)) if scope["type"] == ScopeType.HTTP else None
        await (found or app)(scope, receive, send)

    return wrapped


def _read(folder: Path) -> list[tuple[str, dict[str, Encoded]]]:
    """By path, and then by encoding; tools keep notes of their own in hidden folders."""
    found = []
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        if file.is_file() and file.suffix not in ENCODINGS.values() and not any(part[0] == "." for part in name.parts):
            found.append((f"/{name.as_posix()}", _forms(file, in_assets=name.parts[0] == "assets")))
    return found


def _forms(file: Path, *, in_assets: bool) -> dict[str, Encoded]:
    kept = {
        "content-type": MEDIA_TYPES.get(file.suffix, "application/octet-stream"),
        "cache-control": IMMUTABLE if in_assets else REVALIDATE,
        "vary": "accept-encoding",
    }
    forms = {}
    for encoding, ending in {**ENCODINGS, "": ""}.items():
        form = file.with_name(file.name + ending)
        if form.is_file():
            body = form.read_bytes()
            tag = f'"{sha256(body).hexdigest()[:32]}"'
            headers = kept | {"etag": tag} | ({"content-encoding": encoding} if encoding else {})
            forms[encoding] = Encoded(body, tag, headers)
    return forms


def _sent(forms: dict[str, Encoded], request: AnyRequest, status: int) -> ASGIResponse:
    accepted = _accepted(request.headers)
    form = next(form for encoding, form in forms.items() if not encoding or encoding in accepted)
    if status == 200 and form.tag in _known(request.headers):
        return ASGIResponse(status_code=304, headers=form.headers)
    headers = form.headers | {"content-length": str(len(form.body))}
    if request.method == "HEAD":
        return ASGIResponse(status_code=status, headers=headers, is_head_response=True)
    return ASGIResponse(status_code=status, headers=headers, body=form.body)


def _accepted(headers: Headers) -> set[str]:
    found = set()
    for part in headers.get("accept-encoding", "").split(","):
        encoding, _, weight = part.partition(";")
        if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight):
            found.add(encoding.strip().lower())
    return found


def _known(headers: Headers) -> set[str]:
    """What the browser has already; a proxy may have marked it as weak."""
    return {part.strip().removeprefix("W/") for part in headers.get("if-none-match", "").split(",")}
