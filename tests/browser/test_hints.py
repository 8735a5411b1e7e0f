"""Suggestions at the table, from the form that allows them to the move that follows one."""

from playwright.async_api import expect

from browser.drivers import driver
from browser.page_actions import ask_for_a_hint, make_table, press, start
from browser.play_loop import until_past, until_turn
from browser.test_every_page import faults_on
from support.browser_people import People
from support.browser_translations import begins, game_words, words

GAME = "no_thanks"
MOVES = ("take", "decline")


async def test_a_hint_is_asked_for_and_followed(people: People) -> None:
    person = await people.come(calm=True)
    page = person.page
    await make_table(person, driver(GAME), "Ala", "mbb", hints=True)
    await expect(page.get_by_text(words("en", "lobby.room.hints"))).to_be_visible()
    await start(person)
    now = await until_turn(person)

    slip = await ask_for_a_hint(person)
    said = await slip.locator("strong").inner_text()
    (wanted,) = [move for move in MOVES if game_words(GAME, "en", f"hint.{move}").match(said)]
    await expect(page.get_by_role("log").last).to_contain_text(said)
    faults = await faults_on(person, "desktop")
    await person.take_into_the_hand("narrow")
    faults += await faults_on(person, "narrow")
    assert not faults, "\n".join(faults)

    await press(person, slip.get_by_role("button", name=words("en", "shell.close")))
    await expect(slip).to_have_count(0)
    await page.keyboard.press("h")
    await expect(slip).to_contain_text(said)
    await press(person, page.get_by_role("button", name=begins(GAME, "en", wanted)))
    await until_past(person, now.seq)
    await expect(slip).to_have_count(0)


async def test_without_hints_there_is_no_button(people: People) -> None:
    person = await people.come(calm=True)
    await make_table(person, driver(GAME), "Ala", "mbb")
    await start(person)
    await until_turn(person)
    await expect(person.page.get_by_role("button", name=words("en", "table.hint"))).to_have_count(0)
