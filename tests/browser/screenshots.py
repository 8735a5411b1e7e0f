"""Pictures of every page and state, to be looked at: `python -m browser.screenshots [part of a name …]`, from tests/.

They go to screenshots/ beside the README: {scene}-{game}-{desktop|phone|landscape}-{light|dark}.png, in Polish on one
and English on the other, so that both are seen. A phone on its side matters at the tables only.
"""

import asyncio
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, async_playwright, expect

from browser.game_selection import one_game
from browser.scenes.lobby import PAGES
from browser.scenes.tables import AROUND_TABLES, AT_TABLES
from browser.scenes.viewer import At, Scene, of_game, show
from stolik import catalog
from support.browser_chromium import launch
from support.browser_people import Language, Looks, People, Scheme, Size
from support.browser_server import BrowserServer

FOLDER = Path(__file__).parent.parent.parent / "screenshots"
SIZES: tuple[Size, ...] = ("desktop", "phone", "landscape")
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PATIENCE = 40_000
STILL = 0.6
"""Seconds until everything lies where it belongs."""


async def photograph(browser: Browser, base: str, name: str, game: str | None, looks: Looks) -> None:
    people = People(browser, base)
    try:
        at = At(people, await people.come(**looks))
        await show(scene_of(name, game), at)
        await show_all(at.person.page)
        await asyncio.sleep(STILL)
        file = "-".join(part for part in (name, game, looks["size"], looks["scheme"]) if part is not None)
        await at.person.page.screenshot(path=FOLDER / f"{file}.png")
        print(file)
    finally:
        await people.leave()


def scene_of(name: str, game: str | None) -> Scene:
    return PAGES[name] if game is None else of_game({**AT_TABLES, **AROUND_TABLES}[name], game)


async def show_all(page: Page) -> None:
    """A window as tall as the page, so that what sticks to its foot lies there. A dialog is seen as it is."""
    size, tall = page.viewport_size, await page.evaluate("document.scrollingElement.scrollHeight")
    if size is not None and await page.get_by_role("dialog").count() == 0:
        await page.set_viewport_size({"width": size["width"], "height": max(size["height"], tall)})


async def photograph_all(base: str, wanted: list[str]) -> None:
    scenes = [(name, None) for name in PAGES] + [*product(AT_TABLES, catalog.keys())]
    scenes += [(name, one_game(number)) for number, name in enumerate(AROUND_TABLES)]
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for (name, game), size, scheme in product(scenes, SIZES, SCHEMES):
            if wanted and not any(part in f"{name}-{game}-{size}-{scheme}" for part in wanted):
                continue
            if size == "landscape" and name not in AT_TABLES:
                continue
            language: Language = "pl" if (size == "phone") == (scheme == "light") else "en"
            await photograph(browser, base, name, game, Looks(size=size, scheme=scheme, language=language))
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
