"""DYCHA: draw, or stop and take; bid or pass; buy a card, and pay for it."""

import re
from random import Random

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver, Hand
from support.browser_keyboard import go_to
from support.browser_people import Person


class Dycha(Driver):
    key = "dycha"
    most = 5
    middle = 60
    late = 220

    def __init__(self) -> None:
        self._random = Random(4)

    async def move(self, person: Person, hand: Hand) -> None:
        """By the letters on the buttons: a match has hundreds of moves, and looking for words takes time."""
        found = self._actions(person).locator("[aria-keyshortcuts]")
        letters = await found.evaluate_all("all => all.map(one => one.getAttribute('aria-keyshortcuts'))")
        if letters == ["P"] and self._random.random() < 0.4 and await self._offers(person).count() > 0:
            await self._buy(person, hand)
        else:
            await self._press(person, self._chosen(letters), hand)

    def _chosen(self, letters: list[str]) -> str:
        """Draw on and on, mostly, so that the deck is used up soon; bid now and then; pay as proposed."""
        if "D" in letters and (letters == ["D"] or self._random.random() < 0.9):
            return "D"
        if letters == ["B", "P"]:
            return "B" if self._random.random() < 0.2 else "P"
        return letters[-1]

    async def _press(self, person: Person, letter: str, hand: Hand) -> None:
        """Whoever has a keyboard types the letter, mostly."""
        if hand == "keyboard" and self._random.random() < 0.8:
            await person.page.keyboard.press(letter.lower())
        else:
            await self.press(person, self._button(person, letter), hand)

    async def _buy(self, person: Person, hand: Hand) -> None:
        if hand == "keyboard":
            await go_to(person.page, self._market(person).locator("button[tabindex='0']"))
            await person.page.keyboard.press("Space")
        else:
            await self.press(person, self._offers(person).last, hand)
        await expect(self._button(person, "B")).to_be_enabled()
        await self.press(person, self._button(person, "B"), hand)

    async def expect_table(self, person: Person) -> None:
        page = person.page
        centre = page.get_by_role("region", name=self.words(person, "table.centre"))
        await expect(centre.get_by_role("img", name=self.words(person, "deck"))).to_be_visible()
        await expect(centre.get_by_text(self.words(person, "market")).first).to_be_visible()
        own = page.get_by_role("region", name=self.words(person, "table.own"))
        await expect(own.locator("[data-place^=things] > [role=img]")).to_have_count(4)  # one for each colour
        await expect(own.locator("[data-place^=money]")).to_be_visible()
        opponents = page.get_by_role("list", name=self.words(person, "table.opponents"))
        what = self.words(person, "collection.open")  # to be pressed or, where there is little room, in one line
        shown = opponents.get_by_role("button", name=what).or_(opponents.get_by_role("img", name=what))
        await expect(shown.first).to_be_visible()

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

    def _button(self, person: Person, letter: str) -> Locator:
        return self._actions(person).locator(f"[aria-keyshortcuts={letter}]")


DRIVER = Dycha()
