"""What people do around a table, as they would do it: by what the page offers them."""

import re

from playwright.async_api import Locator, expect

from browser.drivers.base import Driver
from support.browser_people import Person
from support.browser_translations import opening, words


async def press(person: Person, target: Locator) -> None:
    await (target.tap() if person.touch else target.click())


async def say_name(person: Person, name: str) -> None:
    """In the dialog that asks for it."""
    dialog = person.page.get_by_role("dialog", name=words(person.language, "lobby.name.title"))
    await dialog.get_by_label(words(person.language, "lobby.name.label")).fill(name)
    await press(person, dialog.get_by_role("button", name=words(person.language, "lobby.name.send")))
    await expect(dialog).to_have_count(0)


async def make_table(
    person: Person,
    driver: Driver,
    name: str,
    chairs: str | None = None,
    *,
    hints: bool = False,
    keep_chairs: bool = True,
) -> str:
    """From the front page, with the chairs that the driver wants, or others. The path of the table."""
    chairs = chairs or driver.chairs
    page, language = person.page, person.language
    await person.open("/")
    await press(person, page.locator(f'a[href="/new/{driver.key}"]').first)
    players = page.get_by_role("spinbutton", name=words(language, "lobby.new.players"))
    fewer = page.get_by_role("button", name=words(language, "lobby.stepper.less")).first
    more = page.get_by_role("button", name=words(language, "lobby.stepper.more")).first
    while (now := int(await players.inner_text())) != len(chairs):
        await press(person, fewer if now > len(chairs) else more)
    kinds = {"m": "lobby.new.me", "p": "lobby.new.friend", "b": "lobby.new.bot"}
    for number, kind in enumerate(chairs, 1):
        legend = words(language, "lobby.new.chair").pattern.replace(".*", str(number))
        chair = page.get_by_role("group", name=re.compile(legend))
        await press(person, chair.get_by_role("radio", name=words(language, kinds[kind])))
    if hints:
        await page.get_by_role("switch", name=opening(language, "lobby.new.hints")).check(force=True)
    if not keep_chairs:
        await page.get_by_role("switch", name=opening(language, "lobby.new.keep_chairs")).uncheck(force=True)
    await press(person, page.get_by_role("button", name=words(language, "lobby.new.make")))
    await say_name(person, name)
    await page.wait_for_url("**/t/*")
    await person.settled()
    return person.path


async def invitation(person: Person) -> tuple[str, str]:
    """The link and the short code, as the waiting room shows them."""
    link = await person.page.get_by_label(words(person.language, "lobby.invite.link")).input_value()
    code = person.page.locator("strong").filter(has_text=re.compile(r"^[A-Z0-9]{6}$"))
    return link, await code.inner_text()


async def sit_down(person: Person, name: str) -> None:
    """A newcomer in the waiting room: one press, and a name."""
    seat = person.page.get_by_role("button", name=opening(person.language, "lobby.room.sit")).first
    await press(person, seat)
    await say_name(person, name)
    await expect(person.page.get_by_role("listitem").filter(has_text=name).first).to_be_visible()


async def ask_for_a_hint(person: Person) -> Locator:
    """It is this person's turn, at a table with hints. The slip that says what to do."""
    await person.press(opening(person.language, "table.hint"))
    slip = person.page.get_by_role("complementary", name=words(person.language, "table.hint"))
    await expect(slip).to_be_visible()
    return slip


async def start(person: Person) -> None:
    await press(person, person.page.get_by_role("button", name=words(person.language, "lobby.room.start")))
