"""RAISE: choose a card to begin with; then raise with one card or several, or pass."""

import re
from random import Random

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver, Hand
from support.browser_keyboard import go_to
from support.browser_people import Person
from support.browser_translations import begins


class Raise(Driver):
    key = "raise"
    most = 5
    middle = 14
    late = 40

    def __init__(self) -> None:
        self._random = Random(5)

    async def move(self, person: Person, hand: Hand) -> None:
        send = self._main(person)
        passing = person.page.get_by_role("button", name=begins(self.key, person.language, "pass"))
        may_pass, may_play = await passing.count() == 1, await send.count() == 1
        if may_pass and (not may_play or self._random.random() < 0.7):
            await self.press(person, passing, hand)
            return
        cards = self._hand(person).get_by_role("button")
        start, count = self._random.randrange(6), await cards.count()
        for step in range(count):
            await self._pick(person, (start + step) % count, hand)
            if await send.is_enabled():
                break
        await self.press(person, send, hand)

    async def expect_table(self, person: Person) -> None:
        page = person.page
        centre = page.get_by_role("region", name=self.words(person, "table.centre"))
        await expect(centre.get_by_role("img", name=self.words(person, "board.symbol"))).to_have_count(5)
        await expect(centre.get_by_role("img", name=self.words(person, "stake"))).to_be_visible()
        await expect(centre.get_by_role("list", name=self.words(person, "track.empty"))).to_be_visible()
        await expect(self._hand(person).get_by_role("listitem")).to_have_count(6)
        own = page.get_by_role("region", name=self.words(person, "table.own"))
        await expect(own.get_by_role("img", name=self.words(person, "tally.points"))).to_be_visible()
        opponents = page.get_by_role("list", name=self.words(person, "table.opponents"))
        await expect(opponents.get_by_role("img", name=self.words(person, "tally.hand")).first).to_be_visible()

    async def places(self, person: Person) -> list[tuple[str, str]]:
        rows = person.page.get_by_role("dialog").locator("ol > li").filter(has=person.page.get_by_role("heading"))
        found = []
        for row in await rows.all():
            name = await row.get_by_role("heading").inner_text()
            points = re.findall(r"\d+", await row.locator("strong").inner_text())[-1]
            found.append((name, points))
        return found

    def _hand(self, person: Person) -> Locator:
        return person.page.get_by_role("list", name=self.words(person, "hand"), exact=True)

    def _main(self, person: Person) -> Locator:
        """Plays what is picked."""
        actions = person.page.get_by_role("region", name=self.words(person, "table.actions"))
        return actions.locator("[aria-keyshortcuts=R]")

    async def _pick(self, person: Person, index: int, hand: Hand) -> None:
        cards = self._hand(person).get_by_role("button")
        if hand == "pointer":
            await self.press(person, cards.nth(index), hand)
            return
        await go_to(person.page, self._hand(person).locator("button[tabindex='0']"))
        await person.page.keyboard.press("Home")
        for _ in range(index):
            await person.page.keyboard.press("ArrowRight")
        await person.page.keyboard.press("Space")


DRIVER = Raise()
