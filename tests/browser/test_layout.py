"""Nothing is hidden: what one needs to decide is on the screen without scrolling, on every screen, in every phase."""

from collections.abc import Sequence
from typing import TypeAlias

import pytest
from playwright.async_api import Browser, Page

from stolik import catalog
from support.browser_areas import measure
from support.browser_gallery import open_gallery
from support.browser_people import Language
from support.played_moments import (
    LOOKING,
    OVER,
    WAITING,
    WATCHING,
    Played,
    kinds_of_moves,
    played,
    player_counts,
    representative,
)

SCREENS = [
    (1280, 800),
    (1366, 768),
    (1366, 650),
    (1440, 900),
    (768, 1024),
    (390, 844),
    (360, 740),
    (844, 390),
    (640, 400),
]
"""The last is a screen of 1280 x 800 on which everything is twice as large."""

Places: TypeAlias = dict[str, list[int] | None]

TABLES = [(key, count) for key in catalog.keys() for count in player_counts(key)]
with_every_table = pytest.mark.parametrize(("game", "players"), TABLES)


def is_smallest_or_largest(game: str, players: int) -> bool:
    counts = list(player_counts(game))
    return players in (min(counts), max(counts))


def language_of(players: int) -> Language:
    """Both are tried: every second number of players in the other one."""
    return "pl" if players % 2 else "en"


async def faults_at(page: Page, moments: Sequence[Played]) -> list[str]:
    """On every screen, with the guide and clocks."""
    faults = []
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        places: dict[str, Places] = {}
        for moment in moments:
            where = f"{width} x {height}, {moment.players} players, {moment.phase}, seq {moment.view['seq']}"
            measured = await measure(page, moment)
            faults += [f"{where}: {fault}" for fault in measured.hidden]
            if moment.phase not in (LOOKING, OVER, WATCHING):
                places[where] = measured.places
        first = next(each for each in moments if each.phase not in (LOOKING, OVER, WATCHING))
        silent = await measure(page, first, guide=False, clock=False)
        faults += moved({"without guide and clock": silent.places, **places})
    return faults


def moved(places: dict[str, Places]) -> list[str]:
    """Where the areas lie follows from the room and the number of players, not from what is said or who moves."""
    (first, lie), *others = places.items()
    return [f"{where}: areas move from {lie} ({first}) to {their}" for where, their in others if their != lie]


def told(faults: list[str]) -> str:
    return f"{len(faults)} faults\n" + "\n".join(faults[:60])


@pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*each, marks=[] if is_smallest_or_largest(*each) else pytest.mark.long) for each in TABLES],
)
async def test_all_that_one_needs_to_decide_is_on_the_screen_and_stays_there(
    browser: Browser, game: str, players: int
) -> None:
    page = await open_gallery(browser, game, language=language_of(players))
    faults = await faults_at(page, representative(game, players))
    await page.context.close()
    assert not faults, told(faults)


@pytest.mark.long
@with_every_table
@pytest.mark.parametrize("language", ["en", "pl"])
async def test_it_is_at_every_moment_of_every_match(
    browser: Browser, game: str, players: int, language: Language
) -> None:
    page = await open_gallery(browser, game, language=language)
    faults = await faults_at(page, played(game, players))
    await page.context.close()
    assert not faults, told(faults)


@pytest.mark.parametrize("game", catalog.keys())
def test_every_phase_was_measured(game: str) -> None:
    """Every kind of move was offered in some match, and there were moments without any."""
    phases = {each.phase for players in player_counts(game) for each in representative(game, players)}
    offered = {kind for phase in phases for kind in phase.split("+")}
    assert kinds_of_moves(game) - offered == set()
    assert {WAITING, OVER, WATCHING} <= phases
