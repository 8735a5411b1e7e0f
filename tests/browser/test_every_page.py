"""Every page and state: nothing serious for axe, words instead of keys, nothing too wide, nothing too small to press."""

import pytest

from browser.drivers import driver
from browser.scenes import AT_TABLES, PAGES, At
from stolik import catalog
from support.browser_checks import faults_of_access, raw_keys, small_targets, too_wide
from support.browser_people import Looks, People

WIDE = [Looks(size="desktop", language="pl", scheme="light"), Looks(size="desktop", language="en", scheme="dark")]
NARROW = [Looks(size="narrow", language="en", scheme="dark"), Looks(size="narrow", language="pl", scheme="light")]


async def visit(people: People, name: str, game: str | None, looks: Looks) -> list[str]:
    person = await people.come(**looks)
    at = At(people, person)
    await (PAGES[name](at) if game is None else AT_TABLES[name](at, driver(game)))
    await person.settled()
    page = person.page
    faults = await faults_of_access(page) + [f"a key on the page: {key}" for key in await raw_keys(page)]
    if looks["size"] == "narrow":
        faults += await too_wide(page) + [f"too small for a finger: {one}" for one in await small_targets(page)]
    language = await page.evaluate("document.documentElement.lang")
    if language != looks["language"]:
        faults.append(f"the page says that its language is {language}")
    return [f"{looks['size']}: {fault}" for fault in faults]


@pytest.mark.parametrize("name", PAGES)
async def test_page(people: People, name: str) -> None:
    turn = list(PAGES).index(name) % 2
    faults = await visit(people, name, None, WIDE[turn]) + await visit(people, name, None, NARROW[turn])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", catalog.keys())
@pytest.mark.parametrize("name", AT_TABLES)
async def test_page_of_a_game(people: People, name: str, game: str) -> None:
    turn = list(AT_TABLES).index(name) % 2
    faults = await visit(people, name, game, WIDE[turn]) + await visit(people, name, game, NARROW[turn])
    assert not faults, "\n".join(faults)
