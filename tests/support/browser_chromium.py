"""The Chromium that the browser tests use, and what is said when there is none."""

import os
import shutil
from pathlib import Path

from playwright.async_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first has no window to draw, and takes a third less time."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NONE_FOUND = (
    f"no Chromium: none of {', '.join(NAMES)} is on the PATH, STOLIK_CHROMIUM does not name one,"
    " and Playwright has not installed its own (python -m playwright install chromium)"
)


class NoChromium(RuntimeError):
    pass


def find_chromium(playwright: Playwright) -> Path:
    chosen = os.environ.get("STOLIK_CHROMIUM")
    if chosen is not None:
        if not Path(chosen).is_file():
            raise NoChromium(f"no Chromium: STOLIK_CHROMIUM is {chosen}, and there is no such file")
        return Path(chosen)
    found = next(filter(None, map(shutil.which, NAMES)), None) or playwright.chromium.executable_path
    if not Path(found).is_file():
        raise NoChromium(NONE_FOUND)
    return Path(found)


async def launch(playwright: Playwright) -> Browser:
    return await playwright.chromium.launch(executable_path=find_chromium(playwright), args=ARGUMENTS)
