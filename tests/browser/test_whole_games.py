"""Two people and bots play whole games in browsers."""

import asyncio

import pytest
from playwright.async_api import expect

from browser.drivers import driver
from browser.playing import play_on
from stolik import catalog
from support.browser_people import People, Person, Size
from support.browser_tables import begun
from support.browser_words import words


def test_every_game_can_be_played_here() -> None:
    for key in catalog.keys():
        assert driver(key).key == key


@pytest.mark.parametrize("game", catalog.keys())
async def test_try(people: People, game: str) -> None:
    ala, ola = await people.come(language="pl"), await people.come(size="phone")
    await ala.introduce("Ala")
    await ola.introduce("Ola")
    table = await begun(people.keep(await ala.as_guest()), game, driver(game).chairs, people.keep(await ola.as_guest()))
    await ala.open(f"/t/{table}")
    await ola.open(f"/t/{table}")
    await driver(game).expect_table(ala)
    await driver(game).expect_table(ola)
    made = await asyncio.gather(play_on(ala, driver(game)), play_on(ola, driver(game)))
    print(made)
