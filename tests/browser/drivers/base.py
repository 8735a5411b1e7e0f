"""What the browser tests must know of a game to play it."""

import re
from abc import ABC, abstractmethod
from random import Random
from typing import Any, Literal

from playwright.async_api import Locator

from support.browser_keyboard import press_with_keys
from support.browser_people import Person
from support.browser_translations import game_words

Hand = Literal["pointer", "keyboard"]


class Driver(ABC):
    key: str
    chairs = "mpb"
    """Two people and as many bots as the game needs: see `Guest.make_table`."""
    most: int
    """How many can play."""
    middle: int
    """After so many moves there is something to see on the table."""
    late: int
    """And after so many it is full of things, but not over."""
    in_turns = True
    """False: others may move while it is one's turn."""

    @abstractmethod
    async def move(self, person: Person, hand: Hand) -> None:
        """It is this person's turn, and the page is ready for it: make one legal move."""

    @abstractmethod
    async def expect_table(self, person: Person) -> None:
        """Everything that the design wants on this table is visible."""

    @abstractmethod
    async def places(self, person: Person) -> list[tuple[str, str]]:
        """The result as the page shows it: names and points, best first."""

    def points(self, score: int) -> str:
        """How the page writes a score that the server counts so that more is better."""
        return str(score)

    def choose(self, random: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Of the legal moves, one by which a match that is played without a browser comes to its end."""
        return random.choice(legal)

    def words(self, person: Person, key: str) -> re.Pattern[str]:
        return game_words(self.key, person.language, key)

    async def press(self, person: Person, target: Locator, hand: Hand) -> None:
        if hand == "keyboard":
            await press_with_keys(person.page, target)
        elif person.touch:
            await target.tap()
        else:
            await target.click()
