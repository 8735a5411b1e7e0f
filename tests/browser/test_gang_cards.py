"""Every challenge and every specialist of Gang, used at a table and looked at in the browser.

A table shows four of them: two heists fail, so that two specialists come; then two succeed, and two challenges come.
Who gets which chip is settled here, by somebody who sees all hands; what is new about a card is done on the page.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import product
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Locator, expect

from browser.drivers.gang import DRIVER
from browser.page_actions import press
from browser.play_loop import LONGEST_WAIT
from stolik.games.gang.messages.cards import card_named
from stolik.games.gang.rules.poker_hands import category, strength_of
from support.browser_people import People, Person
from support.browser_tables import begun
from support.browser_translations import begins, words
from support.servers import Line

PLAYERS = 3
FAILURES = 2
RED = 4


class AllEqual(Exception):
    """Whatever order the hands are shown in, nothing can go wrong."""


class Table(NamedTuple):
    person: Person
    lines: list[Line]

    def now(self, seat: int) -> dict[str, Any]:
        """The newest position that this seat has heard of."""
        position = self.lines[seat].position
        assert position is not None
        return position

    @property
    def public(self) -> dict[str, Any]:
        public: dict[str, Any] = self.now(0)["public"]
        return public

    def own(self, seat: int) -> dict[str, Any]:
        private: dict[str, Any] = self.now(seat)["private"]
        return private

    def legal(self, seat: int) -> list[dict[str, Any]]:
        now = self.now(seat)
        return now["legal"] if seat in now["to_act"] else []

    async def play(self, seat: int, move: dict[str, Any]) -> None:
        answer = await self.lines[seat].move(move)
        assert answer["type"] == "accepted", answer
        await self.all_know(self.seq_of(seat))

    def seq_of(self, seat: int) -> int:
        return int(self.now(seat)["seq"])

    async def all_know(self, seq: int) -> None:
        for line in self.lines:
            await line.until(lambda one: one.position is not None and one.position["seq"] >= seq)

    async def happened(self, true: Callable[[dict[str, Any]], Any]) -> None:
        """Something was done on the page, and all know it."""
        await self.lines[0].until(lambda _: true(self.public))
        await self.all_know(self.seq_of(0))

    async def shown(self) -> None:
        """The page shows what the table knows, without all that led there."""
        page, seq = self.person.page, self.seq_of(0)
        async with asyncio.timeout(LONGEST_WAIT):
            while await page.locator(f'[data-seq="{seq}"]').count() == 0:
                await page.locator("[data-seq]").dispatch_event("click")

    async def until(self, true: Callable[[dict[str, Any]], Any], *, wrong: bool = False) -> None:
        """Everybody plays what brings the table on; at the showdown in the right order, or in the wrong one."""
        while not true(self.public):
            seat = min(self.now(0)["awaited"])
            await self.play(seat, self._move(seat, wrong=wrong))

    def _move(self, seat: int, *, wrong: bool) -> dict[str, Any]:
        legal = self.legal(seat)
        for kind in ("agree", "confirm", "seen", "choose"):
            for move in legal:
                if move["type"] == kind:
                    return move
        public = self.public
        if public["phase"].startswith("guessing"):
            return self.answer(seat)
        held = public["seats"][seat]["chips"][RED - 1]
        if public["phase"] == "chips" and public["round"] == RED:
            stars = self.order(wrong=wrong).index(seat) + 1
            if held is None or held["stars"] != stars:
                return next(move for move in legal if move["type"] == "take" and move["stars"] == stars)
        return next(
            move for move in legal if move["type"] == "ready" or (move["type"], move.get("from")) == ("take", None)
        )

    def order(self, *, wrong: bool) -> list[int]:
        """Seats from the weakest hand on."""
        power = [self._power(seat) for seat in range(PLAYERS)]
        if wrong and len(set(power)) == 1:
            raise AllEqual
        return sorted(range(PLAYERS), key=lambda seat: power[seat], reverse=wrong)

    def _power(self, seat: int) -> tuple[int, bool, int]:
        cards = [*self.own(seat)["hand"], *(card for part in self.public["community"] for card in part)]
        strength = strength_of(sum(1 << card_named(card) for card in cards), len(cards))
        return category(strength), self.public["seats"][seat]["muscle"], strength

    def answer(self, seat: int) -> dict[str, Any]:
        """What is true of the target, if this seat has not said so yet."""
        target = self.own(self.public["target"])
        right = {"rank": target["hand"][0][0], "category": target["best"]["category"]}
        return next(
            move for move in self.legal(seat) if any(move.get(asked) == answer for asked, answer in right.items())
        )

    # What is done on the page

    def says(self, key: str) -> Locator:
        return self.person.page.get_by_text(begins("gang", self.person.language, key)).first

    async def press(self, key: str) -> None:
        await press(self.person, DRIVER.button(self.person, key))

    async def propose(self, who: int, other: int | None = None, rank: str | None = None) -> None:
        page = self.person.page
        await self.press("specialist.use")
        dialog = page.get_by_role("dialog")
        names = ["you", "Ola", "Ewa"]
        answers = {"who": names[who], "other": None if other is None else names[other], "rank": rank}
        for question, answer in answers.items():
            if answer is not None:
                group = dialog.get_by_role("group", name=DRIVER.words(self.person, f"propose.{question}"))
                await press(self.person, group.get_by_role("button", name=answer, exact=True))
        await press(self.person, dialog.get_by_role("button", name=DRIVER.words(self.person, "propose")))
        await expect(dialog).to_have_count(0)
        await self.happened(lambda public: public["proposal"] is not None)

    async def choose(self, do: str, *, after: str) -> None:
        """The first of the own cards that can be chosen, and send it."""
        await self.shown()
        own = DRIVER.region(self.person, "table.own")
        await press(self.person, own.get_by_role("list").first.get_by_role("button").first)
        was = self.seq_of(0)
        await self.press(do)
        await self.happened(lambda _: self.seq_of(0) > was)
        await expect(self.says(after)).to_be_attached()

    async def until_heist(self, heist: int) -> None:
        await self.until(lambda public: public["heist"] == heist and public["phase"] != "result")

    async def until_phase(self, phase: str, round_: int = 0) -> None:
        await self.until(lambda public: public["phase"] == phase and public["round"] >= round_)


Use = Callable[[Table], Awaitable[None]]


async def informant(table: Table) -> None:
    await table.propose(0, other=1)
    await table.until(lambda public: public["proposal"]["chooser"] == 0)
    await table.choose("choose.show.do", after="notes.shown")


async def driver(table: Table) -> None:
    await table.propose(1)
    await table.until(lambda public: public["announcements"])
    await expect(table.says("announced.category")).to_be_attached()


async def announced(table: Table) -> None:
    kind = table.public["announcements"][0]["kind"]
    for seat in range(PLAYERS):
        assert table.public["announcements"][seat]["seat"] == seat
    await expect(table.person.page.get_by_text(begins("gang", "en", f"badge.{kind}"))).to_have_count(PLAYERS)


async def mastermind(table: Table) -> None:
    await table.propose(2, rank="kings")
    await table.until(lambda public: public["announcements"])
    await expect(table.says("badge.rank")).to_be_visible()


async def hacker(table: Table) -> None:
    await table.propose(0)
    await table.until(lambda public: public["proposal"]["chooser"] == 0)
    await table.choose("choose.discard.do", after="notes.discarded")


async def coordinator(table: Table) -> None:
    await table.choose("choose.pass.do", after="choose.sent")
    await table.until_phase("chips")
    await expect(table.says("notes.passing")).to_be_attached()


async def jack(table: Table) -> None:
    """Somebody else proposes it, and the page is the last to agree."""
    await table.play(1, {"type": "propose", "seat": 0})
    await table.play(2, {"type": "agree", "proposal": 1})
    await table.shown()
    await table.press("agree")
    await table.happened(lambda public: public["seats"][0]["jack"])
    await table.choose("choose.discard.do", after="notes.discarded")
    own = DRIVER.region(table.person, "table.own")
    await expect(own.get_by_role("img", name=DRIVER.words(table.person, "card.jack"))).to_be_visible()


async def con_artist(table: Table) -> None:
    await table.press("looking.seen")
    await table.happened(lambda public: public["seats"][0]["done"])
    await table.until_phase("chips")
    await expect(table.says("notes.first")).to_be_attached()


async def muscle(table: Table) -> None:
    """Refused at first."""
    await table.play(1, {"type": "propose", "seat": 0})
    await table.shown()
    await table.press("refuse")
    await table.happened(lambda public: public["proposal"] is None)
    await table.propose(2)
    await table.until(lambda public: public["seats"][2]["muscle"])
    opponents = table.person.page.get_by_role("list", name=DRIVER.words(table.person, "table.opponents"))
    await expect(opponents.get_by_text(DRIVER.words(table.person, "specialist.10"))).to_be_visible()


SPECIALISTS: dict[int, Use] = {
    1: informant,
    2: driver,
    3: announced,
    4: mastermind,
    5: hacker,
    6: coordinator,
    7: jack,
    8: announced,
    9: con_artist,
    10: muscle,
}


async def without_white_chips(table: Table) -> None:
    assert table.public["round"] == 2
    await expect(table.says("centre.title")).to_have_text("Round 2 · yellow chips")


async def locked_chip(table: Table) -> None:
    """Whoever takes it keeps it."""
    stars = 1 if table.public["challenges"][0]["number"] == 2 else PLAYERS
    chip = table.person.page.locator(f'[aria-keyshortcuts="{stars}"]')
    await press(table.person, DRIVER.chips(table.person, "chip.take").and_(chip))
    own = DRIVER.region(table.person, "table.own")
    await expect(own.get_by_role("img", name=DRIVER.words(table.person, "chip.locked"))).to_be_visible()
    await expect(DRIVER.button(table.person, "return")).to_have_count(0)
    await table.happened(lambda public: public["seats"][0]["chips"][0])


async def new_hand_at_the_flop(table: Table) -> None:
    """If the flop wants it."""
    await table.until_phase("chips", 2)
    await table.shown()
    redrew = [seat for seat, one in enumerate(table.public["seats"]) if one["redrew"]]
    await expect(table.person.page.get_by_text(DRIVER.words(table.person, "badge.redrew"), exact=True)).to_have_count(
        len(redrew)
    )


async def without_orange_chips(table: Table) -> None:
    await table.until(lambda public: public["phase"] == "chips" and public["round"] > 2)
    await table.shown()
    await expect(table.says("centre.title")).to_have_text("Round 4 · red chips")


async def blackout(table: Table) -> None:
    """The chips are gone from the table, and from what was said."""
    await table.until_phase("chips", 2)
    await table.shown()
    none = table.person.page.get_by_role("img", name="no white chip")
    await expect(none).to_have_count(PLAYERS)
    await expect(table.says("event.took")).to_have_count(0)


async def three_cards(table: Table) -> None:
    hand = DRIVER.region(table.person, "table.own").get_by_role("list", name=DRIVER.words(table.person, "hand.own"))
    await expect(hand.get_by_role("img")).to_have_count(3)


async def scan(table: Table) -> None:
    """If the page's own hand is the last one, it may only look on; else it picks and confirms like all others."""
    await table.until(lambda public: public["phase"].startswith("guessing") or public["result"] is not None)
    await table.shown()
    nice = table.person.page.get_by_role("group", name="Quick reactions").get_by_role("button", name="Nice!")
    if table.public["target"] == 0:
        await expect(table.says("waiting.guess")).to_be_visible()
        await expect(nice).to_be_disabled()
        return
    if table.public["target"] is not None:
        await expect(nice).to_be_enabled()
    move = table.answer(0)
    asked = "guess.rank" if "rank" in move else "guess.category"
    group = DRIVER.region(table.person, "table.centre").get_by_role("group", name=DRIVER.words(table.person, asked))
    answer = DRIVER.words(table.person, f"ranks.{move['rank']}" if "rank" in move else f"category.{move['category']}")
    await press(table.person, group.get_by_role("button", name=answer))
    await table.happened(lambda public: any(said["picks"][:1] != [None] for said in public["scans"] if said["open"]))
    await table.until(lambda public: any(said["can_confirm"] for said in public["scans"]))
    await table.press("confirm")
    await table.happened(lambda public: any(0 in said["confirmed"] for said in public["scans"]))


