"""How people get to a chair, and what they meet on the way."""

import pytest
from playwright.async_api import expect

from browser.drivers import driver
from browser.game_selection import with_every_game, with_one_game
from browser.page_actions import press, say_name, sit_down
from browser.play_loop import move, until_turn
from browser.scenes.lobby import NOT_THERE
from support.browser_people import Language, People, Person
from support.browser_server import BrowserServer
from support.browser_tables import begun, finished, position, seated
from support.browser_translations import among, opening, words
from support.browser_watch import CUT

BOTH = pytest.mark.parametrize("language", ["pl", "en"])


async def expect_words(person: Person, *keys: str) -> None:
    for key in keys:
        await expect(person.page.get_by_text(words(person.language, key)).first).to_be_visible()


async def expect_header(person: Person) -> None:
    await expect(person.page.get_by_role("link", name=words(person.language, "lobby.header.home"))).to_be_visible()


async def expect_way_home(person: Person) -> None:
    """Whatever happened, there is a way on."""
    link = person.page.get_by_role("link", name=words(person.language, "shell.home")).last
    await press(person, link)
    await expect(person.page.get_by_role("heading", name=words(person.language, "lobby.home.heading"))).to_be_visible()


@with_every_game
async def test_one_click_to_a_game_with_bots(people: People, game: str) -> None:
    """Nothing is asked, and nothing else has to be pressed before one's first move."""
    person = await people.come(size="phone", language="pl")
    await person.open("/")
    poster = person.page.get_by_role("article").filter(has=person.page.locator(f'a[href="/new/{game}"]'))
    await press(person, poster.get_by_role("button", name=opening("pl", "lobby.home.play")))
    await until_turn(person)
    await expect(person.page.get_by_role("dialog")).to_have_count(0)
    await move(person, driver(game))


@with_one_game(0)
@BOTH
async def test_two_clicks_from_a_link_to_a_chair(people: People, game: str, language: Language) -> None:
    ala = await people.guest("Ala")
    table = await seated(ala, game, "mpp")
    person = await people.come(size="phone" if language == "pl" else "desktop", language=language)
    await person.open(f"/t/{table}")
    await press(person, person.page.get_by_role("button", name=opening(language, "lobby.room.sit")).first)
    await say_name(person, "Ola")
    await expect(person.page.get_by_role("button", name=words(language, "lobby.room.leave"))).to_be_visible()
    chairs = (await ala.get(f"/api/tables/{table}"))["chairs"]
    assert [chair["name"] for chair in chairs] == ["Ala", "Ola", ""]


@with_one_game(1)
async def test_whoever_would_rather_not_say_their_name_can_still_look(people: People, game: str) -> None:
    ala = await people.guest("Ala")
    table = await seated(ala, game, "mpp")
    person = await people.come()
    await person.open(f"/t/{table}")
    await press(person, person.page.get_by_role("button", name=opening("en", "lobby.room.sit")).first)
    dialog = person.page.get_by_role("dialog", name=words("en", "lobby.name.title"))
    await expect(dialog).to_be_visible()
    await person.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(person.page.get_by_role("button", name=opening("en", "lobby.room.sit")).first).to_be_enabled()


@with_one_game(2)
async def test_the_waiting_room_follows_what_happens(people: People, game: str) -> None:
    """Friends sit down and get up, and the host's page shows it without being asked."""
    person = await people.come()
    await person.introduce("Zuza")
    host = people.keep(await person.as_guest())
    table = await seated(host, game, "mpp")
    await person.open(f"/t/{table}")
    start = person.page.get_by_role("button", name=words("en", "lobby.room.start"))
    await expect(start).to_be_disabled()
    ola, ewa = await people.guest("Ola"), await people.guest("Ewa")
    for friend in (ola, ewa):
        await friend.do(table, "sit")
        await expect(person.page.get_by_role("listitem").filter(has_text=friend.name)).to_be_visible()
    await expect(start).to_be_enabled()
    await ewa.do(table, "say", text="Dzień dobry!")
    await expect(person.page.get_by_text("Dzień dobry!")).to_be_visible()
    await ewa.do(table, "leave")
    await expect(start).to_be_disabled()
    await press(person, person.page.get_by_role("button", name=words("en", "lobby.room.start_bots")))
    await driver(game).expect_table(person)


