"""How much of what one needs to decide is on the screen: the areas of a table, measured."""

from typing import NamedTuple

from playwright.async_api import Page

from support.played_moments import Played

NEEDED = ("own", "centre", "actions")
AREAS = ("opponents", *NEEDED)

_MEASURE = """async ([moment, circumstances, needed, areas]) => {
  if (moment !== null) await gallery.show(moment, circumstances);
  const found = [];
  const round = box => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const named = one => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${
    (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)}"`;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const cut = (one, by) => ({
    left: Math.max(one.left, by.left), top: Math.max(one.top, by.top),
    right: Math.min(one.right, by.right), bottom: Math.min(one.bottom, by.bottom),
  });
  const windows = new Map();
  const windowOf = one => { // what the screen and all around it that cuts off leaves to be seen in it
    if (one === null) return screen;
    if (!windows.has(one)) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const around = windowOf(one.parentElement);
      const cuts = overflowX !== "visible" || overflowY !== "visible";
      windows.set(one, cuts ? cut(around, one.getBoundingClientRect()) : around);
    }
    return windows.get(one);
  };
  const clipped = one => cut(one.getBoundingClientRect(), windowOf(one.parentElement));
  const spoken = one => one.closest(".spoken") !== null || getComputedStyle(one).clipPath !== "none";
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight + 1) found.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide`);
  for (const name of needed) {
    const area = document.querySelector(`[data-area="${name}"]`);
    if (area === null) { if (name !== "own") found.push(`there is no ${name}`); continue; }
    const others = [...document.querySelectorAll("[data-area]")].filter(one => one !== area)
      .map(other => [other.dataset.area, other.getBoundingClientRect()]);
    for (const one of [area, ...area.querySelectorAll("*")]) {
      const box = one.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || spoken(one)) continue;
      if (one.ownerSVGElement != null) continue; // of a drawing, the whole counts
      const seen = clipped(one);
      const across = Math.max(0, seen.right - seen.left), down = Math.max(0, seen.bottom - seen.top);
      if (across < box.width - 1 || down < box.height - 1)
        found.push(`${name}: ${Math.floor(100 * across * down / (box.width * box.height))} % of ${named(one)}`);
      if (one.matches("button, .plate .name") || one === area) { // pressed or read: nothing of another area lies on it
        for (const x of [0.04, 0.3, 0.5, 0.7, 0.96]) for (const y of [0.06, 0.5, 0.94]) {
          const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
          if (top === null || area.contains(top) || top.contains(area)) continue;
          found.push(`${name}: ${named(top)} lies on ${named(one)}`);
        }
      }
      if (one.scrollHeight > one.clientHeight + 1 && ["auto", "scroll"].includes(getComputedStyle(one).overflowY))
        found.push(`${name}: ${named(one)} scrolls, ${one.scrollHeight} in ${one.clientHeight}`);
      if (one.matches("button:enabled") && (box.height < 43.5 || box.width < 43.5))
        found.push(`${name}: ${named(one)} is only ${Math.round(box.width)} x ${Math.round(box.height)}`);
      const over = others.find(([, its]) =>
        Math.min(its.right, box.right) - Math.max(its.left, box.left) > 2
        && Math.min(its.bottom, box.bottom) - Math.max(its.top, box.top) > 2);
      if (over !== undefined) found.push(`${name}: ${named(one)} reaches into ${over[0]}`);
    }
  }
  const opponents = document.querySelector('[data-area="opponents"]');
  for (const one of opponents?.querySelectorAll("li, .plate, .name, button") ?? []) {
    const box = one.getBoundingClientRect(), seen = clipped(one);
    if (seen.right - seen.left < box.width - 1.5 || seen.bottom - seen.top < box.height - 1.5)
      found.push(`opponents: only a part of ${named(one)} at ${round(box)}`);
    if (one.matches("button") && (box.height < 43.5 || box.width < 43.5))
      found.push(`opponents: ${named(one)} is only ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  const brush = document.createElement("canvas").getContext("2d");
  for (const one of document.querySelectorAll(".felt .plate .name")) {
    brush.font = getComputedStyle(one).font;
    const name = one.textContent.trim(), room = one.getBoundingClientRect().width + 0.5;
    if (brush.measureText(name).width <= room) continue;
    let letters = 0;
    while (brush.measureText(name.slice(0, letters + 1) + "\u2026").width <= room) letters += 1;
    if (letters < 6) found.push(`only ${letters} letters of a name: ${named(one)}`);
  }
  const places = areas.map(name => {
    const area = document.querySelector(`[data-area="${name}"]`);
    if (area === null) return [name, null];
    const { left, top, right, bottom } = area.getBoundingClientRect();
    return [name, [left, top, right, bottom].map(Math.round)];
  });
  return [[...new Set(found)].slice(0, 12), Object.fromEntries(places)];
}"""


class Measured(NamedTuple):
    hidden: list[str]
    """Of one's own things, of what is decided about and of one's buttons: all that is not wholly to be seen."""
    places: dict[str, list[int] | None]
    """Where the areas lie: left, top, right, bottom."""


async def measure(page: Page, moment: Played | None, *, guide: bool = True, clock: bool = True) -> Measured:
    """At this moment, on a page of the gallery. None: as it is shown, with what was pressed there."""
    circumstances = {"guide": guide, "clock": clock}
    view = None if moment is None else moment.view
    return Measured(*await page.evaluate(_MEASURE, [view, circumstances, NEEDED, AREAS]))
