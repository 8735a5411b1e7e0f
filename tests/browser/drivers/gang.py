"""Gang: take a chip, be ready; agree, choose and guess where that is asked; look at the showdown and go on."""

import re
from random import Random
from typing import Any

from playwright.async_api import Error, Locator, expect

from browser.drivers.base import Driver, Hand
from browser.play_loop import moment
from support.browser_people import Person
from support.browser_translations import begins

SIMPLE = ("showdown.skip", "result.ready", "looking.seen", "agree", "confirm", "ready")
"""Buttons that need no thought, in the order in which they are wanted."""
SETTLES = ("ready", "confirm", "agree", "seen")
ANSWERS = ("K", "pair")
BY_TAB = 6
"""So many times everything is gone past with Tab; then the keys are known."""


class Gang(Driver):
    key = "gang"
    most = 6
    middle = 18
    late = 100
    in_turns = False

    def __init__(self) -> None:
        self._by_tab = 0

    async def move(self, person: Person, hand: Hand) -> None:
        """All move at the same time: what one reaches for may be gone, and then somebody else has moved."""
        was = await moment(person)
        try:
            await self._move(person, hand)
        except (Error, AssertionError):
            if (await moment(person)).seq == was.seq:
                raise

    async def _move(self, person: Person, hand: Hand) -> None:
        for key in SIMPLE:
            if await self.button(person, key).count() == 1:
                await self._press(person, self.button(person, key), hand)
                if key != "showdown.skip":
                    return
        free = self.chips(person, "chip.take")
        if await free.count() > 0:
            await self._press(person, free.first, hand)

    async def _press(self, person: Person, target: Locator, hand: Hand) -> None:
        shortcut = await target.get_attribute("aria-keyshortcuts") if hand == "keyboard" else None
        if shortcut is not None and self._by_tab >= BY_TAB:
            await person.page.keyboard.press(shortcut)
            return
        self._by_tab += hand == "keyboard"
        await self.press(person, target, hand)

    def choose(self, random: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """One that brings the table nearer to an agreement."""
        settling = [move for move in legal if move["type"] in SETTLES]
        free = [move for move in legal if move["type"] == "take" and move.get("from", 0) is None]
        same = [move for move in legal if move.get("rank", move.get("category")) in ANSWERS]
        return random.choice(settling[:1] or free or same or legal)

    async def expect_table(self, person: Person) -> None:
        centre = self.region(person, "table.centre")
        await expect(centre.get_by_role("img", name=self.words(person, "track.vaults"))).to_be_visible()
        await expect(centre.get_by_role("img", name=self.words(person, "track.alarms"))).to_be_visible()
        await expect(centre.get_by_role("list", name=self.words(person, "board"))).to_be_visible()
        own = self.region(person, "table.own")
        await expect(own.get_by_role("list", name=self.words(person, "hand.own")).get_by_role("img")).to_have_count(2)
        await expect(own.get_by_text(self.words(person, "own.best"))).to_be_visible()
        opponents = person.page.get_by_role("list", name=self.words(person, "table.opponents"))
        await expect(opponents.get_by_role("list", name=self.words(person, "chips.of"))).to_have_count(2)

    async def places(self, person: Person) -> list[tuple[str, str]]:
        """All have the same: as many as there are vaults."""
        dialog = person.page.get_by_role("dialog")
        names = dialog.get_by_role("list", name=self.words(person, "result.gang")).get_by_role("heading")
        await expect(names.first).to_be_visible()
        vaults = re.findall(r"\d+", await dialog.locator(".verdict strong").inner_text())[0]
        return [(name, vaults) for name in await names.all_inner_texts()]

    def region(self, person: Person, key: str) -> Locator:
        return person.page.get_by_role("region", name=self.words(person, key))

    def button(self, person: Person, key: str) -> Locator:
        return self.region(person, "table.actions").get_by_role("button", name=begins(self.key, person.language, key))

    def chips(self, person: Person, key: str) -> Locator:
        """Those that can be taken, or put back."""
        return person.page.get_by_role("button", name=self.words(person, key))


DRIVER = Gang()
