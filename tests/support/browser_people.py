"""People with browsers: each has a context of their own, so cookies and memory are their own too."""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from playwright.async_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from support.browser_watch import Watch
from support.servers import Guest

PATIENCE = 15_000
"""Milliseconds after which a test gives up waiting for a page."""

Size = Literal["desktop", "phone", "narrow", "landscape"]
Language = Literal["pl", "en"]
Scheme = Literal["light", "dark"]

SIZES: Mapping[Size, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "narrow": {"width": 360, "height": 740},
    "landscape": {"width": 740, "height": 360},
}
LOCALES: Mapping[Language, str] = {"pl": "pl-PL", "en": "en-GB"}


class Manner(TypedDict, total=False):
    language: Language
    scheme: Scheme
    calm: bool
    """Reduced motion."""


class Looks(Manner, total=False):
    size: Size


class Person:
    def __init__(
        self, context: BrowserContext, page: Page, base: str, language: Language, *, touch: bool, calm: bool
    ) -> None:
        self.context = context
        self.page = page
        self.base = base
        self.language: Language = language
        self.touch = touch
        self.calm = calm
        self.watch = Watch(page, base)

    async def open(self, path: str) -> None:
        """And wait until the page knows what to show."""
        await self.page.goto(path if path.startswith("http") else self.base + path)
        await self.settled()

    async def settled(self) -> None:
        await expect(self.page.locator("#main > *").first).to_be_attached()
        await expect(self.page.locator(".loading")).to_have_count(0)

    async def take_into_the_hand(self, size: Size) -> None:
        """The same page on a small screen, touched by a finger: as if it had been opened there."""
        session = await self.context.new_cdp_session(self.page)
        await session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        await self.page.set_viewport_size(SIZES[size])

    async def introduce(self, name: str) -> None:
        """As the page would do it, so that a test can begin later."""
        origin = {"origin": self.base}
        answer = await self.context.request.post(f"{self.base}/api/guests", data={"name": name}, headers=origin)
        assert answer.ok, await answer.text()

    async def as_guest(self) -> Guest:
        """The same guest without the browser: to play quickly up to where a test begins."""
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in await self.context.cookies())
        return CookieGuest(self.base, cookies)

    async def press(self, name: str | re.Pattern[str], role: Literal["button", "link", "tab"] = "button") -> None:
        """With whatever this person has: a finger or a mouse."""
        target = self.page.get_by_role(role, name=name)
        await (target.tap() if self.touch else target.click())

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.base)


class CookieGuest(Guest):
    def __init__(self, base: str, cookies: str) -> None:
        super().__init__(base, "", "")
        self.headers = {"cookie": cookies, "origin": base}
        self.http.headers.pop("authorization")
        self.http.headers.update(self.headers)


class People:
    """Those who take part in one test. When it ends, everything that they were shown must have been in order."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser = browser
        self.base = base
        self._here: list[Person] = []
        self._guests: list[Guest] = []

    async def come(self, base: str | None = None, **looks: Unpack[Looks]) -> Person:
        size = looks.get("size", "desktop")
        language = looks.get("language", "en")
        touch, calm = size != "desktop", looks.get("calm", False)
        context = await self._browser.new_context(
            viewport=SIZES[size],
            screen=SIZES[size],
            has_touch=touch,
            is_mobile=touch,
            locale=LOCALES[language],
            color_scheme=looks.get("scheme", "light"),
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        person = Person(context, await context.new_page(), base or self.base, language, touch=touch, calm=calm)
        self._here.append(person)
        return person

    async def guest(self, name: str, base: str | None = None) -> Guest:
        """Somebody without a browser."""
        self._guests.append(await Guest.introduced(base or self.base, name))
        return self._guests[-1]

    def keep(self, guest: Guest) -> Guest:
        self._guests.append(guest)
        return guest

    def faults(self) -> list[str]:
        return [fault for person in self._here for fault in person.watch.faults]

    async def photograph(self, folder: Path, name: str) -> None:
        """What they saw when a test failed."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, person in enumerate(self._here, 1):
            with suppress(Error):
                await person.page.screenshot(path=folder / f"{name}-{number}.png", timeout=3000)

    async def leave(self) -> None:
        for person in self._here:
            await person.context.close()
        for guest in self._guests:
            await guest.http.aclose()


async def text_of(page: Page) -> str:
    found: str = await page.evaluate("document.body.innerText")
    return found


async def evaluate(page: Page, expression: str, argument: Any = None) -> Any:
    return await page.evaluate(expression, argument)
