import { expect, it } from "vitest";
import { stubData, stubGame, stubView } from "./fixtures/stub_game";
import { backwards, indexOf, eventLines, viewAt } from "./game_views";

it("shows a moment as a table wants it, and nothing that could be done", () => {
  expect(viewAt(stubData(), stubView(1), 1)).toEqual({
    match: 2,
    seq: 1,
    seat: 1,
    names: ["Ala", "Olek", "Ewa"],
    options: { players: 3 },
    public: { at: 1, turn: 1 },
    private: { seat: 1 },
    legal: [],
    toAct: [1],
    awaited: [1],
    over: false,
    result: null,
    pause: null,
    events: ["Ala begins."],
    live: false,
  });
});

it("knows the result at the end, if there is an end, and not before", () => {
  expect(viewAt(stubData(), stubView(), 2)?.result).toBeNull();
  expect(viewAt(stubData(), stubView(), 3)).toMatchObject({
    over: true,
    result: { winners: [0] },
    awaited: [],
  });
  expect(viewAt(stubData({ finished: false }), stubView(), 3)).toMatchObject({ over: false, result: null });
});

it.each([[{ turn: 7 }], [{ turn: "1" }], [{ turn: 0.5 }], [{}], [null]])(
  "claims no turn where the view names none: %j",
  (shown) => {
    const moments = [{ seq: 0, events: [], view: { public: shown, private: null } }];
    expect(viewAt(stubData(), { seat: null, moments, ownEyesOnly: false }, 0)?.awaited).toEqual([]);
  },
);

it("finds no moment where there is none", () => {
  expect(viewAt(stubData(), stubView(), 4)).toBeNull();
});

it("says what there is to say", () => {
  const { moments } = stubView();
  expect(eventLines(stubGame, moments, { seat: 1, names: [] })).toEqual([
    [],
    ["Ala begins."],
    [],
    ["Olek takes.", "Ewa laughs."],
  ]);
});

it("finds moments by their numbers, also where the beginning was forgotten", () => {
  const { moments } = stubView(null, 5);
  expect([0, 5, 7, 99].map((seq) => indexOf(moments, seq))).toEqual([0, 0, 2, 3]);
});

it("turns travels around", () => {
  const [from, to] = [new Map([["card", "pile"]]), new Map([["chip", "pot"]])];
  expect(backwards({ from, to })).toEqual({ from: to, to: from });
  expect(backwards(undefined)).toBeUndefined();
});
