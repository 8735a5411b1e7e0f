"""Somebody who has only a keyboard, and sees where they are."""

from typing import Any

from playwright.async_api import Locator, Page

MOST_STEPS = 80

_WHERE = """() => {
  let found = document.activeElement;
  if (found === null || found === document.body || found === document.documentElement) return null;
  const box = found.getBoundingClientRect();
  // cards lift their face, and the ring with it
  const ring = [found, ...found.children].map(one => getComputedStyle(one))
    .some(style => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0);
  const name = found.getAttribute("aria-label") ?? found.innerText ?? "";
  return {
    what: `${found.tagName.toLowerCase()} "${name.trim().slice(0, 60)}"`,
    size: [box.width, box.height],
    inView: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    ring,
  };
}"""


async def focused(page: Page) -> Any:
    """What has the focus, and whether that can be seen; None: nothing has it."""
    return await page.evaluate(_WHERE)


async def check_focus(page: Page) -> None:
    found = await focused(page)
    assert found is not None, "the focus is nowhere"
    assert min(found["size"]) > 0, f"the focus is on something that has no size: {found}"
    assert found["inView"], f"the focus is out of sight: {found}"
    assert found["ring"], f"nothing shows that the focus is here: {found}"


async def go_to(page: Page, target: Locator) -> None:
    """Tab until it has the focus. On the way the focus must always be seen."""
    await target.wait_for()
    if await _has_focus(target):
        return
    way = []
    for _ in range(MOST_STEPS):
        await page.keyboard.press("Tab")
        here = await focused(page)
        if here is None:  # from the last thing on the page it goes round by the browser's own bars
            continue
        await check_focus(page)
        if await _has_focus(target):
            return
        way.append(here["what"])
    raise AssertionError(f"cannot be reached with the keyboard: {target}; the way was {way}")


async def press_with_keys(page: Page, target: Locator, key: str = "Enter") -> None:
    await go_to(page, target)
    await page.keyboard.press(key)


async def _has_focus(target: Locator) -> bool:
    return bool(await target.evaluate("found => found === document.activeElement"))
