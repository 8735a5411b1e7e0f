"""Pages of a game: making a table, waiting, playing, the end, looking back."""

from collections.abc import Mapping

from playwright.async_api import expect

from browser.drivers.base import Driver
from browser.page_actions import ask_for_a_hint
from browser.play_loop import until_turn
from browser.scenes.viewer import At, GameScene, Scene
from support.browser_tables import begun, finished, play_until_turn, position, seated
from support.browser_translations import among
from support.browser_watch import CUT
from support.servers import Guest

CUTTABLE = """{
  const open = [], Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) { if (window.isCut) throw new Error("cut"); super(...given); open.push(this); }
  };
  window.cut = () => { window.isCut = true; for (const socket of open) socket.close(); };
}"""
"""Gives the page sockets that can be cut."""


async def new_table(at: At, driver: Driver) -> None:
    await at.person.open(f"/new/{driver.key}")


async def asked_for_a_name(at: At, driver: Driver) -> None:
    await at.person.open(f"/new/{driver.key}")
    await at.press("lobby.new.make")
    await at.wait_for_dialog("lobby.name.title")


async def waiting_room_of_host(at: At, driver: Driver) -> None:
    guest = await at.me()
    (ala,) = await at.friends("Ala")
    table = await seated(guest, driver.key, "mppb", ala)
    await at.person.open(f"/t/{table}")


async def waiting_room_for_newcomer(at: At, driver: Driver) -> None:
    (ala,) = await at.friends("Ala")
    table = await seated(ala, driver.key, "mppb", clock=60, hints=True)
    await at.person.open(f"/t/{table}")


async def own_turn(at: At, driver: Driver) -> None:
    """In the middle of a match among three people."""
    await _in_the_middle(at, driver, whose=0)
    await until_turn(at.person)


async def hint(at: At, driver: Driver) -> None:
    await _in_the_middle(at, driver, whose=0, hints=True)
    await until_turn(at.person)
    await ask_for_a_hint(at.person)


async def others_turn(at: At, driver: Driver) -> None:
    await _in_the_middle(at, driver, whose=1)


async def full_table(at: At, driver: Driver) -> None:
    """As many as can play, near the end."""
    await _in_the_middle(at, driver, whose=None, moves=driver.late, players=driver.most)


async def watching(at: At, driver: Driver) -> None:
    (ala,) = await at.friends("Ala")
    table = await begun(ala, driver.key, driver.chairs.replace("p", "b"))
    await play_until_turn(table, 0, ala, choose=driver.choose)
    await at.person.open(f"/t/{table}")
    await expect(at.person.page.get_by_text(at.words("table.watching"))).to_be_visible()


async def open_the_rules(at: At) -> None:
    await at.press("table.open.rules")
    await at.wait_for_dialog("table.rules")


async def rules_at_the_table(at: At, driver: Driver) -> None:
    await own_turn(at, driver)
    await open_the_rules(at)


async def menu(at: At, driver: Driver) -> None:
    await own_turn(at, driver)
    await at.press("table.open.menu")
    await expect(at.person.page.get_by_role("dialog")).to_be_visible()


async def talk(at: At, driver: Driver) -> None:
    """Beside the table on a wide screen, in a drawer on a narrow one. Some games are played in silence."""
    table = await _in_the_middle(at, driver, whose=0)
    if at.person.touch:
        await at.press("table.open.chat")
    else:
        await at.person.press(at.words("table.chat"), "tab")
    guest = at.people.keep(await at.person.as_guest())
    if (await position(guest, table))["match"]["quiet"]:
        await expect(at.person.page.get_by_placeholder(at.words("table.chat_quiet"))).to_be_disabled()
        return
    for text in ("Dzień dobry!", "How are you? This is a somewhat longer sentence, to see where it breaks."):
        assert (await guest.do(table, "say", text=text))["type"] == "accepted"
    await expect(at.person.page.get_by_text("Dzień dobry!")).to_be_visible()


async def bot_in_my_chair(at: At, driver: Driver) -> None:
    table = await _in_the_middle(at, driver, whose=1)
    guest = at.people.keep(await at.person.as_guest())
    assert (await guest.do(table, "hand_over"))["type"] == "accepted"
    await expect(at.person.page.get_by_text(at.words("table.bot_for_you"))).to_be_visible()


async def connection_gone(at: At, driver: Driver) -> None:
    at.person.watch.announce(*CUT, "ERR_FAILED")
    await at.person.context.add_init_script(CUTTABLE)
    await own_turn(at, driver)
    await at.person.context.route("**/api/**", lambda route: route.abort())
    await at.person.page.evaluate("window.cut()")
    await expect(at.person.page.get_by_text(at.words("table.cut"))).to_be_visible()


async def leaving(at: At, driver: Driver) -> None:
    await menu(at, driver)
    await at.press("table.leave")
    await expect(at.person.page.get_by_role("alert")).to_be_visible()


async def sealed_deal(at: At, driver: Driver) -> None:
    await waiting_room_for_newcomer(at, driver)
    await at.press("lobby.room.fair.what")
    await at.wait_for_dialog("lobby.room.fair.title")


async def over(at: At, driver: Driver) -> None:
    await _over(at, driver)
    await at.wait_for_dialog("table.result")


async def put_the_result_away(at: At) -> None:
    await at.press("shell.close")
    await expect(at.person.page.get_by_role("button", name=at.words("table.show_result"))).to_be_visible()


async def over_and_looked_at(at: At, driver: Driver) -> None:
    await over(at, driver)
    await put_the_result_away(at)


async def replay(at: At, driver: Driver) -> None:
    table = await _over(at, driver)
    await at.person.open(f"/replay/{table}.1?seat=0#{driver.late}")


