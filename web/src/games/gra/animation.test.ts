import { describe, expect, test } from "vitest";
import { before, last, PLAIN, when } from "./fixtures/for_tests";
import type { Event } from "./messages";
import type { GraView } from "./view";
import { hold, animationPaths } from "./animation";

const told = (seen: GraView, type: Event["type"]): boolean =>
  seen.events.some((event) => event.type === type);

describe("what flies where", () => {
  test("cards are dealt from the deck, to everybody their number", () => {
    const [first] = PLAIN as [GraView];
    const { from, to } = animationPaths(first.events, null, first);
    expect([...from]).toEqual([
      ["card:1:0:0", "deck"],
      ["card:1:1:0", "deck"],
      ["card:1:2:0", "deck"],
    ]);
    expect(to.size).toBe(0);
  });

  test("after a check all cards go back to the deck, and new ones come", () => {
    const seen = when(PLAIN, (each) => told(each, "round_began") && each.public.round === 3);
    const was = before(PLAIN, seen);
    const { from, to } = animationPaths(seen.events, was, seen);
    const shown = was.public.last?.hands.flatMap(({ seat, cards }) =>
      cards.map((_, place) => [`card:2:${seat}:${place}`, "deck"]),
    );
    expect([...to]).toEqual(shown);
    expect(from.size).toBe(seen.public.total);
    expect([...from.keys()].every((key) => key.startsWith("card:3:"))).toBe(true);
  });

  test("a bid comes from its bidder, also when moments were skipped", () => {
    const start = PLAIN.findIndex((each) => told(each, "bid_made") && each.public.bids.length === 1);
    const [one, two] = PLAIN.slice(start, start + 2) as [GraView, GraView];
    const events = [...one.events, ...two.events];
    const seats = two.public.bids.map(({ seat }, number) => [`bid:1:${number}`, `seat:${seat}`]);
    expect([...animationPaths(events, before(PLAIN, one), two).from]).toEqual(seats);
  });
});

test("a card that is turned is noticed, a bid read, a check counted", () => {
  const turned = hold(when(PLAIN, (each) => told(each, "chosen") && !told(each, "settled")));
  const bid = hold(when(PLAIN, (each) => told(each, "bid_made")));
  const check = hold(when(PLAIN, (each) => each.public.phase === "reveal"));
  expect(turned).toBeLessThan(bid);
  expect(bid).toBeLessThan(check);
  expect(hold(last(PLAIN))).toBeGreaterThan(bid);
  expect(hold({ ...last(PLAIN), events: [] })).toBe(turned);
});
