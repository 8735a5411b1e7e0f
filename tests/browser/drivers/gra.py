"""GRA: turn the cards, say a direction, bid, check."""

from random import Random

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver, Hand
from support.browser_people import Person
from support.browser_translations import begins


class Gra(Driver):
    key = "gra"
    most = 6
    middle = 20
    late = 90

    def __init__(self) -> None:
        self._random = Random(3)

    async def move(self, person: Person, hand: Hand) -> None:
        if await self._button(person, "choose.done").count() == 1:
            await self._turn_cards(person, hand)
        elif await self._values(person).count() + await self._button(person, "check").count() > 0:
            await self._bid_or_check(person, hand)
        else:
            await self.press(person, self._actions(person).get_by_role("button").last, hand)  # a direction

    async def _turn_cards(self, person: Person, hand: Hand) -> None:
        """One of them, and say that it is done."""
        cards = self._own(person).get_by_role("button")
        said = await cards.first.inner_text()
        await self.press(person, cards.first, hand)
        await expect(cards.first).not_to_have_text(said, use_inner_text=True)
        await self.press(person, self._button(person, "choose.done"), hand)

    async def _bid_or_check(self, person: Person, hand: Hand) -> None:
        """The lowest bid on the lowest value that is left, and only so often that matches end."""
        check = self._button(person, "check")
        values = self._values(person)
        if await check.count() == 1 and (await values.count() == 0 or self._random.random() < 0.4):
            await self.press(person, check, hand)
            return
        await self.press(person, values.first, hand)
        await self.press(person, self._button(person, "bid.say"), hand)

    async def expect_table(self, person: Person) -> None:
        page = person.page
        centre = page.get_by_role("region", name=self.words(person, "table.centre"))
        await expect(centre.get_by_role("list", name=self.words(person, "active_rules"))).to_be_visible()
        await expect(self._own(person).get_by_role("list").first).to_be_visible()
        opponents = page.get_by_role("list", name=self.words(person, "table.opponents"))
        await expect(opponents.get_by_role("img", name=self.words(person, "hand.size")).first).to_be_visible()

    async def places(self, person: Person) -> list[tuple[str, str]]:
        """In the order of their places; hand sizes stand in for points, which nobody counts here."""
        rows = person.page.get_by_role("dialog").get_by_role("list", name=self.words(person, "result.places"))
        headings = rows.get_by_role("listitem").get_by_role("heading")
        await expect(headings.first).to_be_visible()
        return [(name, "") for name in await headings.all_inner_texts()]

    def points(self, score: int) -> str:
        return ""

    def _own(self, person: Person) -> Locator:
        return person.page.get_by_role("region", name=self.words(person, "table.own"))

    def _actions(self, person: Person) -> Locator:
        return person.page.get_by_role("region", name=self.words(person, "table.actions"))

    def _values(self, person: Person) -> Locator:
        """Those that can be bid."""
        group = self._actions(person).get_by_role("group", name=self.words(person, "bid.value"))
        return group.locator("button:not(:disabled)")

    def _button(self, person: Person, key: str) -> Locator:
        return self._actions(person).get_by_role("button", name=begins(self.key, person.language, key))


DRIVER = Gra()
