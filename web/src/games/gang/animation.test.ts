import { afterEach, describe, expect, test } from "vitest";
import { calm } from "$lib/preferences.svelte";
import { before, last, PLAIN, PROFESSIONAL, when } from "./fixtures/for_tests";
import type { Event } from "./messages";
import type { GangView } from "./view";
import { forgets, hold, animationPaths } from "./animation";

const told = (seen: GangView, type: Event["type"]): boolean =>
  seen.events.some((event) => event.type === type);
afterEach(() => (calm.value = false));

describe("what flies where", () => {
  test("cards and chips come from the deck", () => {
    const [first] = PLAIN as [GangView];
    const { from } = animationPaths(first.events, null, first);
    for (const card of first.private?.hand ?? []) expect(from.get(`card:1:${card}`)).toBe("deck");
    expect([from.get("back:1:0:0"), from.get("back:1:2:1"), from.get("chip:1:1:3")]).toEqual([
      "deck",
      "deck",
      "deck",
    ]);
  });

  test("a chip comes from the centre or from whoever had it", () => {
    const free = when(PLAIN, (seen) => seen.events.some((one) => one.type === "took" && one.giver === null));
    const [event] = free.events as [Extract<Event, { type: "took" }>];
    expect(animationPaths(free.events, before(PLAIN, free), free).from.get(`chip:1:1:${event.stars}`)).toBe(
      "centre",
    );
    const taken = when(PLAIN, (seen) => seen.events.some((one) => one.type === "took" && one.giver !== null));
    const [robbed] = taken.events as [Extract<Event, { type: "took" }>];
    expect(
      animationPaths(taken.events, before(PLAIN, taken), taken).from.get(`chip:1:1:${robbed.stars}`),
    ).toBe(`seat:${robbed.giver}`);
  });

  test("between heists everything goes back, and new cards come", () => {
    const seen = when(PLAIN, (each) => told(each, "heist_began") && each.public.heist === 2);
    const was = before(PLAIN, seen);
    const { from, to } = animationPaths(seen.events, was, seen);
    for (const card of was.public.community.flat()) expect(to.get(`card:1:${card}`)).toBe("deck");
    expect(to.get("chip:1:4:1")).toBe("deck");
    for (const card of seen.private?.hand ?? []) expect(from.get(`card:2:${card}`)).toBe("deck");
  });

  test("a card that is passed on goes from hand to hand", () => {
    const seen = PLAIN[1] as GangView;
    const passed: Event = { type: "passed", seat: 1, to: 2, card: "Kh" };
    const { from, to } = animationPaths([passed], seen, seen);
    expect([from.get("card:1:Kh"), to.get("card:1:Kh")]).toEqual(["seat:1", "seat:2"]);
  });

  test("a blackout takes the chips of the round before away", () => {
    const seen = when(PLAIN, (each) => told(each, "revealed"));
    const was = before(PLAIN, seen);
    const events: Event[] = [{ type: "blacked_out", round: 1, color: "white" }];
    expect([...animationPaths(events, was, seen).to.keys()].sort()).toEqual([
      "chip:1:1:1",
      "chip:1:1:2",
      "chip:1:1:3",
    ]);
    expect(forgets(events[0] as Event)).toBe(true);
    expect(forgets({ type: "gathered", number: 6 })).toBe(false);
  });
});

describe("how long one looks", () => {
  const showdown = when(PLAIN, (seen) => told(seen, "hand_shown"));

  test("chips move fast, cards are looked at", () => {
    const chip = hold(when(PLAIN, (seen) => told(seen, "took")));
    expect(chip).toBeLessThan(300);
    expect(hold(when(PLAIN, (seen) => told(seen, "revealed")))).toBeGreaterThan(chip);
    expect(hold(when(PROFESSIONAL, (seen) => told(seen, "proposed")))).toBeGreaterThan(chip);
  });

  test("a showdown waits for those who are asked; for all others it is held", () => {
    const asked = hold(showdown);
    expect(hold({ ...showdown, seat: null })).toBeGreaterThan(10 * asked);
    expect(hold({ ...showdown, live: false })).toBeGreaterThan(10 * asked);
    expect(hold(last(PLAIN))).toBeGreaterThan(10 * asked);
  });

  test("those who want no movement do not wait for it, but see a showdown hand by hand all the same", () => {
    const watched = hold({ ...showdown, seat: null });
    const dealt = when(PLAIN, (seen) => told(seen, "revealed"));
    const moving = hold(dealt);
    calm.value = true;
    expect(hold(dealt)).toBeLessThan(moving);
    expect(hold({ ...showdown, seat: null })).toBe(watched);
  });
});
