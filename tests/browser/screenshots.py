"""Pictures of every page and state, to be looked at: `python -m browser.screenshots [part of a name …]`, from tests/.

They go to screenshots/ beside the README: {scene}-{desktop|phone}-{light|dark}.png, in Polish on one and English on the
other, so that both are seen.
"""

import asyncio
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, async_playwright, expect

from browser.drivers import driver
from browser.scenes import AT_TABLES, PAGES, At
from stolik import catalog
from support.browser_chromium import launch
from support.browser_people import Language, Looks, People, Scheme, Size
from support.browser_server import BrowserServer

FOLDER = Path(__file__).parent.parent.parent / "screenshots"
SIZES: tuple[Size, ...] = ("desktop", "phone")
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PATIENCE = 40_000
STILL = 0.6
"""Seconds until everything lies where it belongs."""


async def photograph(browser: Browser, base: str, scene: str, game: str | None, looks: Looks) -> None:
    people = People(browser, base)
    try:
        at = At(people, await people.come(**looks))
        await (PAGES[scene](at) if game is None else AT_TABLES[scene](at, driver(game)))
        await at.person.settled()
        await show_all(at.person.page)
        await asyncio.sleep(STILL)
        name = "-".join(part for part in (scene, game, looks["size"], looks["scheme"]) if part is not None)
        await at.person.page.screenshot(path=FOLDER / f"{name}.png")
        print(name)
    finally:
        await people.leave()


async def show_all(page: Page) -> None:
    """A window as tall as the page, so that what sticks to its foot lies there. A dialog is seen as it is."""
    size, tall = page.viewport_size, await page.evaluate("document.scrollingElement.scrollHeight")
    if size is not None and await page.get_by_role("dialog").count() == 0:
        await page.set_viewport_size({"width": size["width"], "height": max(size["height"], tall)})


async def photograph_all(base: str, wanted: list[str]) -> None:
    scenes = [(scene, None) for scene in PAGES] + [*product(AT_TABLES, catalog.keys())]
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for (scene, game), size, scheme in product(scenes, SIZES, SCHEMES):
            if wanted and not any(part in scene for part in wanted):
                continue
            language: Language = "pl" if (size == "phone") == (scheme == "light") else "en"
            await photograph(browser, base, scene, game, Looks(size=size, scheme=scheme, language=language))
        await browser.close()


def main() -> None:
    with TemporaryDirectory() as folder:
        server = BrowserServer(Path(folder))
        try:
            asyncio.run(photograph_all(server.base, sys.argv[1:]))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
