"""What must be true of every page, whatever it shows."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from support.browser_words import all_keys

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
SMALLEST_TARGET = 44
BAD = ("serious", "critical")

_RUN_AXE = """() => axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(one => ({
  id: one.id, impact: one.impact, help: one.help,
  where: one.nodes.slice(0, 5).map(node => `${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map(check => check.message)}`),
})))"""

_SMALL_TARGETS = """least => {
  const found = [];
  for (const target of document.querySelectorAll("button, a[href], input, select, summary, [role=button], [role=tab]")) {
    if (target.closest("[inert]") || target.disabled) continue;
    if (target.matches("p a, li a:not(:only-child), td a, .skip")) continue; // links in running text
    const labelled = target.matches("input[type=checkbox], input[type=radio]") ? target.closest("label") : null;
    const box = (labelled ?? target).getBoundingClientRect();
    const style = getComputedStyle(target);
    if (box.width === 0 || style.visibility === "hidden" || box.bottom < 0 || box.right < 0) continue;
    if (box.width < 2 && box.height < 2) continue; // only for those who listen
    if (box.width < least - 0.5 || box.height < least - 0.5)
      found.push(`${target.tagName.toLowerCase()} "${(target.getAttribute("aria-label") ?? target.textContent).trim().slice(0, 40)}" is ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  return found;
}"""

_TOO_WIDE = """() => {
  const page = document.scrollingElement;
  if (page.scrollWidth <= innerWidth) return [];
  const found = [`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`];
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (box.right > innerWidth + 0.5 && box.width > 0) found.push(`${one.tagName.toLowerCase()}.${one.className} reaches to ${Math.round(box.right)}`);
  }
  return found.slice(0, 8);
}"""


async def faults_of_access(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    await page.evaluate(_axe())
    found = await page.evaluate(_RUN_AXE)
    return [f"{one['id']} ({one['impact']}): {one['help']}: {one['where']}" for one in found if one["impact"] in BAD]


async def small_targets(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(_SMALL_TARGETS, SMALLEST_TARGET)
    return found


async def too_wide(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(_TOO_WIDE)
    return found


async def raw_keys(page: Page) -> list[str]:
    """Message keys that are seen or heard in place of words."""
    said: str = await page.evaluate(
        """() => [document.title, document.body.innerText, ...[...document.querySelectorAll("[aria-label], [alt], [placeholder], [title]")]
             .flatMap(one => ["aria-label", "alt", "placeholder", "title"].map(name => one.getAttribute(name) ?? ""))].join("\\n")"""
    )
    dotted = {key for key in all_keys() if "." in key}
    areas = "|".join({re.escape(key.partition(".")[0]) for key in dotted})
    return [one for one in re.findall(rf"\b(?:{areas})\.[a-z_]+(?:\.[\w-]+)*", said) if one in dotted or "_" in one]


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


async def animations(page: Page) -> list[Any]:
    found: list[Any] = await page.evaluate(
        """() => document.getAnimations().filter(one => one.playState === "running")
             .map(one => `${one.constructor.name} ${one.animationName ?? one.transitionProperty ?? ""} on ${one.effect.target.className}`)"""
    )
    return found
