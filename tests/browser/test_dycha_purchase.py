"""DYCHA: choosing what to buy and how to pay hides nothing, and moves nothing, on any screen."""

import pytest
from playwright.async_api import Browser, Page, expect

from browser.test_layout import SCREENS, language_of, told
from support.browser_areas import measure
from support.browser_gallery import open_gallery
from support.played_moments import Played, played

SHOPPING = "buy+no_buy"


def dearest(players: int) -> Played:
    """The purchase that is paid with the most things."""
    moments = [each for each in played("dycha", players) if each.phase == SHOPPING]
    return max(moments, key=lambda each: max(len(offer["proposal"]) for offer in each.view["private"]["offers"]))


async def choose(page: Page) -> None:
    offers = page.locator("[data-area=centre] [role=group] button:enabled")
    await offers.last.click()
    await expect(page.locator("[data-area=centre] [aria-pressed=true]")).to_have_count(1)


@pytest.mark.parametrize("players", [1, 2, 5])
async def test_a_chosen_card_and_its_payment_are_on_the_screen(browser: Browser, players: int) -> None:
    page = await open_gallery(browser, "dycha", language=language_of(players))
    moment, faults = dearest(players), []
    for width, height in SCREENS:
        await page.set_viewport_size({"width": width, "height": height})
        before = await measure(page, moment)
        await choose(page)
        chosen = await measure(page, None)
        faults += [f"{width} x {height}: {fault}" for fault in chosen.hidden]
        if chosen.places != before.places:
            faults.append(f"{width} x {height}: areas move from {before.places} to {chosen.places}")
    await page.context.close()
    assert not faults, told(faults)
