"""Playing at a table with a browser: wait for one's turn, move, look at what is revealed, until it is over."""

import asyncio
from typing import NamedTuple

from playwright.async_api import expect

from browser.drivers.base import Driver, Hand
from browser.page_actions import press
from support.browser_keyboard import check_focus, press_with_keys
from support.browser_people import Person
from support.browser_translations import words

LOOK = 0.03
LONGEST_WAIT = 30.0


class Moment(NamedTuple):
    title: str
    seq: int
    """-1: there is no table on the page."""
    busy: bool
    dialog: bool
    """Something lies above the table: perhaps the result."""
    pause: bool
    """Something was revealed, and waits to be looked at."""


_MOMENT = """([go_on, hurries]) => {
  const table = document.querySelector("[data-seq]");
  if (table?.dataset.busy === "true" && (hurries || table.dataset.revealing === "true")) table.click();
  const revealed = [...document.querySelectorAll("button")].some(one => one.textContent.match(new RegExp(go_on)));
  return [
    document.title,
    Number(table?.dataset.seq ?? -1),
    table?.dataset.busy !== "false",
    document.querySelector("dialog[open]") !== null,
    revealed,
  ];
}"""


async def moment(person: Person) -> Moment:
    """All that has to be known of a page to play on, asked at once.

    Who would rather have no movement does not wait for it either: a press on the table shows where it stands now. And
    nobody here waits for what is shown step by step: a press goes on sooner.
    """
    go_on = words(person.language, "table.go_on").pattern
    return Moment(*await person.page.evaluate(_MOMENT, [go_on, person.calm]))


async def is_turn(person: Person, now: Moment) -> bool:
    return bool(words(person.language, "table.title_your_turn").match(now.title)) and not now.busy


async def is_over(person: Person, now: Moment) -> bool:
    if not now.dialog:
        return False
    return await person.page.get_by_role("dialog", name=words(person.language, "table.result")).is_visible()


async def until_turn(person: Person, hand: Hand = "pointer") -> Moment:
    async with asyncio.timeout(LONGEST_WAIT):
        while True:
            now = await moment(person)
            if await is_turn(person, now):
                return now
            assert not await is_over(person, now), "the match ended too soon"
            await go_on(person, now, hand)
            await asyncio.sleep(LOOK)


async def go_on(person: Person, now: Moment, hand: Hand = "pointer") -> None:
    """If something was revealed, it has been looked at."""
    if not now.pause:
        return
    button = person.page.get_by_role("button", name=words(person.language, "table.go_on"))
    if await button.is_visible():
        await (press_with_keys(person.page, button) if hand == "keyboard" else press(person, button))
        await expect(button).to_have_count(0)


async def until_past(person: Person, seq: int) -> None:
    async with asyncio.timeout(LONGEST_WAIT):
        while (await moment(person)).seq <= seq:
            await asyncio.sleep(LOOK)


async def move(person: Person, driver: Driver, hand: Hand = "pointer") -> int:
    """Wait for the turn, move, and wait until it has happened. The seq before it."""
    now = await until_turn(person, hand)
    await driver.move(person, hand)
    await until_past(person, now.seq)
    return now.seq


async def play_on(person: Person, driver: Driver, hand: Hand = "pointer") -> int:
    """To the end. How many moves this person made on the way."""
    made, quiet_since = 0, asyncio.get_running_loop().time()
    while True:
        now = await moment(person)
        if await is_turn(person, now):
            await driver.move(person, hand)
            await until_past(person, now.seq)
            if hand == "keyboard":
                await check_focus(person.page)
            made, quiet_since = made + 1, asyncio.get_running_loop().time()
        elif await is_over(person, now):
            return made
        else:
            await go_on(person, now, hand)
        assert asyncio.get_running_loop().time() - quiet_since < LONGEST_WAIT, f"nothing happens any more: {now}"
        await asyncio.sleep(LOOK)
