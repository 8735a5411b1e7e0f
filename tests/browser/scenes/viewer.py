"""Who looks at a scene.

A scene is a coroutine that takes a person who has just opened their browser, and leaves them before it. Those of a game
also take its driver.
"""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from playwright.async_api import expect

from browser.drivers import driver
from browser.drivers.base import Driver
from support.browser_people import People, Person
from support.browser_translations import words
from support.servers import Guest


class At(NamedTuple):
    people: People
    person: Person

    async def me(self, name: str = "Zażółć") -> Guest:
        """Whoever looks has introduced themselves."""
        await self.person.introduce(name)
        return self.people.keep(await self.person.as_guest())

    async def friends(self, *names: str) -> list[Guest]:
        return [await self.people.guest(name) for name in names]

    def words(self, key: str) -> re.Pattern[str]:
        return words(self.person.language, key)

    async def press(self, key: str) -> None:
        await self.person.press(self.words(key))

    async def wait_for_dialog(self, key: str) -> None:
        await expect(self.person.page.get_by_role("dialog", name=self.words(key))).to_be_visible()


Scene = Callable[[At], Awaitable[None]]
GameScene = Callable[[At, Driver], Awaitable[None]]


def of_game(scene: GameScene, key: str) -> Scene:
    """The scene as it is in this game."""
    return partial(_with_driver, scene, key)


async def _with_driver(scene: GameScene, key: str, at: At) -> None:
    await scene(at, driver(key))


async def show(scene: Scene, at: At) -> None:
    await scene(at)
    await at.person.settled()
