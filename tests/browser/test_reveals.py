"""What is shown step by step is told no sooner: looked at is the order in which a page changes, not the time."""

import asyncio
from typing import Any

import pytest

from browser.drivers import driver as driver_of
from browser.page_actions import make_table, start
from browser.play_loop import until_past
from support.browser_people import People, Person
from support.browser_translations import words

_RECORD = """() => {
  window.seen = [];
  const read = () => {
    const log = document.querySelector("ol[tabindex]")?.innerText ?? "";
    const said = document.querySelector("[role=log]")?.innerText ?? "";
    const table = document.querySelector("[data-seq]");
    const now = {
      revealing: table?.dataset.revealing === "true",
      counter: document.querySelector(".counter")?.innerText ?? null,
      hands: document.querySelectorAll(".showdown .mark").length,
      outcome: document.querySelector(".showdown .outcome") !== null,
      log, said,
      title: document.title,
      dialog: document.querySelector("dialog[open]") !== null,
    };
    const last = window.seen.at(-1);
    if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now);
  };
  new MutationObserver(read).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
  read();
}"""


async def frames(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await person.page.evaluate("window.seen")
    return found


@pytest.mark.parametrize("calm", [False, True])
async def test_a_check_names_nobody_before_it_is_counted(people: People, calm: bool) -> None:
    person, driver = await people.come(calm=calm), driver_of("gra")
    await make_table(person, driver, "Ala", "mbb")
    await start(person)
    await person.page.evaluate(_RECORD)
    seen = await played_until(person, driver, lambda frame: frame["counter"] is not None)
    revealing = [frame for frame in seen if frame["revealing"]]
    counters = [int(frame["counter"]) for frame in revealing if frame["counter"] is not None]
    assert counters[0] == 0
    assert counters == sorted(counters)
    first = seen[0]["log"]
    for frame in revealing:
        fresh = frame["log"][len(first) :]
        for spoiler in ("the round", "Not true!", "True!", "Found:"):
            assert spoiler not in fresh, f"{spoiler!r} at {frame['counter']}"
        assert not frame["dialog"]
        assert not words("en", "table.title_your_turn").match(frame["title"])
    assert len(seen[-1]["log"]) > len(revealing[-1]["log"]), "what came of it was told afterwards"


@pytest.mark.parametrize("calm", [False, True])
async def test_a_showdown_tells_hand_by_hand_and_its_end_last(people: People, calm: bool) -> None:
    person, driver = await people.come(calm=calm), driver_of("gang")
    await make_table(person, driver, "Ala", "mbb")
    await start(person)
    await person.page.evaluate(_RECORD)
    seen = await played_until(person, driver, lambda frame: frame["hands"] > 0)
    revealing = [frame for frame in seen if frame["revealing"]]
    hands = [frame["hands"] for frame in revealing]
    assert sorted(set(hands)) == [0, 1, 2, 3]
    assert hands == sorted(hands)
    for frame in revealing:
        fresh = frame["log"][len(seen[0]["log"]) :] + frame["said"][len(seen[0]["said"]) :]
        assert "a vault!" not in fresh
        assert "alarm!" not in fresh
        assert not frame["outcome"]
    assert seen[-1]["outcome"]


async def played_until(person: Person, driver: Any, reached: Any) -> list[dict[str, Any]]:
    """Move as long as one is asked; the frames of the reveal at which `reached` is true."""
    turn = words(person.language, "table.title_your_turn")
    async with asyncio.timeout(85):
        while True:
            seen = await frames(person)
            at = next((index for index, frame in enumerate(seen) if frame["revealing"] and reached(frame)), None)
            if at is not None:
                first = at
                while first > 0 and seen[first - 1]["revealing"]:
                    first -= 1
                end = next((index for index in range(at, len(seen)) if not seen[index]["revealing"]), None)
                if end is not None:
                    await asyncio.sleep(0.3)
                    seen = await frames(person)
                    return seen[max(0, first - 1) : end + 3]
            elif turn.match(await person.page.title()):
                seq = int(await person.page.locator("[data-seq]").get_attribute("data-seq") or 0)
                await driver.move(person, "pointer")
                await until_past(person, seq)
            await asyncio.sleep(0.05)
