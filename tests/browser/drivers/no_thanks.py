"""No Thanks!: take the card, or say no thanks."""

import re
from random import Random

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver, Hand
from support.browser_people import Person
from support.browser_translations import begins


class NoThanks(Driver):
    key = "no_thanks"
    most = 7
    middle = 20
    late = 30

    def __init__(self) -> None:
        self._random = Random(3)

    async def move(self, person: Person, hand: Hand) -> None:
        decline = self._button(person, "decline")
        wants_to_pay = self._random.random() < 0.5 and await decline.count() == 1
        await self.press(person, decline if wants_to_pay else self._button(person, "take"), hand)

    async def expect_table(self, person: Person) -> None:
        page = person.page
        centre = page.get_by_role("region", name=self.words(person, "table.centre"))
        await expect(centre.get_by_role("img", name=self.words(person, "pile"))).to_be_visible()
        await expect(centre.get_by_role("img", name=self.words(person, "card.up"))).to_be_visible()
        own = page.get_by_role("region", name=self.words(person, "table.own"))
        await expect(own.get_by_role("img", name=self.words(person, "points.spoken"))).to_be_visible()
        opponents = page.get_by_role("list", name=self.words(person, "table.opponents"))
        await expect(opponents).to_be_visible()

    async def places(self, person: Person) -> list[tuple[str, str]]:
        rows = person.page.get_by_role("dialog").locator("ol > li").filter(has=person.page.get_by_role("heading"))
        found = []
        for row in await rows.all():
            name = await row.get_by_role("heading").inner_text()
            points = re.findall(r"[−\d]+", await row.locator("strong").inner_text())[-1]
            found.append((name, points.replace("−", "-")))
        return found

    def points(self, score: int) -> str:
        return str(-score)

    def _button(self, person: Person, key: str) -> Locator:
        return person.page.get_by_role("button", name=begins(self.key, person.language, key))


DRIVER = NoThanks()
