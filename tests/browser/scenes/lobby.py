"""Pages around the tables, which are the same whatever is played."""

from collections.abc import Mapping

from playwright.async_api import expect

from browser.scenes.viewer import At, Scene
from support.browser_tables import begun, finished, seated
from support.browser_watch import CUT

NOT_THERE = "AAAAAAAAAAAAAAAA"


async def home(at: At) -> None:
    await at.person.open("/")


async def home_with_tables(at: At) -> None:
    me = await at.me()
    ala, ola = await at.friends("Ala", "Ola")
    await seated(ala, "no_thanks", "mppp", public=True, clock=60, hints=True)
    await begun(ola, "no_thanks", "mbb", public=True, options={"open_chips": True})
    await begun(me, "no_thanks", "mbb")
    await at.person.open("/")
    await expect(at.person.page.get_by_role("heading", name=at.words("lobby.tables.mine"))).to_be_visible()


async def home_code_unknown(at: At) -> None:
    at.person.watch.announce("404.*/api/codes/")
    await at.person.open("/")
    await at.person.page.get_by_label(at.words("lobby.code.label")).fill("QQQQQQ")
    await at.press("lobby.code.go")
    await expect(at.person.page.get_by_role("alert")).to_be_visible()


async def settings(at: At) -> None:
    await at.person.open("/")
    await at.press("lobby.header.settings")
    await at.wait_for_dialog("lobby.settings.title")


async def me_newcomer(at: At) -> None:
    await at.person.open("/me")


async def me(at: At) -> None:
    guest = await at.me()
    ala, ola = await at.friends("Ala", "Ola")
    await finished(guest, "no_thanks", ala, ola)
    await begun(guest, "no_thanks", "mbb")
    await at.person.open("/me")
    await at.press("lobby.me.move.make")
    await expect(at.person.page.get_by_role("img", name=at.words("lobby.me.move.qr"))).to_be_visible()


async def move(at: At) -> None:
    await at.me()
    await at.person.open("/move#stolik_somekey")


async def move_without_key(at: At) -> None:
    await at.person.open("/move")


async def code_unknown(at: At) -> None:
    at.person.watch.announce("404.*/api/codes/")
    await at.person.open("/c/QQQQQQ")


async def nothing(at: At) -> None:
    at.person.watch.announce("404.*/no/such/page")
    await at.person.open("/no/such/page")


async def new_table_of_no_game(at: At) -> None:
    await at.person.open("/new/whist")


async def rules(at: At) -> None:
    await at.person.open("/rules")


async def rules_of_no_game(at: At) -> None:
    await at.person.open("/rules/whist")


async def table_unknown(at: At) -> None:
    at.person.watch.announce(f"404.*/api/tables/{NOT_THERE}")
    await at.person.open(f"/t/{NOT_THERE}")


async def replay_unknown(at: At) -> None:
    at.person.watch.announce(f"404.*{NOT_THERE}")
    await at.person.open(f"/replay/{NOT_THERE}.1")


async def proof_unknown(at: At) -> None:
    at.person.watch.announce(f"404.*{NOT_THERE}")
    await at.person.open(f"/proof/{NOT_THERE}.1")


async def server_down(at: At) -> None:
    """The page is there, the server behind it is not."""
    at.person.watch.announce(*CUT, "ERR_FAILED")
    await at.person.context.route("**/api/**", lambda route: route.abort())
    await at.person.open("/")


PAGES: Mapping[str, Scene] = {
    scene.__name__: scene
    for scene in (
        home,
        home_with_tables,
        home_code_unknown,
        settings,
        me_newcomer,
        me,
        move,
        move_without_key,
        code_unknown,
        nothing,
        new_table_of_no_game,
        rules,
        rules_of_no_game,
        table_unknown,
        replay_unknown,
        proof_unknown,
        server_down,
    )
}
