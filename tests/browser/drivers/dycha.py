"""DYCHA: draw, or stop and take; bid or pass; buy a card, and pay for it."""

import re
from random import Random

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver, Hand
from support.browser_keyboard import go_to
from support.browser_people import Person
from support.browser_words import begins


class Dycha(Driver):
    key = "dycha"
    chairs = "mp"
    most = 5
    middle = 60
    late = 220

    def __init__(self) -> None:
        self._random = Random(4)

    async def move(self, person: Person, hand: Hand) -> None:
        for key in ("settle", "pass", "no_buy", "fiasco_token"):
            if await self._button(person, key).count() == 1:
                await self._answer(person, key, hand)
                return
        await self._draw_or_take(person, hand)

    async def _draw_or_take(self, person: Person, hand: Hand) -> None:
        """On and on, mostly, so that the deck is used up soon."""
        ways = self._actions(person).get_by_role("button")
        draws = await self._draw(person).count() == 1
        if draws and (await ways.count() == 1 or self._random.random() < 0.85):
            await self._press_or_type(person, self._draw(person), hand)
        else:
            await self.press(person, ways.last, hand)

    async def _answer(self, person: Person, key: str, hand: Hand) -> None:
        if key == "no_buy" and self._random.random() < 0.4 and await self._offers(person).count() > 0:
            await self._buy(person, hand)
        elif key == "pass" and self._random.random() < 0.2 and await self._bid(person).count() == 1:
            await self.press(person, self._bid(person), hand)
        elif key == "fiasco_token" and self._random.random() < 0.5:
            await self.press(person, self._button(person, "go_shopping"), hand)
        else:
            await self._press_or_type(person, self._button(person, key), hand)

    async def _press_or_type(self, person: Person, target: Locator, hand: Hand) -> None:
        """A match has hundreds of moves: whoever has a keyboard uses its letters, mostly."""
        letter = await target.get_attribute("aria-keyshortcuts")
        if hand == "keyboard" and letter is not None and self._random.random() < 0.8:
            await person.page.keyboard.press(letter.lower())
        else:
            await self.press(person, target, hand)

    async def _buy(self, person: Person, hand: Hand) -> None:
        if hand == "keyboard":
            await go_to(person.page, self._market(person).locator("button[tabindex='0']"))
            await person.page.keyboard.press("Space")
        else:
            await self.press(person, self._offers(person).last, hand)
        buy = self._actions(person).locator("[aria-keyshortcuts=B]")
        await expect(buy).to_be_enabled()
        await self.press(person, buy, hand)

    async def expect_table(self, person: Person) -> None:
        page = person.page
        middle = page.get_by_role("region", name=self.words(person, "table.middle"))
        await expect(middle.get_by_role("img", name=self.words(person, "deck"))).to_be_visible()
        await expect(middle.get_by_text(self.words(person, "market")).first).to_be_visible()
        own = page.get_by_role("region", name=self.words(person, "table.own"))
        await expect(own.locator("[data-place^=things] > [role=img]")).to_have_count(4)  # one for each colour
        await expect(own.locator("[data-place^=purse]")).to_be_visible()
        others = page.get_by_role("list", name=self.words(person, "table.others"))
        await expect(others.get_by_role("button", name=self.words(person, "collection.open")).first).to_be_visible()

    async def places(self, person: Person) -> list[tuple[str, str]]:
        rows = person.page.get_by_role("dialog").locator("ol > li").filter(has=person.page.get_by_role("heading"))
        await expect(rows.first).to_be_visible()
        found = []
        for row in await rows.all():
            name = await row.get_by_role("heading").inner_text()
            points = re.findall(r"\d+", await row.locator("strong").inner_text())[-1]
            found.append((name, points))
        return found

    def _actions(self, person: Person) -> Locator:
        return person.page.get_by_role("region", name=self.words(person, "table.actions"))

    def _market(self, person: Person) -> Locator:
        return person.page.get_by_role("group", name=self.words(person, "market"))

    def _offers(self, person: Person) -> Locator:
        """Those that can be bought."""
        return self._market(person).locator("button:not(:disabled)")

    def _draw(self, person: Person) -> Locator:
        return self._actions(person).locator("[aria-keyshortcuts=D]")

    def _bid(self, person: Person) -> Locator:
        return self._actions(person).locator("[aria-keyshortcuts=B]")

    def _button(self, person: Person, key: str) -> Locator:
        return self._actions(person).get_by_role("button", name=begins(self.key, person.language, key))


DRIVER = Dycha()
