"""What a table does besides letting one play: title, movement, language, talk, size."""

import asyncio

import pytest
from playwright.async_api import Response, expect

from browser.drivers import driver
from browser.game_selection import with_every_game, with_one_game
from browser.page_actions import press
from browser.play_loop import moment, until_past, until_turn
from browser.scenes.tables import others_turn, over_and_looked_at, own_turn
from browser.scenes.viewer import At
from support.browser_checks import movements
from support.browser_keyboard import check_focus, press_with_keys
from support.browser_people import People, Person, Size
from support.browser_tables import begun
from support.browser_translations import words

MOST_BYTES = 200_000


@with_one_game(0)
async def test_the_title_says_whose_turn_it_is(people: People, game: str) -> None:
    mine, theirs = await people.come(language="pl"), await people.come(language="en")
    await own_turn(At(people, mine), driver(game))
    await expect(mine.page).to_have_title(words("pl", "table.title_your_turn"))
    await expect(mine.page.locator('link[rel="icon"]')).to_have_attribute("href", "/favicon-turn.svg")
    await others_turn(At(people, theirs), driver(game))
    await expect(theirs.page).to_have_title(words("en", "table.title"))
    await expect(theirs.page.locator('link[rel="icon"]')).to_have_attribute("href", "/favicon.svg")


@with_every_game
@pytest.mark.parametrize("calm", [True, False])
async def test_things_move_unless_one_would_rather_not(people: People, game: str, calm: bool) -> None:
    person = await people.come(calm=calm)
    moved: list[str] = []
    for _ in range(5):  # not every move makes something fly: a pass does not
        moved = await flying_after_a_move(people, person, game)
        if moved or calm:
            break
    if calm:
        running = await movements(person.page)
        assert (moved, running) == ([], [])
    else:
        assert set(moved) == {"none"}, "what flies can be pressed, and is gone from under the finger"


async def flying_after_a_move(people: People, person: Person, game: str) -> list[str]:
    """At a new table: the others there are people who wait."""
    await own_turn(At(people, person), driver(game))
    await asyncio.sleep(0.5)
    await person.page.evaluate(
        """() => { window.moved = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
          const animation = animate.apply(this, given);
          window.moved.push(getComputedStyle(this).pointerEvents);
          return animation;
        }; }"""
    )
    seq = (await moment(person)).seq
    await driver(game).move(person, "pointer")
    await until_past(person, seq)
    await asyncio.sleep(1.5)  # a moment after the news is there
    moved: list[str] = await person.page.evaluate("window.moved")
    return moved


@with_one_game(1)
async def test_switching_the_language_changes_everything_at_once(people: People, game: str) -> None:
    person = await people.come(language="pl")
    await own_turn(At(people, person), driver(game))
    page = person.page
    assert await page.evaluate("document.documentElement.lang") == "pl"
    await person.press(words("pl", "table.open.menu"))
    await person.press(words("pl", "table.settings"))
    await press(person, page.get_by_role("radio", name="English"))
    await expect(page.get_by_role("dialog", name=words("en", "lobby.settings.title"))).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == "en"
    await person.press(words("en", "shell.close"))
    person.language = "en"
    await expect(page).to_have_title(words("en", "table.title_your_turn"))
    await driver(game).expect_table(person)
    await page.reload()
    await person.settled()
    await driver(game).expect_table(person)


@with_one_game(2)
async def test_talk_and_reactions_reach_the_others(people: People, game: str) -> None:
    ala, ola = await people.come(), await people.come(size="phone", language="pl")
    await ala.introduce("Ala")
    await ola.introduce("Ola")
    friend = people.keep(await ola.as_guest())
    table = await begun(people.keep(await ala.as_guest()), game, "mpb", friend)
    for person in (ala, ola):
        await person.open(f"/t/{table}")
    await ala.press(words("en", "table.chat"), "tab")
    await ala.page.get_by_label(words("en", "table.chat_say")).fill("Cześć, Olu!")
    await ala.page.keyboard.press("Enter")
    await expect(ola.page.get_by_role("button", name=words("pl", "table.open.chat"))).to_contain_text("1")
    await ola.press(words("pl", "table.open.chat"))
    await expect(ola.page.get_by_text("Cześć, Olu!")).to_be_visible()
    await press(ola, ola.page.get_by_role("button", name=words("pl", "table.reaction.thanks")))
    await expect(ala.page.locator(".plate").get_by_text(words("en", "table.reaction.thanks"))).to_be_visible()