async def replay_beside(at: At, driver: Driver) -> None:
    """On a narrow screen in a drawer."""
    await replay(at, driver)
    if at.person.touch:
        await at.press("replay.side")
        await expect(at.person.page.get_by_role("dialog")).to_be_visible()


async def replay_of_running_match(at: At, driver: Driver) -> None:
    table = await _in_the_middle(at, driver, whose=0)
    await at.person.open(f"/replay/{table}.1")


async def proof(at: At, driver: Driver) -> None:
    table = await _over(at, driver)
    await at.person.open(f"/proof/{table}.1")
    await expect(at.person.page.get_by_text(at.words("proof.checking"))).to_have_count(0)


async def proof_of_running_match(at: At, driver: Driver) -> None:
    table = await _in_the_middle(at, driver, whose=0)
    await at.person.open(f"/proof/{table}.1")


async def rules_of_game(at: At, driver: Driver) -> None:
    await at.person.open(f"/rules/{driver.key}")


async def waiting_with_the_same_network(at: At, driver: Driver) -> None:
    """The host is shown that friends come from where the host comes from."""
    guest = await at.me()
    ala, ola = await at.friends("Ala", "Ola Bardzo-Długie Imię")
    table = await seated(guest, driver.key, "mppb", ala, ola)
    await at.person.open(f"/t/{table}")
    await _connected(table, ala, ola)
    await expect(at.person.page.get_by_role("region", name=at.words("table.same_network.title"))).to_be_visible()


async def playing_with_the_same_network(at: At, driver: Driver) -> None:
    guest = await at.me()
    ala, ola = await at.friends("Ala", "Ola Bardzo-Długie Imię")
    table = await begun(guest, driver.key, "mpp", ala, ola)
    await play_until_turn(table, 0, guest, ala, ola, choose=driver.choose, moves=driver.middle)
    await at.person.open(f"/t/{table}")
    await _connected(table, ala, ola)
    await expect(at.person.page.locator(".sharing")).to_have_count(3)


async def menu_with_the_same_network(at: At, driver: Driver) -> None:
    await playing_with_the_same_network(at, driver)
    await at.press("table.open.menu")
    await expect(at.person.page.get_by_role("region", name=at.words("table.same_network.title"))).to_be_visible()


async def _connected(table: str, *guests: Guest) -> None:
    """For as long as somebody who polls is waited for."""
    for guest in guests:
        await position(guest, table)


async def watching_a_kept_chair(at: At, driver: Driver) -> None:
    await at.me()
    ala, ola = await at.friends("Ala", "Ola Bardzo-Długie Imię")
    table = await begun(ala, driver.key, "mpb", ola)
    await ola.do(table, "leave")
    await at.person.open(f"/t/{table}")
    await expect(at.person.page.get_by_text(among(at.person.language, "table.kept_for"))).to_be_visible()


async def own_chair_is_kept(at: At, driver: Driver) -> None:
    guest = await at.me()
    (ala,) = await at.friends("Ala")
    table = await begun(ala, driver.key, "mpb", guest)
    await guest.do(table, "leave")
    await at.person.open(f"/t/{table}")
    await expect(at.person.page.get_by_text(among(at.person.language, "table.left.kept"))).to_be_visible()


async def asked_before_taking_a_chair(at: At, driver: Driver) -> None:
    ala, ola = await at.friends("Ala", "Ola Bardzo-Długie Imię")
    table = await begun(ala, driver.key, "mpb", ola, keep_chairs=False)
    await ola.do(table, "leave")
    await at.person.open(f"/t/{table}")
    await at.press("table.sit_in")
    await at.wait_for_dialog("table.take_chair")


AT_TABLES: Mapping[str, GameScene] = {
    scene.__name__: scene
    for scene in (
        new_table,
        own_turn,
        hint,
        full_table,
        rules_at_the_table,
        over,
        over_and_looked_at,
        replay,
        rules_of_game,
    )
}
"""What a game's own files decide."""

LEADS_TO: Mapping[str, tuple[str, Scene]] = {
    "own_turn": ("rules_at_the_table", open_the_rules),
    "over": ("over_and_looked_at", put_the_result_away),
}
"""From one of them it is one step to another: which, and how."""

AROUND_TABLES: Mapping[str, GameScene] = {
    scene.__name__: scene
    for scene in (
        asked_for_a_name,
        waiting_room_of_host,
        waiting_room_for_newcomer,
        watching,
        others_turn,
        menu,
        talk,
        bot_in_my_chair,
        connection_gone,
        leaving,
        sealed_deal,
        replay_beside,
        replay_of_running_match,
        proof,
        proof_of_running_match,
        waiting_with_the_same_network,
        playing_with_the_same_network,
        menu_with_the_same_network,
        watching_a_kept_chair,
        own_chair_is_kept,
        asked_before_taking_a_chair,
    )
}
"""The same for all games, but for their colours and names."""


NAMES = ("Ala", "Ola Bardzo-Długie Imię", "Żaneta", "Bo", "Krzysztof", "Ewa")


async def _in_the_middle(
    at: At, driver: Driver, whose: int | None, moves: int | None = None, players: int = 3, *, hints: bool = False
) -> str:
    guest = await at.me()
    friends = await at.friends(*NAMES[: players - 1])
    table = await begun(guest, driver.key, "m" + "p" * len(friends), *friends, hints=hints)
    moves = driver.middle if moves is None else moves
    await play_until_turn(table, whose, guest, *friends, choose=driver.choose, moves=moves)
    await at.person.open(f"/t/{table}")
    return table


async def _over(at: At, driver: Driver) -> str:
    guest = await at.me()
    table = await finished(guest, driver.key, *await at.friends("Ala", "Ola"))
    await at.person.open(f"/t/{table}")
    return table
