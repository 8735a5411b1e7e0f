"""Whole games, played in browsers by two people and bots: from making the table to the proof of the deal."""

import asyncio

from playwright.async_api import expect

from browser.drivers import driver
from browser.drivers.base import Driver, Hand
from browser.game_selection import one_game, with_every_game, with_one_game
from browser.page_actions import invitation, make_table, press, sit_down, start
from browser.play_loop import moment, move, play_on
from stolik import catalog
from support.browser_keyboard import check_focus, press_with_keys
from support.browser_people import Looks, People, Person
from support.browser_tables import begun
from support.browser_translations import opening, words

DESKTOP = Looks(size="desktop", language="pl")
PHONE = Looks(size="phone", language="en", scheme="dark")


def test_every_game_can_be_played_here() -> None:
    for key in catalog.keys():
        assert driver(key).key == key


@with_every_game
async def test_two_people_and_bots(people: People, game: str) -> None:
    """By turns, from game to game: invited by link and looking back afterwards, or by code and playing once more."""
    played, by_link = driver(game), catalog.keys().index(game) % 2 == 0
    ala, ola = [await people.come(**looks) for looks in looks_for(game, by_link)]
    await make_table(ala, played, "Ala")
    link, code = await invitation(ala)
    await (ola.open(link) if by_link else join_by_code(ola, code))
    await sit_down(ola, "Ola")
    await start(ala)
    for person in (ala, ola):
        await played.expect_table(person)
    await asyncio.gather(*(play_on(person, played, hand_of(person)) for person in (ala, ola)))
    await expect_the_same_result(ala, ola, played)
    if by_link:
        await look_back(people, ala, played)
        await look_back(people, ola, played)
    else:
        await rematch(ala, ola, played)


def looks_for(game: str, by_link: bool) -> list[Looks]:
    """One of them at a desk, one with a phone. One game is played with everything that moves, the others sooner."""
    calm = game != one_game(3)
    desktop, phone = (Looks(**looks, calm=calm) for looks in (DESKTOP, PHONE))
    return [desktop, phone] if by_link else [phone, desktop]


def hand_of(person: Person) -> Hand:
    """Fingers on the phone, keys at the desk: other tests use the mouse."""
    return "pointer" if person.touch else "keyboard"


async def join_by_code(person: Person, code: str) -> None:
    await person.open("/")
    await person.page.get_by_label(words(person.language, "lobby.code.label")).fill(code.lower())
    await person.press(words(person.language, "lobby.code.go"))
    await person.page.wait_for_url("**/t/*")
    await person.settled()


async def expect_the_same_result(ala: Person, ola: Person, played: Driver) -> None:
    table = await (await ala.context.request.get(f"{ala.base}/api{ala.path.replace('/t/', '/tables/')}")).json()
    score, names = table["history"][-1], [chair["name"] for chair in table["chairs"]]
    by_place = sorted(range(len(names)), key=lambda seat: (score["places"][seat], seat))
    result = [(names[seat], played.points(score["scores"][seat])) for seat in by_place]
    for person in (ala, ola):
        assert await played.places(person) == result


async def rematch(ala: Person, ola: Person, played: Driver) -> None:
    """It begins when both want it, without anybody's reload."""
    for person in (ala, ola):
        await press(person, person.page.get_by_role("button", name=words(person.language, "table.rematch")))
        if person is ala:
            await expect(ala.page.get_by_text(words(ala.language, "table.rematch_waiting"))).to_be_visible()
    for person in (ala, ola):
        await expect(person.page.get_by_role("dialog")).to_have_count(0)
        await played.expect_table(person)
    table = await (await ala.context.request.get(f"{ala.base}/api{ala.path.replace('/t/', '/tables/')}")).json()
    assert (table["status"], table["match"]) == ("playing", 2)
    turns = [asyncio.create_task(move(person, played)) for person in (ala, ola)]
    done, waiting = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
    for turn in waiting:
        turn.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for turn in done:
        turn.result()


async def look_back(people: People, person: Person, played: Driver) -> None:
    """Replay and proof, by the links in the result."""
    page, language = person.page, person.language
    dialog = page.get_by_role("dialog", name=words(language, "table.result"))
    await press(person, dialog.get_by_role("link", name=words(language, "table.replay")))
    await page.wait_for_url("**/replay/*")
    await person.settled()
    scrubber = page.get_by_role("slider", name=words(language, "replay.scrubber"))
    middle = int(await scrubber.get_attribute("max") or 0) // 2
    await scrubber.fill(str(middle))
    await expect(page.locator("[data-seq]")).to_have_attribute("data-seq", str(middle))  # it may have to be fetched
    assert (await moment(person)).seq == middle > 0
    await look_with_other_eyes(person)
    await page.wait_for_url(f"**/replay/*?seat=1#{middle}")
    shown = await page.locator("[data-seq]").aria_snapshot()
    stranger = await people.come(language=language, size="phone" if person.touch else "desktop")
    await stranger.open(page.url)
    assert (await moment(stranger)).seq == middle
    assert await stranger.page.locator("[data-seq]").aria_snapshot() == shown
    await person.open(person.path.partition("?")[0].replace("/replay/", "/proof/"))
    await expect(page.get_by_role("heading", name=words(language, "proof.all_fits"))).to_be_visible()


async def look_with_other_eyes(person: Person) -> None:
    page, language = person.page, person.language
    eyes = page.get_by_role("combobox", name=words(language, "replay.eyes"))
    if person.touch:
        await person.press(words(language, "replay.side"))
    await eyes.select_option("1")
    if person.touch and await page.get_by_role("dialog").count() > 0:
        await person.press(words(language, "shell.close"))


@with_one_game(3)
async def test_with_the_keyboard_only(people: People, game: str) -> None:
    """Not one press of a mouse or finger, and one always sees where one is."""
    played = driver(game)
    person = await people.come(language="en", calm=True)
    await person.context.add_init_script(
        """window.pressed = 0;
        const PRESSES = ["mousedown", "pointerdown", "touchstart"];
        for (const kind of PRESSES) addEventListener(kind, () => window.pressed++, true);"""
    )
    await person.open("/")
    poster = person.page.get_by_role("article").filter(has=person.page.locator(f'a[href="/new/{game}"]'))
    await press_with_keys(person.page, poster.get_by_role("button", name=opening("en", "lobby.home.play")))
    await person.page.wait_for_url("**/t/*")
    await person.settled()
    await play_on(person, played, "keyboard")
    dialog = person.page.get_by_role("dialog", name=words("en", "table.result"))
    await check_focus(person.page)
    await press_with_keys(person.page, dialog.get_by_role("button", name=words("en", "table.rematch")))
    await expect(dialog).to_have_count(0)
    await move(person, played, "keyboard")
    assert await person.page.evaluate("window.pressed") == 0


@with_one_game(4)
async def test_a_watcher_sees_it_end(people: People, game: str) -> None:
    """Whoever has the link may watch, and is told the result like everybody else."""
    played = driver(game)
    ala = await people.guest("Ala")
    table = await begun(ala, game, played.chairs.replace("p", "b"))
    watcher = await people.come(calm=True)
    await watcher.open(f"/t/{table}")
    await expect(watcher.page.get_by_text(words("en", "table.watching"))).to_be_visible()
    assert (await ala.do(table, "hand_over"))["type"] == "accepted"
    assert await play_on(watcher, played) == 0
    assert len(await played.places(watcher)) == len(played.chairs)