@with_one_game(3)
async def test_whose_chair_was_freed_is_told_so(people: People, game: str) -> None:
    ala = await people.guest("Ala")
    person = await people.come(language="pl", size="phone")
    await person.introduce("Ola")
    table = await seated(ala, game, "mpp", people.keep(await person.as_guest()))
    await person.open(f"/t/{table}")
    await expect(person.page.get_by_role("button", name=words("pl", "lobby.room.leave"))).to_be_visible()
    await ala.do(table, "set_chair", chair=1, level=None)
    await expect(person.page.get_by_text(among("pl", "table.freed")).first).to_be_visible()
    await press(person, person.page.get_by_role("button", name=opening("pl", "lobby.room.sit")).first)
    await expect(person.page.get_by_role("button", name=words("pl", "lobby.room.leave"))).to_be_visible()


@with_one_game(3)
async def test_a_full_table_can_be_watched(people: People, game: str) -> None:
    ala, ola = await people.guest("Ala"), await people.guest("Ola")
    table = await begun(ala, game, "mpb", ola)
    person = await people.come(language="pl", size="phone")
    await person.open(f"/t/{table}")
    await expect_words(person, "table.watching")
    frame = await position(ala, table)
    assert frame["you"]["seat"] is not None
    await expect(person.page.get_by_role("button", name=words("pl", "table.sit_in"))).to_have_count(0)


@with_one_game(4)
async def test_a_chair_that_somebody_left_can_be_taken(people: People, game: str) -> None:
    ala, ola = await people.guest("Ala"), await people.guest("Ola")
    table = await begun(ala, game, "mpb", ola, keep_chairs=False)
    await ola.do(table, "leave")
    person = await people.come(language="en")
    await person.open(f"/t/{table}")
    await press(person, person.page.get_by_role("button", name=words("en", "table.sit_in")))
    await press(person, person.page.get_by_role("button", name=words("en", "table.take_chair.yes")))
    await say_name(person, "Ewa")
    await expect(person.page.get_by_text(words("en", "table.watching"))).to_have_count(0)
    chairs = (await ala.get(f"/api/tables/{table}"))["chairs"]
    assert chairs[1]["name"] == "Ewa"


@with_one_game(5)
async def test_a_finished_table_shows_its_result(people: People, game: str) -> None:
    ala, ola, ewa = [await people.guest(name) for name in ("Ala", "Ola", "Ewa")]
    table = await finished(ala, game, ola, ewa)
    person = await people.come(language="pl")
    await person.open(f"/t/{table}")
    await expect(person.page.get_by_role("dialog", name=words("pl", "table.result"))).to_be_visible()
    assert {name for name, _ in await driver(game).places(person)} == {"Ala", "Ola", "Ewa"}
    await expect_way_home(person)


@BOTH
async def test_a_link_to_no_table(people: People, language: Language) -> None:
    person = await people.come(language=language)
    person.watch.announce(f"404.*{NOT_THERE}")
    await person.open(f"/t/{NOT_THERE}")
    await expect_words(person, "problem.unknown_table.title", "problem.unknown_table.way_on")
    await expect_header(person)
    await person.open(f"/replay/{NOT_THERE}.1")
    await expect_words(person, "problem.unknown_match.title")
    await expect_header(person)
    await expect_way_home(person)


@BOTH
async def test_a_code_of_no_table(people: People, language: Language) -> None:
    person = await people.come(language=language, size="phone")
    person.watch.announce("404.*/api/codes/")
    await person.open("/c/QQQQQQ")
    await expect_words(person, "lobby.code.lost", "lobby.code.lost.help")
    await expect_way_home(person)
    await person.page.get_by_label(words(language, "lobby.code.label")).fill("QQQQQQ")
    await person.press(words(language, "lobby.code.go"))
    await expect(person.page.get_by_role("alert")).to_have_text(words(language, "lobby.code.unknown"))


@with_one_game(7)
async def test_a_code_leads_to_its_table(people: People, game: str) -> None:
    ala = await people.guest("Ala")
    table = await seated(ala, game, "mpp")
    code = (await ala.get(f"/api/tables/{table}"))["code"]
    person = await people.come()
    await person.open(f"/c/{code.lower()}")
    await person.page.wait_for_url(f"**/t/{table}")


@with_one_game(6)
async def test_nobody_sees_a_running_match_with_others_eyes(people: People, game: str) -> None:
    ala, ola, ewa = [await people.guest(name) for name in ("Ala", "Ola", "Ewa")]
    table = await begun(ala, game, "mpp", ola, ewa)
    person = await people.come(language="pl")
    await person.open(f"/replay/{table}.1?seat=1")
    await expect(person.page.get_by_text(among("pl", "replay.own_eyes_only"))).to_be_visible()
    await expect(person.page.get_by_role("combobox", name=words("pl", "replay.eyes"))).to_be_disabled()


async def test_a_page_at_no_address(people: People) -> None:
    person = await people.come(language="pl")
    person.watch.announce("404.*/tu/nic/nie/ma")
    await person.open("/tu/nic/nie/ma")
    await expect_words(person, "lobby.nothing.heading", "lobby.nothing.about")
    await expect_way_home(person)


