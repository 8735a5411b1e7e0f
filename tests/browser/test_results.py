"""What the result of a match covers, on a phone: its buttons stay above all that scrolls below them."""

from playwright.async_api import Browser

from support.browser_areas import measure
from support.browser_gallery import open_gallery
from support.played_moments import OVER, representative

SCROLLED = """() => {
  const footer = document.querySelector("dialog[open] .again");
  let scrolled = footer.parentElement;
  while (scrolled.scrollHeight <= scrolled.clientHeight) scrolled = scrolled.parentElement;
  const above = new Set();
  let behind = 0;
  for (let top = 0; top < scrolled.scrollHeight - scrolled.clientHeight; top += 12) {
    scrolled.scrollTop = top;
    const box = footer.getBoundingClientRect();
    for (const card of document.querySelectorAll("dialog[open] .result [role=img]")) {
      const { left, right, top: upper, bottom: lower } = card.getBoundingClientRect();
      const x = (left + right) / 2, y = Math.max(upper, box.top) + 2;
      if (y > Math.min(lower, box.bottom) - 2) continue;
      behind += 1;
      const found = document.elementFromPoint(x, y);
      if (!footer.contains(found)) above.add(`${found?.tagName}.${found?.getAttribute("class")}`);
    }
  }
  return [behind, [...above]];
}"""
"""How many cards lay behind the buttons, step by step, and what lay above the buttons there."""


async def test_no_card_of_the_last_check_lies_above_the_buttons(browser: Browser) -> None:
    page = await open_gallery(browser, "gra", language="pl")
    await page.set_viewport_size({"width": 390, "height": 844})
    (over,) = (each for each in representative("gra", 6) if each.phase == OVER)
    await measure(page, over)
    await page.locator("dialog[open] .again").wait_for()
    behind, above = await page.evaluate(SCROLLED)
    await page.context.close()
    assert behind > 10, "the cards did not come as far as the buttons"
    assert above == []
