"""The watch over pages and the checks of pages see what they are for: faults that are planted are found."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Page, Playwright

from browser.drivers import NoDriver, driver
from support.browser_checks import covered_by_hints, faults_of_access, raw_keys, small_targets, too_wide
from support.browser_chromium import NoChromium, find_chromium
from support.browser_people import SIZES, People
from support.browser_server import pages_folder
from support.browser_watch import Watch

FAULTS = {
    "console error": ("console.error('oh no')", "console error: oh no"),
    "console warning": ("console.warn('hm')", "console warning: hm"),
    "page error": ("setTimeout(() => { throw new Error('thrown') })", "page error: thrown"),
    "lost promise": ("void Promise.reject(new Error('lost'))", "page error: lost"),
    "another host": ("void fetch('http://127.0.0.2:9/x').catch(() => 0)", "Content Security Policy"),
    "inline style": ("document.body.innerHTML += '<p style=\"color: red\">'", "Content Security Policy"),
    "missing file": ("document.body.append(Object.assign(new Image(), {src: '/assets/x.png'}))", "404"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_is_seen_unless_it_was_announced(people: People, fault: str) -> None:
    script, said = FAULTS[fault]
    person = await people.come()
    announced = Watch(person.page, people.base)
    announced.announce(said)
    await person.open("/rules")
    before = person.watch.faults
    await person.page.evaluate(f"() => {{ {script} }}")
    async with asyncio.timeout(5):
        while len(person.watch.faults) == len(before):
            await asyncio.sleep(0.02)
    new = person.watch.faults[len(before) :]
    assert any(said in one for one in new), new
    assert not set(new) & set(announced.faults)
    person.watch.announce(".*")


PLANTED: dict[str, tuple[str, Callable[[Page], Awaitable[list[str]]]]] = {
    "a picture without words": ("<img src='/favicon.svg'>", faults_of_access),
    "a button without a name": ("<button></button>", faults_of_access),
    "a key that is seen": ("<p>See table.rematch</p>", raw_keys),
    "a key that is heard": ("<p aria-label='problem.taken.title'></p>", raw_keys),
    "a small button": ("<button>x</button>", small_targets),
    "a broad page": ("<div><textarea cols='300'></textarea></div>", partial(too_wide, room=SIZES["narrow"]["width"])),
    "a hint on a word": ("<button><b>Take</b><kbd class='over'>T</kbd></button>", covered_by_hints),
}


@pytest.mark.parametrize("what", PLANTED)
async def test_what_is_planted_is_found(people: People, what: str) -> None:
    markup, find = PLANTED[what]
    person = await people.come(size="narrow")
    await person.open("/rules")
    assert await find(person.page) == []
    await person.page.evaluate(
        "markup => document.querySelector('main').insertAdjacentHTML('beforeend', markup)", markup
    )
    for hint in await person.page.locator("kbd.over").all():
        await hint.evaluate("found => { found.style.marginLeft = '-20px'; }")
    assert await find(person.page) != []


def test_pages_that_are_not_built_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOLIK_PAGES", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"python tools/pages\.py"):
        pages_folder()


def test_a_chromium_that_is_not_there_is_missed(playwright: Playwright, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOLIK_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(NoChromium, match="/nowhere/chromium"):
        find_chromium(playwright)


def test_a_game_without_a_driver_is_named() -> None:
    with pytest.raises(NoDriver, match=r"write tests/browser/drivers/halma\.py"):
        driver("halma")