CHALLENGES: dict[int, Use] = {
    1: without_white_chips,
    2: locked_chip,
    3: new_hand_at_the_flop,
    4: scan,
    5: without_orange_chips,
    6: locked_chip,
    7: new_hand_at_the_flop,
    8: blackout,
    9: scan,
    10: three_cards,
}


@pytest.mark.parametrize("first", [1, 3, 5, 7, 9])
async def test_two_specialists_and_two_challenges(people: People, first: int) -> None:
    person = await people.come(calm=True)
    await person.introduce("Ala")
    for _ in range(5):
        try:
            await play(people, person, first)
        except AllEqual:
            continue
        return
    raise AssertionError("all hands were equal, again and again")


async def play(people: People, person: Person, first: int) -> None:
    host = people.keep(await person.as_guest())
    guests = [host, await people.guest("Ola"), await people.guest("Ewa")]
    options = {"mode": "advanced", "challenges": first, "specialists": first}
    made = await begun(host, "gang", "mpp", *guests[1:], options=options)
    async with AsyncExitStack() as lines:
        table = Table(person, [await lines.enter_async_context(guest.line(made)) for guest in guests])
        for line in table.lines:
            await line.until(lambda one: one.position is not None)
        await table.until(lambda public: public["result"] is not None, wrong=True)
        await person.open(f"/t/{made}")
        for heist, (kind, number) in enumerate(product(("specialist", "challenge"), (first, first + 1)), 2):
            await table.until_heist(heist)
            await table.shown()
            await expect_card(table, kind, number)
            await (SPECIALISTS if kind == "specialist" else CHALLENGES)[number](table)
            await table.until(lambda public: public["result"] is not None, wrong=heist == FAILURES)
            await table.shown()
            await expect(table.says("outcome.failure" if heist == FAILURES else "outcome.success")).to_be_visible()
        assert table.public["result"]["success"]


async def expect_card(table: Table, kind: str, number: int) -> None:
    """Its name and what it does; and nobody may talk about cards."""
    page, person = table.person.page, table.person
    title = page.get_by_role("heading", name=begins("gang", person.language, f"kind.{kind}"))
    card = page.get_by_role("article").filter(has=title)
    name = begins("gang", person.language, f"{kind}.{number}").pattern.removeprefix("^")
    await expect(card.get_by_role("heading")).to_have_text(re.compile(name))
    await expect(card.get_by_text(DRIVER.words(person, f"{kind}.{number}.text"))).to_be_visible()
    await person.press(words(person.language, "table.chat"), "tab")
    await expect(page.get_by_placeholder(words(person.language, "table.chat_quiet"))).to_be_disabled()
    await person.press(words(person.language, "table.log"), "tab")
