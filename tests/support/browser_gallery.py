"""The pages of a table without a server: web/gallery, built as files, shown at any moment that was played."""

import atexit
import mimetypes
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from urllib.parse import urlencode, urlsplit

from playwright.async_api import Browser, BrowserContext, Page, Route

from stolik import catalog
from support.browser_people import Language, Scheme

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
BUILT = WEB / "gallery" / "built"
PAGE = "gallery/page.html"
ORIGIN = "http://gallery.test"


@cache
def gallery_files() -> Path:
    """Those that `make test` has built, if newer than all that they are made of; otherwise built for this run."""
    page = BUILT / PAGE
    if page.is_file() and page.stat().st_mtime >= max(path.stat().st_mtime for path in _sources()):
        return BUILT
    folder = mkdtemp(prefix="stolik-gallery-")
    atexit.register(rmtree, folder, ignore_errors=True)
    environment = os.environ | {"STOLIK_GALLERY": folder}
    subprocess.run([sys.executable, ROOT / "tools" / "pages.py", "gallery"], check=True, env=environment)
    return Path(folder)


def _sources() -> Iterator[Path]:
    yield WEB / "package-lock.json"
    for folder in ("src", "gallery"):
        for path in (WEB / folder).rglob("*"):
            if path.is_file() and BUILT not in path.parents and not path.name.endswith(".test.ts"):
                yield path


async def open_gallery(
    browser: Browser, game: str, *, language: Language = "en", scheme: Scheme = "light", scale: float = 1
) -> Page:
    context = await browser.new_context(reduced_motion="reduce", device_scale_factor=scale, color_scheme=scheme)
    await _serve(context)
    page = await context.new_page()
    asked = urlencode({"game": game, "name": catalog.find(game).name, "language": language, "theme": scheme})
    await page.goto(f"{ORIGIN}/{PAGE}?{asked}")
    await page.wait_for_function("window.gallery !== undefined")
    return page


async def _serve(context: BrowserContext) -> None:
    files = gallery_files()

    async def answer(route: Route) -> None:
        path = files / urlsplit(route.request.url).path.lstrip("/")
        if path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            await route.fulfill(body=path.read_bytes(), content_type=kind)
        else:
            await route.fulfill(status=404)

    await context.route(f"{ORIGIN}/**", answer)