@with_one_game(3)
async def test_a_bot_plays_for_me_until_i_come_back(people: People, game: str) -> None:
    person = await people.come()
    await own_turn(At(people, person), driver(game))
    seq = (await moment(person)).seq
    await person.press(words("en", "table.open.menu"))
    await person.press(words("en", "table.hand_over"))
    await until_past(person, seq)
    await expect(person.page.get_by_text(words("en", "table.bot_for_you"))).to_be_visible()
    await person.press(words("en", "table.take_back"))
    await expect(person.page.get_by_text(words("en", "table.bot_for_you"))).to_have_count(0)


@with_every_game
async def test_what_happens_is_said_aloud(people: People, game: str) -> None:
    person = await people.come(language="pl")
    await own_turn(At(people, person), driver(game))
    aloud = person.page.get_by_role("log").last
    seq = (await moment(person)).seq
    await driver(game).move(person, "pointer")
    await until_past(person, seq)
    await expect(aloud).not_to_be_empty()


@with_every_game
async def test_the_guide_explains_until_it_is_put_away(people: People, game: str) -> None:
    person = await people.come(size="narrow")
    # A move that makes itself would end the turn while the guide is read.
    await person.page.add_init_script("localStorage.setItem('stolik.forced', 'false')")
    await own_turn(At(people, person), driver(game))
    guide = person.page.get_by_role("complementary", name=words("en", "table.guide"))
    await expect(guide).to_be_visible()
    await press(person, guide.get_by_role("button"))
    await press(person, guide.get_by_role("button", name=words("en", "table.guide_more")))
    await expect(person.page.get_by_role("dialog", name=words("en", "table.rules"))).to_be_visible()
    await person.press(words("en", "shell.close"))
    await press(person, guide.get_by_role("button"))
    await press(person, guide.get_by_role("button", name=words("en", "table.guide_enough")))
    await expect(guide).to_have_count(0)
    await person.page.reload()
    await until_turn(person)
    await expect(guide).to_have_count(0)


@with_one_game(3)
@pytest.mark.parametrize("size", ["phone", "desktop"])
async def test_the_result_can_be_put_away_and_fetched_again(people: People, game: str, size: Size) -> None:
    person = await people.come(size=size)
    await over_and_looked_at(At(people, person), driver(game))
    await person.press(words("en", "table.show_result"))
    await expect(person.page.get_by_role("dialog", name=words("en", "table.result"))).to_be_visible()


@with_one_game(4)
async def test_a_drawer_gives_the_focus_back(people: People, game: str) -> None:
    """Whoever opened it with the keyboard goes on where they were."""
    person = await people.come(calm=True)
    await own_turn(At(people, person), driver(game))
    rules = person.page.get_by_role("button", name=words("en", "table.open.rules"))
    drawer = person.page.get_by_role("dialog", name=words("en", "table.rules"))
    await press_with_keys(person.page, rules)
    await expect(drawer).to_be_visible()
    await check_focus(person.page)
    await person.page.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await expect(rules).to_be_focused()
    await check_focus(person.page)


@with_one_game(5)
async def test_the_way_back_closes_a_drawer_before_it_leaves_the_table(people: People, game: str) -> None:
    person = await people.come(size="phone")
    await person.open("/")
    await own_turn(At(people, person), driver(game))
    table = person.path
    drawer = person.page.get_by_role("dialog")
    await person.press(words("en", "table.open.rules"))
    await expect(drawer).to_be_visible()
    await person.page.go_back()
    await expect(drawer).to_have_count(0)
    assert person.path == table
    await person.press(words("en", "table.open.menu"))
    await person.press(words("en", "shell.close"))
    await expect(drawer).to_have_count(0)
    await person.page.go_back()
    await expect(person.page.get_by_role("heading", name=words("en", "lobby.home.heading"))).to_be_visible()


@with_every_game
async def test_the_first_load_of_a_table_is_small(people: People, game: str) -> None:
    """All that comes over the wire until one can play, in the longer language."""
    person = await people.come(language="pl")
    answers: list[Response] = []
    person.page.on("response", lambda answer: answers.append(answer))
    await own_turn(At(people, person), driver(game))
    await person.page.wait_for_load_state("networkidle")
    sizes = {answer.url: (await answer.request.sizes())["responseBodySize"] for answer in answers}
    total = sum(sizes.values())
    listed = "\n".join(f"{size:7} {url}" for url, size in sorted(sizes.items(), key=lambda one: -one[1]))
    assert 50_000 < total <= MOST_BYTES, f"{total} bytes\n{listed}"
