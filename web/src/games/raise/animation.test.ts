import { describe, expect, test } from "vitest";
import { before, LAST, mayRaise, MOMENTS, told, when } from "./fixtures/for_tests";
import { ended, type RaiseView } from "./view";
import { stretches } from "./track_layout";
import { cardKeys, handKeys, hold, tableKeys, animationPaths } from "./animation";

const allKeys = (seen: RaiseView): string[] => [
  ...handKeys(seen),
  ...seen.public.seats.flatMap((_, seat) => tableKeys(seen, seat)),
];

describe("what flies where", () => {
  test("no two cards have the same key, and a hand's cards keep theirs", () => {
    for (const [index, seen] of MOMENTS.slice(0, -1).entries()) {
      expect(new Set(allKeys(seen)).size).toBe(allKeys(seen).length);
      const was = MOMENTS[index - 1];
      if (was === undefined) continue;
      const gone = handKeys(was).filter((key) => !handKeys(seen).includes(key));
      expect(tableKeys(seen, 1)).toEqual(expect.arrayContaining(gone));
    }
  });

  test("of equal cards one goes to the table and the other stays", () => {
    const view = {
      ...MOMENTS[0]?.public.seats[0],
      unplayed: [[], [], [3, 3], [], []],
    } as RaiseView["public"]["seats"][0];
    const three = { symbol: "cloud", number: 3, points: 1 } as const;
    const held = cardKeys(0, [three, three], view, "hand");
    const later = { ...view, unplayed: [[], [], [3], [], []] };
    const keys = [...cardKeys(0, [three], later, "hand"), ...cardKeys(0, [three], later, "table")];
    expect(keys.sort()).toEqual(held.sort());
  });

  test("cards of others come from their hands, one's own new ones from the deck", () => {
    const raised = when((seen) => seen.events.some((event) => event.type === "raised" && event.seat !== 1));
    const event = raised.events.find((each) => each.type === "raised");
    const seat = event?.seat ?? 0;
    const fresh = tableKeys(raised, seat).filter((key) => !tableKeys(before(raised), seat).includes(key));
    const { from } = animationPaths(raised.events, before(raised), raised);
    expect(fresh.length).toBe(event?.cards.length);
    expect(fresh.map((key) => from.get(key))).toEqual(fresh.map(() => `hand:${seat}`));
    const drew = when((seen) => seen.events.some((each) => each.type === "passed" && each.seat === 1));
    const fromDeck = animationPaths(drew.events, before(drew), drew).from;
    for (const key of handKeys(drew)) expect(fromDeck.get(key)).toBe("deck:1");
  });

  test("when the next round begins, everything goes to whoever has won", () => {
    const next = when((seen) => told(seen, "scoring_card_turned_up") && seen.public.round === 2);
    const was = before(next);
    const winner = ended(was)?.winner;
    const { from, to } = animationPaths(next.events, was, next);
    for (const [seat] of was.public.seats.entries())
      for (const key of tableKeys(was, seat)) expect(to.get(key)).toBe(`pile:${winner}`);
    expect(to.get(`stake:${was.public.scoring_card}`)).toBe(`pile:${winner}`);
    expect(from.get(`stake:${next.public.scoring_card}`)).toBe("stakes");
  });

  test("a marker that moves is looked at longer than a card that is chosen", () => {
    const raised = hold(when((seen) => told(seen, "raised")));
    expect(raised).toBeGreaterThan(hold(when((seen) => told(seen, "chosen") && !told(seen, "played"))));
    expect(hold({ ...LAST, events: [] })).toBeGreaterThan(0);
  });
});

describe("the part of the track that matters", () => {
  const track = [
    { field: 3, seats: [2] },
    { field: 9, seats: [0, 1] },
  ];

  test("has every field with something on it, and counts those between", () => {
    const shown = stretches(track, 6, 10);
    expect(shown.map(({ stop, before }) => [before.length, stop.field])).toEqual([
      [2, 3],
      [2, 6],
      [2, 9],
      [0, 10],
    ]);
    expect(shown.map(({ stop }) => [stop.ghost, stop.goal])).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  test("shows a ghost on the markers that it would land on", () => {
    const [, nine] = stretches(track, 9, 9);
    expect(nine?.stop).toEqual({ field: 9, seats: [0, 1], ghost: true, goal: true });
    expect(stretches([], null, null)).toEqual([]);
  });

  test("never leaves out a field, all through a match", () => {
    for (const { public: shown } of MOMENTS.filter(mayRaise)) {
      const fields = stretches(shown.track, 40, null).flatMap(({ before, stop }) => [...before, stop.field]);
      expect(fields).toEqual(fields.map((_, index) => index + 1));
    }
  });
});
