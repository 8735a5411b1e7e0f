"""A long match in the browser: chips that are moved for ever come to rest, and its replay is fetched as one looks."""

import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from support.browser_people import Language, People, Person
from support.browser_tables import begun
from support.browser_translations import words
from support.servers import Guest, Line

FOLDER = os.environ.get("STOLIK_PICTURES")
"""Where pictures go, if somebody wants to look at them."""

FEW = {"en": "3 moves left", "pl": "jeszcze 3 ruchy"}
NONE = {"en": "no more moves", "pl": "koniec ruchów"}
SAID = {
    "en": "Ala has made forty moves in this round",
    "pl": "Ala ma za sobą czterdzieści ruchów w tej rundzie",
}


async def idle(lines: list[Line], seat: int, moves: int) -> None:
    """Takes a chip and puts it back, so many times, as long as that may be."""
    line = lines[seat]
    for _ in range(moves):
        now = line.position or {}
        legal: list[dict[str, Any]] = now["legal"]
        wanted = [move for move in legal if move["type"] == "return"] or [
            move for move in legal if move["type"] == "take" and move["from"] is None
        ]
        if not wanted:
            return
        answer = await line.move(wanted[0])
        assert answer["type"] == "accepted", answer
        await told(lines, answer["seq"])


async def told(lines: list[Line], seq: int) -> None:
    for line in lines:
        await line.until(lambda line: line.position is not None and line.position["seq"] >= seq)


async def restless(people: People, *names: str) -> tuple[str, list[Guest]]:
    guests = [await people.guest(name) for name in names]
    return await begun(guests[0], "gang", "m" + "p" * (len(names) - 1), *guests[1:]), guests


async def photograph(person: Person, name: str) -> None:
    if FOLDER:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
        await person.page.screenshot(path=Path(FOLDER) / f"{name}.png")


@pytest.mark.parametrize(("language", "size"), [("pl", "phone"), ("en", "desktop")])
async def test_the_table_says_that_somebody_has_made_all_moves(people: People, language: Language, size: Any) -> None:
    table, guests = await restless(people, "Ala", "Ola", "Ewa")
    person = await people.come(language=language, size=size)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(guest.line(table)) for guest in guests]
        for line in lines:
            await line.until(lambda line: line.position)
        await idle(lines, 0, 37)
        await person.open(f"/t/{table}")
        page = person.page
        await expect(page.get_by_text(FEW[language], exact=True)).to_be_visible()
        await photograph(person, f"few-moves-{language}")
        await idle(lines, 0, 10)
        await expect(page.get_by_text(NONE[language], exact=True)).to_be_visible()
        await expect(page.get_by_text(SAID[language]).first).to_be_attached()
        await photograph(person, f"no-moves-{language}")


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("pl", "phone")])
async def test_a_long_replay_is_shown_at_once_and_fetched_as_one_looks(
    people: People, language: Language, size: Any
) -> None:
    table, guests = await restless(people, "Ala", "Ola", "Ewa", "Iza")
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(guest.line(table)) for guest in guests]
        for line in lines:
            await line.until(lambda line: line.position)
        while (lines[0].position or {})["seq"] < 420:
            for seat in range(4):
                await idle(lines, seat, 12)
            await settle(lines)
        last = (lines[0].position or {})["seq"]
    person = await people.come(language=language, size=size)
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/replay?" in request.url else None)
    await person.open(f"/replay/{table}.1#0")
    shown = page.locator("[data-seq]")
    await expect(shown).to_have_attribute("data-seq", "0")
    scrubber = page.get_by_role("slider", name=words(language, "replay.scrubber"))
    await expect(scrubber).to_have_attribute("max", str(last))
    first = len(asked)
    assert first <= 2, asked
    await photograph(person, f"replay-begins-{language}")
    await scrubber.fill("350")
    await expect(shown).to_have_attribute("data-seq", "350")
    await page.keyboard.press("End")
    await expect(shown).to_have_attribute("data-seq", str(last))
    await photograph(person, f"replay-ends-{language}")
    for seq in range(0, last, 7):  # a finger slides over all of it
        await scrubber.evaluate("(one, to) => { one.value = to; one.dispatchEvent(new Event('input')); }", str(seq))
    await scrubber.fill("205")
    await expect(shown).to_have_attribute("data-seq", "205")
    assert len(asked) - first <= 8, "only what one rests at, and what follows, is fetched"
    assert await page.evaluate("document.querySelectorAll('li button').length") > 50 or person.touch


async def settle(lines: list[Line]) -> None:
    """Everybody takes what is free, and is ready, until the next round has begun."""
    was = (lines[0].position or {})["public"]["round"], (lines[0].position or {})["public"]["heist"]
    while True:
        now = lines[0].position or {}
        if (now["public"]["round"], now["public"]["heist"]) != was or now["over"]:
            return
        seat = now["awaited"][0]
        legal = (lines[seat].position or {})["legal"]
        free = [move for move in legal if move["type"] == "take" and move["from"] is None]
        ready = [move for move in legal if move["type"] == "ready"]
        answer = await lines[seat].move((ready or free or legal)[0])
        assert answer["type"] == "accepted", answer
        await told(lines, answer["seq"])