@BOTH
async def test_the_server_is_down_and_comes_back(people: People, own_server: BrowserServer, language: Language) -> None:
    """The page is open; the next click finds no server."""
    person = await people.come(base=own_server.base, language=language)
    person.watch.announce(*CUT)
    await person.open("/")
    own_server.kill()
    await press(person, person.page.locator('a[href^="/new/"]').first)
    await expect_words(person, "problem.unreachable.title")
    own_server.start()
    await press(person, person.page.get_by_role("button", name=words(language, "shell.again")))
    await expect(person.page.get_by_role("heading", name=words(language, "lobby.new.heading"))).to_be_visible()


async def test_a_key_in_a_link_makes_another_device_the_same_guest(people: People) -> None:
    laptop, phone = await people.come(), await people.come(size="phone")
    await laptop.introduce("Ala")
    await laptop.open("/me")
    await laptop.press(words("en", "lobby.me.move.make"))
    link = await laptop.page.get_by_label(words("en", "lobby.invite.link")).input_value()
    await phone.open(link)
    await phone.press(words("en", "lobby.move.yes"))
    await expect(phone.page.get_by_role("heading", name="Ala")).to_be_visible()
    again = await people.come()
    again.watch.announce("401.*/api/me/claim")
    await again.open(link)
    await again.press(words("en", "lobby.move.yes"))
    await expect_words(again, "lobby.move.used")


@with_one_game(2)
async def test_a_table_waits_among_ones_own_until_one_comes_back(people: People, game: str) -> None:
    person = await people.come(size="phone", language="pl")
    await person.introduce("Ala")
    table = await begun(people.keep(await person.as_guest()), game, "mbb")
    await person.open("/")
    mine = person.page.get_by_role("region", name=words("pl", "lobby.tables.mine"))
    await press(person, mine.get_by_role("link", name=among("pl", "lobby.tables.go_back")))
    await person.page.wait_for_url(f"**/t/{table}")
    await driver(game).expect_table(person)


@with_one_game(3)
async def test_a_table_for_anybody_is_on_the_front_page_and_one_by_link_is_not(people: People, game: str) -> None:
    """Chosen in the form, found by a stranger, who sits down there."""
    ala = await people.come()
    await ala.open(f"/new/{game}")
    await press(ala, ala.page.get_by_role("radio", name=words("en", "lobby.new.public")))
    await press(ala, ala.page.get_by_role("button", name=words("en", "lobby.new.make")))
    await say_name(ala, "Ala")
    await ala.page.wait_for_url("**/t/*")
    olek = await people.guest("Olek")
    hidden = await seated(olek, game, "mpp")
    stranger = await people.come(size="phone", language="pl")
    await stranger.open("/")
    public = stranger.page.get_by_role("region", name=words("pl", "lobby.tables.public"))
    await expect(public.locator(f'a[href="{ala.path}"]')).to_be_visible()
    await expect(public.locator(f'a[href="/t/{hidden}"]')).to_have_count(0)
    await press(stranger, public.locator(f'a[href="{ala.path}"]'))
    await sit_down(stranger, "Ewa")
    await expect(ala.page.get_by_role("listitem").filter(has_text="Ewa").first).to_be_visible()


@with_one_game(4)
async def test_what_is_chosen_in_the_form_is_what_the_table_has(people: People, game: str) -> None:
    """Who sits where, the level of a bot, and the time for a move."""
    person = await people.come(language="pl", size="phone")
    await person.open(f"/new/{game}")
    page = person.page
    level = among("pl", "lobby.new.level_of")
    last = page.get_by_role("group", name=among("pl", "lobby.new.chair")).last
    await press(person, last.get_by_role("radio", name=words("pl", "lobby.new.bot")))
    await press(
        person, page.get_by_role("group", name=level).get_by_role("radio", name=words("pl", "lobby.level.hard"))
    )
    await press(person, page.get_by_role("radio", name="30 s"))
    await press(person, page.get_by_role("button", name=words("pl", "lobby.new.make")))
    await say_name(person, "Ala")
    await page.wait_for_url("**/t/*")
    shown = await people.keep(await person.as_guest()).get(f"/api{person.path.replace('/t/', '/tables/')}")
    kinds = [(chair["kind"], chair["taken"], chair["level"]) for chair in shown["chairs"]]
    assert kinds[0] == ("person", True, None)
    assert kinds[-1] == ("bot", True, "hard")
    assert set(kinds[1:-1]) == {("person", False, None)}
    assert (shown["clock"], shown["public"]) == (30, False)
