import { describe, expect, test } from "vitest";
import { last, PLAIN, when } from "./fixtures/for_tests";
import type { NoThanksView } from "./view";
import { hold, animationPaths } from "./animation";

const told = (seen: NoThanksView, type: string): boolean => seen.events.some((event) => event.type === type);
const before = (seen: NoThanksView): NoThanksView | null => PLAIN[PLAIN.indexOf(seen) - 1] ?? null;

describe("what flies where", () => {
  test("the first card comes from the pile", () => {
    const [first] = PLAIN as [NoThanksView];
    expect([...animationPaths(first.events, null).from]).toEqual([[`card:${first.public.card}`, "pile"]]);
  });

  test("a chip goes from its player to the card, and lies there as its newest", () => {
    const seen = when(PLAIN, (each) => told(each, "declined") && each.public.pot === 2);
    const event = seen.events.find((each) => each.type === "declined");
    const { from, to } = animationPaths(seen.events, before(seen));
    expect([...from]).toEqual([[`pot:${seen.public.card}:1`, `chips:${event?.seat}`]]);
    expect(to.size).toBe(0);
  });

  test("all chips go from the card to its taker, and the next card comes from the pile", () => {
    const seen = when(
      PLAIN,
      (each) => told(each, "taken") && (before(each)?.public.pot ?? 0) >= 2 && !each.over,
    );
    const was = before(seen) as NoThanksView;
    const { from, to } = animationPaths(seen.events, was);
    const chips = Array.from({ length: was.public.pot }, (_, chip) => `pot:${was.public.card}:${chip}`);
    expect([...to]).toEqual(chips.map((chip) => [chip, `chips:${was.public.turn}`]));
    expect([...from]).toEqual([[`card:${seen.public.card}`, "pile"]]);
  });

  test("when moments were skipped, each chip still comes from whoever paid it", () => {
    const start = PLAIN.findIndex((each) => told(each, "declined") && each.public.pot === 1);
    const pair = PLAIN.slice(start, start + 2);
    const events = pair.flatMap((each) => each.events);
    const payers = events.map((event) => ("seat" in event ? `chips:${event.seat}` : ""));
    expect([...animationPaths(events, before(PLAIN[start] as NoThanksView)).from.values()]).toEqual(payers);
  });
});

test("a card that was taken is looked at longer than a chip, and the end longest", () => {
  const chip = hold(when(PLAIN, (each) => told(each, "declined")));
  const card = hold(when(PLAIN, (each) => told(each, "taken") && !each.over));
  expect(chip).toBeLessThan(card);
  expect(card).toBeLessThan(hold(last(PLAIN)));
});
