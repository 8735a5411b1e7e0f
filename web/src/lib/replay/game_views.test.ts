import { expect, it, vi } from "vitest";
import { translations } from "../i18n/translations.svelte";
import { stubData, stubGame, stubMoments, stubPage, stubView } from "./fixtures/stub_game";
import { backwards, EventLines, viewAt } from "./game_views";

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
    const moments = stubMoments(stubPage([{ seq: 0, events: [], view: { public: shown, private: null } }]));
    expect(viewAt(stubData(), { seat: null, moments, ownEyesOnly: false }, 0)?.awaited).toEqual([]);
  },
);

it("finds no moment where there is none", () => {
  expect(viewAt(stubData(), stubView(), 4)).toBeNull();
});

it("says what there is to say", () => {
  const { moments } = stubView();
  const lines = new EventLines(stubGame, { seat: 1, names: [] });
  expect([0, 1, 2, 3, 4].map((at) => lines.of(moments.at(at)))).toEqual([
    [],
    ["Ala begins."],
    [],
    ["Olek takes.", "Ewa laughs."],
    [],
  ]);
});

it("puts each moment into words once, and again in another language", async () => {
  await translations.choose("en");
  const eventText = vi.fn((event: unknown) => String(event));
  const lines = new EventLines({ ...stubGame, eventText }, { seat: 1, names: [] });
  const moment = stubView().moments.at(3);
  lines.of(moment);
  lines.of(moment);
  expect(eventText).toHaveBeenCalledTimes(2);
  await translations.choose("pl");
  lines.of(moment);
  expect(eventText).toHaveBeenCalledTimes(4);
  await translations.choose("en");
});

it("turns travels around", () => {
  const [from, to] = [new Map([["card", "pile"]]), new Map([["chip", "pot"]])];
  expect(backwards({ from, to })).toEqual({ from: to, to: from });
  expect(backwards(undefined)).toBeUndefined();
});
