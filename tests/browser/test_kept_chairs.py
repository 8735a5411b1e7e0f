"""Two people and a stranger: a chair that one of them leaves, and who shares a network with whom."""

import pytest
from playwright.async_api import Locator, expect

from browser.drivers import driver
from browser.game_selection import with_one_game
from browser.page_actions import make_table, press, say_name, sit_down, start
from support.browser_people import Language, People, Person, Size
from support.browser_tables import begun, position
from support.browser_translations import among, opening, words

SIZES: list[tuple[Size, Size, Language]] = [("desktop", "phone", "pl"), ("phone", "desktop", "en")]
on_both_sizes = pytest.mark.parametrize(("size", "others", "language"), SIZES)


async def friends_at_a_table(people: People, game: str, size: Size, language: Language, keep: bool) -> list[Person]:
    """Ala has made it, Ola has sat down, and the match has begun: all by what the pages offer."""
    ala, ola = await people.come(size=size, language=language), await people.come(size=size, language=language)
    path = await make_table(ala, driver(game), "Ala", "mpb", keep_chairs=keep)
    said = words(language, "lobby.room.chairs_kept" if keep else "lobby.room.chairs_free")
    await expect(ala.page.get_by_text(said)).to_be_visible()
    await ola.open(path)
    await expect(ola.page.get_by_text(said)).to_be_visible()
    await sit_down(ola, "Ola")
    await start(ala)
    for person in (ala, ola):
        await driver(game).expect_table(person)
    return [ala, ola]


async def leave(person: Person, warning: str) -> None:
    await person.press(words(person.language, "table.open.menu"))
    await person.press(words(person.language, "table.leave"))
    await expect(person.page.get_by_role("alert")).to_have_text(words(person.language, warning))
    await person.press(words(person.language, "table.leave_yes"))
    await expect(person.page.get_by_role("heading", name=words(person.language, "lobby.home.heading"))).to_be_visible()


def button(person: Person, key: str) -> Locator:
    return person.page.get_by_role("button", name=words(person.language, key))


@with_one_game(1)
@on_both_sizes
async def test_a_kept_chair_is_for_its_owner_alone(
    people: People, game: str, size: Size, others: Size, language: Language
) -> None:
    ala, ola = await friends_at_a_table(people, game, size, language, keep=True)
    table = ala.path
    await leave(ola, "table.leave_kept")
    plate = ala.page.locator(".plate[data-seat='1']")
    await expect(plate).to_contain_text("Ola")
    await expect(plate.get_by_text(words(language, "table.stand_in.left"))).to_be_visible()

    stranger = await people.come(size=others, language=language)
    await stranger.introduce("Ewa")
    await stranger.open(table)
    notice = stranger.page.get_by_text(among(language, "table.kept_for"))
    await expect(notice).to_be_visible()
    await expect(notice).to_contain_text("Ola")
    for offered in ("table.sit_in", "table.sit_back"):
        await expect(button(stranger, offered)).to_have_count(0)

    await ola.open(table)
    await expect(ola.page.get_by_text(among(language, "table.left.kept"))).to_be_visible()
    await press(ola, button(ola, "table.sit_back"))
    await expect(ola.page.get_by_text(among(language, "table.watching"))).to_have_count(0)
    await expect(plate.get_by_text(words(language, "table.stand_in.left"))).to_have_count(0)
    await expect(notice).to_have_count(0)  # the stranger's page follows


@with_one_game(2)
@on_both_sizes
async def test_whoever_takes_a_chair_is_told_before_that_they_will_see_its_hand(
    people: People, game: str, size: Size, others: Size, language: Language
) -> None:
    ala, ola = await friends_at_a_table(people, game, size, language, keep=False)
    await leave(ola, "table.leave_playing")
    stranger = await people.come(size=others, language=language)
    await stranger.open(ala.path)
    await press(stranger, button(stranger, "table.sit_in"))
    dialog = stranger.page.get_by_role("dialog", name=words(language, "table.take_chair"))
    await expect(dialog).to_contain_text("Ola")
    await expect(dialog.get_by_text(words(language, "table.take_chair.help"))).to_be_visible()
    await press(stranger, dialog.get_by_role("button", name=words(language, "shell.cancel")))
    await expect(dialog).to_have_count(0)
    await expect(stranger.page.get_by_text(among(language, "table.watching"))).to_be_visible()
    await press(stranger, button(stranger, "table.sit_in"))
    await press(stranger, dialog.get_by_role("button", name=words(language, "table.take_chair.yes")))
    await say_name(stranger, "Ewa")
    await expect(stranger.page.get_by_text(among(language, "table.watching"))).to_have_count(0)
    await expect(ala.page.locator(".plate[data-seat='1']")).to_contain_text("Ewa")


@with_one_game(3)
@on_both_sizes
async def test_the_host_is_shown_who_shares_a_network_and_the_others_are_not(
    people: People, game: str, size: Size, others: Size, language: Language
) -> None:
    """All browsers of the tests come from one address."""
    ala, ola = await people.come(size=size, language=language), await people.come(size=others, language=language)
    path = await make_table(ala, driver(game), "Ala", "mpb")
    mark = among(language, "table.same_network")
    await expect(ala.page.get_by_text(mark)).to_have_count(0)
    await ola.open(path)
    await sit_down(ola, "Ola")
    chairs = ala.page.get_by_role("group", name=words(language, "lobby.room.chairs"))
    await expect(chairs.get_by_text(mark)).to_have_count(2)
    own = chairs.get_by_role("listitem").filter(has=ala.page.get_by_text("Ala", exact=True))
    await expect(own.get_by_text(mark)).to_contain_text("Ola")
    about = ala.page.get_by_role("region", name=words(language, "table.same_network.title"))
    await expect(about).to_contain_text("Ala")
    await start(ala)
    await driver(game).expect_table(ala)
    await expect(ala.page.locator(".plate[data-seat='1']").get_by_title(mark)).to_be_visible()
    await ala.press(words(language, "table.open.menu"))
    await expect(about).to_be_visible()
    await expect(about.get_by_text(words(language, "table.same_network.help"))).to_be_visible()
    await driver(game).expect_table(ola)
    await ola.press(words(language, "table.open.menu"))
    for said in (mark, words(language, "table.same_network.title")):
        await expect(ola.page.get_by_text(said)).to_have_count(0)
    await ola.page.close()
    await expect(about).to_have_count(0)


@with_one_game(4)
async def test_whoever_left_a_chair_that_is_not_kept_may_have_it_back_without_being_warned(
    people: People, game: str
) -> None:
    ala = await people.guest("Ala")
    person = await people.come(size="phone", language="pl")
    await person.introduce("Ola")
    ola = people.keep(await person.as_guest())
    table = await begun(ala, game, "mpb", ola, keep_chairs=False)
    await ola.do(table, "leave")
    await person.open(f"/t/{table}")
    await expect(person.page.get_by_text(among("pl", "table.left.free"))).to_be_visible()
    await press(person, button(person, "table.sit_back"))
    await expect(person.page.get_by_text(among("pl", "table.watching"))).to_have_count(0)
    assert (await position(ola, table))["you"]["seat"] == 1


@with_one_game(0)
async def test_the_form_remembers_that_chairs_are_not_kept(people: People, game: str) -> None:
    person = await people.come(language="pl", size="phone")
    await person.open(f"/new/{game}")
    switch = person.page.get_by_role("switch", name=opening("pl", "lobby.new.keep_chairs"))
    await expect(switch).to_be_checked()
    await switch.uncheck(force=True)
    await person.page.reload()
    await person.settled()
    await expect(switch).not_to_be_checked()
