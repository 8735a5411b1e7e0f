"""One game's table on every screen of the layout test, as one picture: `make contact-sheets GAME="gang --players 3 6"`.

More can follow the game: --phase decline+take (as the layout test names them), --theme dark, --language en, --no-guide.
One sheet for each number of players and phase goes to screenshots/layout/; `--single` writes every screen to a file of
its own as well. Faults that the layout test would find are printed.
"""

import argparse
import asyncio
import base64
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from browser.test_layout import SCREENS
from stolik import catalog
from support.browser_areas import measure
from support.browser_chromium import launch
from support.browser_gallery import open_gallery
from support.played_moments import Played, player_counts, representative

FOLDER = Path(__file__).parent.parent.parent / "screenshots" / "layout"
SHEET = 2000
SHRUNK = 0.5
"""Pictures on a sheet are half as large, which still can be read."""


async def photograph(page: Page, moment: Played, name: str, asked: argparse.Namespace) -> dict[str, bytes]:
    pictures = {}
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        for fault in (await measure(page, moment, guide=not asked.no_guide)).hidden:
            print(f"{name} {width} x {height}: {fault}")
        pictures[f"{width}x{height}"] = await page.screenshot()
    return pictures


async def write_sheet(browser: Browser, pictures: dict[str, bytes], file: Path) -> None:
    page = await browser.new_page(viewport={"width": SHEET, "height": 100})
    images = "".join(
        f'<figure><figcaption>{size}</figcaption><img height="{int(int(size.split("x")[1]) * SHRUNK)}"'
        f' src="data:image/png;base64,{base64.b64encode(picture).decode()}"></figure>'
        for size, picture in pictures.items()
    )
    style = (
        "body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;font:14px sans-serif}figure{margin:0}img{display:block}"
    )
    await page.set_content(f"<style>{style}</style>{images}")
    await page.screenshot(path=file, full_page=True)
    await page.close()


async def write_all(asked: argparse.Namespace) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        page = await open_gallery(browser, asked.game, language=asked.language, scheme=asked.theme)
        for players in asked.players or player_counts(asked.game):
            fullest = {each.phase: each for each in representative(asked.game, players)}  # the last of each phase
            for phase, moment in fullest.items():
                if asked.phase and phase not in asked.phase:
                    continue
                name = f"{asked.game}-{players}-{phase}-{asked.language}-{asked.theme}"
                pictures = await photograph(page, moment, name, asked)
                await write_sheet(browser, pictures, FOLDER / f"{name}.png")
                for size, picture in pictures.items() if asked.single else ():
                    (FOLDER / f"{name}-{size}.png").write_bytes(picture)
                print(FOLDER / f"{name}.png")
        await browser.close()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=catalog.keys())
    ask.add_argument("--players", type=int, nargs="*")
    ask.add_argument("--phase", nargs="*", help="as the layout test names them")
    ask.add_argument("--language", choices=("en", "pl"), default="pl")
    ask.add_argument("--theme", choices=("light", "dark"), default="light")
    ask.add_argument("--no-guide", action="store_true")
    ask.add_argument("--single", action="store_true")
    asyncio.run(write_all(ask.parse_args()))


if __name__ == "__main__":
    main()
