"""Every page and state: nothing serious for axe, words instead of keys, nothing too wide, nothing too small."""

import pytest

from browser.game_selection import one_game, with_every_game
from browser.scenes.lobby import PAGES
from browser.scenes.tables import AROUND_TABLES, AT_TABLES, LEADS_TO
from browser.scenes.viewer import At, Scene, of_game, show
from stolik import catalog
from support.browser_checks import (
    covered_by_hints,
    faults_of_access,
    out_of_sight,
    raw_keys,
    small_targets,
    too_wide,
)
from support.browser_people import SIZES, Manner, People, Person, Size

LOOKS: list[Manner] = [
    {"language": "pl", "scheme": "light", "calm": True},
    {"language": "en", "scheme": "dark", "calm": True},
]
LOW = [(740, 360), (640, 400)]
"""A phone on its side; a laptop on which everything is twice as large."""
SHOWN_APART = ("talk", "replay_beside")
"""These lie elsewhere on a narrow screen, and are opened there in another way."""


async def visit(people: People, name: str, scene: Scene, turn: int, *, wide: bool = True) -> None:
    """On a wide screen and on the narrowest; by turns light in Polish and dark in English."""

    async def shown(size: Size) -> At:
        at = At(people, await people.come(**LOOKS[turn % 2], size=size))
        await show(scene, at)
        return at

    at = await shown("desktop" if wide else "narrow")
    faults = []
    if wide:
        faults += [f"desktop: {fault}" for fault in await faults_on(at.person, "desktop")]
        if name in SHOWN_APART:
            at = await shown("narrow")
        else:
            await at.person.take_into_the_hand("narrow")
    faults += [f"narrow: {fault}" for fault in await faults_on(at.person, "narrow")]
    if name in LEADS_TO:
        there, step = LEADS_TO[name]
        await step(at)
        faults += [f"{there}: {fault}" for fault in await faults_on(at.person, "narrow")]
    if name in ("full_table", "hint", "replay"):
        faults += await faults_on_low_screens(at.person, table=name != "replay")
    assert not faults, "\n".join(faults)


async def faults_on(person: Person, size: Size) -> list[str]:
    page = person.page
    faults = await faults_of_access(page) + [f"a key on the page: {key}" for key in await raw_keys(page)]
    faults += await covered_by_hints(page)
    if size == "narrow":
        faults += await too_wide(page, SIZES[size]["width"])
        faults += [f"too small for a finger: {one}" for one in await small_targets(page)]
    language = await page.evaluate("document.documentElement.lang")
    if language != person.language:
        faults.append(f"the page says that its language is {language}")
    return faults


async def faults_on_low_screens(person: Person, *, table: bool) -> list[str]:
    """Where a table has little height, it still shows what is on it and what can be done."""
    faults = []
    for width, height in LOW:
        await person.page.set_viewport_size({"width": width, "height": height})
        found = await too_wide(person.page, width)
        if table:
            found += await out_of_sight(person.page)
        faults += [f"{width} x {height}: {fault}" for fault in found]
    return faults


@pytest.mark.parametrize("name", PAGES)
async def test_page(people: People, name: str) -> None:
    await visit(people, name, PAGES[name], list(PAGES).index(name))


@with_every_game
@pytest.mark.parametrize("name", [name for name in AT_TABLES if name not in dict(LEADS_TO.values())])
async def test_page_of_a_game(people: People, name: str, game: str) -> None:
    """The table itself on both; what lies above it, where it has least room."""
    turn = list(AT_TABLES).index(name) + catalog.keys().index(game)
    await visit(people, name, of_game(AT_TABLES[name], game), turn, wide=name in ("own_turn", "full_table"))


@pytest.mark.parametrize("name", AROUND_TABLES)
async def test_page_around_a_table(people: People, name: str) -> None:
    turn = list(AROUND_TABLES).index(name)
    await visit(people, name, of_game(AROUND_TABLES[name], one_game(turn)), turn)
