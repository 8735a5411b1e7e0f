"""Reloads, cuts, crashes and blocked sockets: the match goes on where it was, no move is lost, none happens twice."""

import asyncio
import contextlib
from typing import Any

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.async_api import expect

from browser.drivers import driver
from browser.drivers.base import Driver
from browser.game_selection import with_one_game_in_turns
from browser.play_loop import moment, move, play_on, until_past, until_turn
from support.browser_connection import wire_to
from support.browser_people import CookieGuest, People, Person
from support.browser_server import BrowserServer
from support.browser_tables import begun, position
from support.browser_translations import words
from support.browser_watch import CUT
from support.servers import Guest

BLOCKED = {
    "refused": "window.WebSocket = class { constructor() { throw new DOMException('blocked', 'SecurityError'); } };",
    "never opens": """window.WebSocket = class extends EventTarget {
      static OPEN = 1; readyState = 0; onclose = null;
      constructor() { super(); setTimeout(() => this.onclose?.(new CloseEvent('close', {code: 1006})), 50); }
      close() {} send() {}
    };""",
    "opens and is dropped": """window.WebSocket = class extends EventTarget {
      static OPEN = 1; readyState = 1; onopen = null; onclose = null;
      constructor() {
        super();
        setTimeout(() => {
          this.onopen?.(new Event('open'));
          this.onclose?.(new CloseEvent('close', {code: 1006}));
        }, 50);
      }
      close() {} send() {}
    };""",
}


async def at_a_table(people: People, person: Person, played: Driver) -> tuple[str, Guest]:
    """Alone with bots, in the middle of a match."""
    await person.introduce("Ala")
    guest = people.keep(await person.as_guest())
    table = await begun(guest, played.key, played.chairs.replace("p", "b"))
    await person.open(f"/t/{table}")
    return table, guest


async def moves_made(guest: Guest, table: str) -> int:
    """As the server counts them."""
    found: int = (await position(guest, table))["match"]["number"]
    return found


async def what_i_know(guest: Guest, table: str) -> Any:
    match = (await position(guest, table))["match"]
    return match["public"], match["private"], match["legal"]


@with_one_game_in_turns(0)
async def test_a_reload_changes_nothing(people: People, game: str) -> None:
    person = await people.come(language="pl")
    table, guest = await at_a_table(people, person, driver(game))
    before = await moves_made(guest, table)
    for _ in range(2):
        await move(person, driver(game))
    seq = await until_all_wait_for(person, guest, table)
    known, shown = await what_i_know(guest, table), await person.page.locator("main").aria_snapshot()
    await person.page.reload()
    await person.settled()
    assert (await until_turn(person)).seq == seq
    assert await what_i_know(guest, table) == known
    log = await person.page.locator("main").aria_snapshot()
    assert log == shown
    await move(person, driver(game))
    assert await moves_made(guest, table) - before == 3


async def until_all_wait_for(person: Person, guest: Guest, table: str) -> int:
    """Nobody else is to move, so nothing happens by itself. The seq then."""
    while True:
        now = await until_turn(person)
        match = (await position(guest, table))["match"]
        if match["seq"] == now.seq and len(match["awaited"]) == 1:
            return now.seq
        await asyncio.sleep(0.05)


@with_one_game_in_turns(1)
async def test_offline_and_back(people: People, game: str) -> None:
    async with wire_to(people.base) as wire:
        person = await people.come(base=wire.base, size="phone")
        person.watch.announce(*CUT)
        table, guest = await at_a_table(people, person, driver(game))
        before = await moves_made(guest, table)
        await move(person, driver(game))
        await until_turn(person)
        await person.context.set_offline(True)
        wire.cut()  # browsers let open sockets live when they are told to be offline
        cut = person.page.get_by_text(words(person.language, "table.cut"))
        await expect(cut).to_be_visible()
        await asyncio.sleep(1.5)
        wire.mend()
        await person.context.set_offline(False)
        await expect(cut).to_have_count(0)
        for _ in range(2):
            await move(person, driver(game))
        assert await moves_made(guest, table) - before == 3


@with_one_game_in_turns(2)
async def test_a_move_whose_answer_was_lost_happens_once(people: People, game: str) -> None:
    """It has reached the server, the page does not know it, and sends it again when the line is back."""
    async with wire_to(people.base) as wire:
        person = await people.come(base=wire.base)
        person.watch.announce(*CUT)
        table, guest = await at_a_table(people, person, driver(game))
        guest = people.keep(CookieGuest(people.base, guest.headers["cookie"]))  # who does not use this wire
        before = await moves_made(guest, table)
        now = await until_turn(person)
        wire.lose_answers()
        await driver(game).move(person, "pointer")
        while await moves_made(guest, table) == before:
            await asyncio.sleep(0.05)
        wire.cut()
        await expect(person.page.get_by_text(words(person.language, "table.cut"))).to_be_visible()
        assert (await moment(person)).seq == now.seq
        wire.mend()
        await until_past(person, now.seq)
        assert wire.lost_answers > 0
        await move(person, driver(game))
        assert await moves_made(guest, table) - before == 2


@with_one_game_in_turns(3)
async def test_the_server_is_killed_and_comes_back(people: People, own_server: BrowserServer, game: str) -> None:
    person = await people.come(base=own_server.base, language="pl")
    person.watch.announce(*CUT)
    table, guest = await at_a_table(people, person, driver(game))
    before = await moves_made(guest, table)
    for _ in range(2):
        await move(person, driver(game))
    await until_turn(person)
    own_server.kill()
    cut = person.page.get_by_text(words(person.language, "table.cut"))
    await expect(cut).to_be_visible()
    own_server.start()
    with contextlib.suppress(PlaywrightTimeout):  # it may have come back by itself before the button is pressed
        await person.page.get_by_role("button", name=words(person.language, "table.cut_now")).click(timeout=2_000)
    await expect(cut).to_have_count(0)
    for _ in range(2):
        await move(person, driver(game))
    assert await moves_made(guest, table) - before == 4


@with_one_game_in_turns(2)
@pytest.mark.parametrize("how", BLOCKED)
async def test_without_sockets_it_is_played_over_http(people: People, game: str, how: str) -> None:
    person = await people.come(size="phone" if how == "refused" else "desktop")
    await person.context.add_init_script(BLOCKED[how])
    table, guest = await at_a_table(people, person, driver(game))
    before = await moves_made(guest, table)
    if how == "refused":
        made = await play_on(person, driver(game))
    else:
        made = 3
        for _ in range(made):
            await move(person, driver(game))
    assert await moves_made(guest, table) - before == made > 0
