"""What must be true of every page, whatever it shows."""

import re
from functools import cache
from pathlib import Path

from playwright.async_api import Page

from support.browser_translations import all_keys

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
SMALLEST_TARGET = 44
BAD = ("serious", "critical")

_RUN_AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const why = node => [...node.any, ...node.all, ...node.none].map(check => check.message);
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, where: nodes.slice(0, 5).map(node => `${node.target.join(" ")}: ${why(node)}`),
  }));
}"""

_SMALL_TARGETS = """least => {
  const TARGETS = "button, a[href], input, select, summary, [role=button], [role=tab]";
  const IN_RUNNING_TEXT = "p a, li a:not(:only-child), td a, .skip";
  const found = [];
  for (const target of document.querySelectorAll(TARGETS)) {
    if (target.closest("[inert]") || target.disabled || target.matches(IN_RUNNING_TEXT)) continue;
    const labelled = target.matches("input[type=checkbox], input[type=radio]") ? target.closest("label") : null;
    const box = (labelled ?? target).getBoundingClientRect();
    if (getComputedStyle(target).visibility === "hidden" || box.bottom < 0 || box.right < 0) continue;
    if (box.width < 2 || box.height < 2) continue; // not shown, or only for those who listen
    const name = (target.getAttribute("aria-label") ?? target.textContent).trim().slice(0, 40);
    if (box.width < least - 0.5 || box.height < least - 0.5)
      found.push(`${target.tagName.toLowerCase()} "${name}" is ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  return found;
}"""

_TOO_WIDE = """room => { // not innerWidth: phones zoom out when a page is too wide, and it grows with it
  const page = document.scrollingElement;
  const found = page.scrollWidth > room ? [`the page is ${page.scrollWidth} wide on a screen of ${room}`] : [];
  const scrolls = one => one !== null && (one.scrollWidth > one.clientWidth && one !== page
    && ["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("main *, dialog *")) {
    const { left, right, width } = one.getBoundingClientRect();
    if ((right > room + 1 || left < -8) && width > 1 && !scrolls(one))
      found.push(`${one.tagName}.${one.className} reaches from ${left} to ${right}`);
  }
  return found.slice(0, 8);
}"""

_OUT_OF_SIGHT = """() => {
  const found = [];
  for (const part of ["centre", "actions"]) {
    const thing = document.querySelector(`.felt [data-area="${part}"]`).firstElementChild;
    const { top, bottom, height } = thing.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (seen < height - 1) found.push(`${part} reaches from ${top} to ${bottom} of ${innerHeight}`);
  }
  return found;
}"""

_COVERED = """() => {
  const found = [];
  for (const hint of document.querySelectorAll("kbd")) {
    const over = hint.getBoundingClientRect();
    for (const one of hint.closest("button")?.querySelectorAll("*:not(:has(*))") ?? []) {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      if (hint.contains(one) || width < 2) continue;
      const across = Math.min(right, over.right) - Math.max(left, over.left);
      const down = Math.min(bottom, over.bottom) - Math.max(top, over.top);
      if (across > 1 && down > 1) found.push(`${hint.textContent} lies on ${one.tagName} "${one.textContent}"`);
    }
  }
  return found;
}"""

_ALL_TEXT = """() => {
  const NAMES = ["aria-label", "alt", "placeholder", "title"];
  const spoken = [...document.querySelectorAll(NAMES.map(name => `[${name}]`).join(", "))]
    .flatMap(one => NAMES.map(name => one.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...spoken].join("\\n");
}"""

_RUNNING = """() => document.getAnimations()
  .filter(one => one.playState === "running" && one.effect.getComputedTiming().duration > 1)
  .map(one => `${one.constructor.name} ${one.animationName ?? one.transitionProperty ?? ""}`)"""


async def faults_of_access(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    await page.evaluate(_axe())
    found = await page.evaluate(_RUN_AXE)
    return [f"{one['id']} ({one['impact']}): {one['help']}: {one['where']}" for one in found if one["impact"] in BAD]


async def small_targets(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(_SMALL_TARGETS, SMALLEST_TARGET)
    return found


async def too_wide(page: Page, room: int) -> list[str]:
    """For a screen that is so wide."""
    found: list[str] = await page.evaluate(_TOO_WIDE, room)
    return found


async def out_of_sight(page: Page) -> list[str]:
    """Of a table: what is common to all, and what can be done."""
    found: list[str] = await page.evaluate(_OUT_OF_SIGHT)
    return found


async def covered_by_hints(page: Page) -> list[str]:
    """What the name of a key hides on its button."""
    found: list[str] = await page.evaluate(_COVERED)
    return found


async def raw_keys(page: Page) -> list[str]:
    """Message keys that are seen or heard in place of words."""
    said: str = await page.evaluate(_ALL_TEXT)
    dotted = {key for key in all_keys() if "." in key}
    areas = "|".join({re.escape(key.partition(".")[0]) for key in dotted})
    return [one for one in re.findall(rf"\b(?:{areas})\.[a-z_]+(?:\.[\w-]+)*", said) if one in dotted or "_" in one]


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


async def movements(page: Page) -> list[str]:
    """What moves just now, so that it can be seen."""
    found: list[str] = await page.evaluate(_RUNNING)
    return found
