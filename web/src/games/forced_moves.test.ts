import { describe, expect, test } from "vitest";
import type { GameView, TableGame } from "$lib/game/contract";
import dycha from "./dycha/table";
import gang from "./gang/table";
import gra from "./gra/table";
import noThanks from "./no_thanks/table";
import raise from "./raise/table";
import { forcedMove, ThinkingTimes } from "$lib/table/forced_moves.svelte";

const asked = (legal: unknown[]): GameView => ({
  match: 1,
  seq: 5,
  seat: 0,
  names: ["Ala", "Bob"],
  options: {},
  public: { payment: null, bid: { count: 3, value: 2 } },
  private: { ways: [], proposal: [] },
  legal,
  toAct: [0],
  awaited: [0],
  over: false,
  result: null,
  pause: null,
  events: [],
  live: true,
});

describe("a move is forced", () => {
  const take = { type: "take" };

  test("if it is the only legal one, and it is one's turn", () => {
    expect(forcedMove(noThanks, asked([take]))?.moves).toEqual([take]);
    expect(forcedMove(noThanks, asked([take, { type: "decline" }]))).toBeNull();
    expect(forcedMove(noThanks, { ...asked([take]), awaited: [1] })).toBeNull();
    expect(forcedMove(noThanks, { ...asked([take]), over: true })).toBeNull();
    expect(forcedMove(noThanks, { ...asked([take]), seat: null })).toBeNull();
  });

  test("never if it says that one has looked, or agrees", () => {
    for (const type of ["ready", "seen", "agree", "confirm"])
      expect(forcedMove(gang, asked([{ type }]))).toBeNull();
  });

  test("known to all where chips, bids and things are open, and not where it depends on a hand", () => {
    expect(forcedMove(noThanks, asked([take]))?.known).toBe(true);
    expect(forcedMove(gra, asked([{ type: "check" }]))?.known).toBe(true);
    expect(forcedMove(gra, asked([{ type: "choose", values: [1] }]))?.known).toBe(false);
    expect(forcedMove(raise, asked([{ type: "pass" }]))?.known).toBe(false);
  });

  test("if a payment can be made in one way only", () => {
    const steps = [{ type: "spend_fiasco" }, { type: "pay" }];
    const paying = asked([{ type: "spend_fiasco" }, { type: "spend_card", card: {} }]);
    const way = { tokens: 0, fiascos: 1, cards: [] };
    const one: GameView = {
      ...paying,
      public: { payment: { seat: 0 } },
      private: { ways: [way], proposal: steps },
    };
    expect(forcedMove(dycha, one)).toEqual({ moves: steps, known: true });
    expect(forcedMove(dycha, { ...one, private: { ways: [way, way], proposal: steps } })).toBeNull();
    expect(forcedMove(dycha, { ...one, public: { payment: { seat: 1 } } })).toBeNull();
  });

  test("by nothing else, in a game that says nothing about it", () => {
    const silent: Partial<TableGame> = {};
    expect(forcedMove(silent as TableGame, asked([take]))).toEqual({ moves: [take], known: false });
  });
});

describe("the pause before it", () => {
  test("is short if everybody knows, or nobody could learn from it", () => {
    const times = new ThinkingTimes(() => 0.99);
    expect(times.pause({ known: true }, true)).toBe(times.pause({ known: false }, false));
    expect(times.pause({ known: true }, true)).toBeLessThan(1_500);
  });

  test("is else drawn by chance, from how long one has thought before as all have seen", () => {
    let drawn = 0;
    const times = new ThinkingTimes(() => drawn);
    const first = times.pause({ known: false }, true);
    drawn = 0.9;
    expect(times.pause({ known: false }, true)).toBeGreaterThan(first);
    for (const taken of [4_000, 7_000, 100_000, 200]) times.note(taken);
    const pauses = [0, 0.3, 0.6, 0.9].map((chance) => {
      drawn = chance;
      return times.pause({ known: false }, true);
    });
    expect(pauses).toEqual([4_000, 7_000, 12_000, 1_500]);
  });
});
