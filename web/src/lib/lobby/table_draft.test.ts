import { pace } from "../preferences.svelte";
import { describe, expect, it } from "vitest";
import {
  asTable,
  freeSeats,
  freshDraft,
  myChair,
  optionValue,
  restoredDraft,
  seatsShown,
  usualPlayers,
  withPlayers,
  withSeat,
  type Draft,
} from "./table_draft";
import { EXAMPLE } from "./fixtures/example";
import { tableWithBots } from "./quick_play";

function kinds(draft: Draft): string {
  return seatsShown(draft)
    .map(({ kind }) => kind[0])
    .join("");
}

describe("a fresh draft", () => {
  it("has me and friends, as near to four as can play", () => {
    const draft = freshDraft(EXAMPLE);
    expect(draft.players).toBe(5);
    expect(kinds(draft)).toBe("mpppp");
    expect(freeSeats(draft)).toBe(4);
  });

  it("takes four where four can play", () => {
    expect(usualPlayers({ ...EXAMPLE, choices: { ...EXAMPLE.choices, 4: {} } })).toBe(4);
  });
});

describe("seats", () => {
  const draft = freshDraft(EXAMPLE);

  it("gives my old chair to whoever was to sit in the new one", () => {
    const withBot = withSeat(draft, 2, { kind: "bot", level: "easy" });
    const moved = withSeat(withBot, 2, { kind: "me", level: "easy" });
    expect(kinds(moved)).toBe("bpmpp");
  });

  it("lets me watch, and sit down again", () => {
    const watching = withSeat(draft, 0, { kind: "bot", level: "easy" });
    expect(myChair(watching)).toBeNull();
    expect(kinds(withSeat(watching, 3, { kind: "me", level: "easy" }))).toBe("bppmp");
  });

  it("keeps a chair for me when there are fewer", () => {
    const last = withSeat(draft, 4, { kind: "me", level: "easy" });
    expect(kinds(withPlayers(last, 2))).toBe("pm");
  });

  it("remembers who was to sit there when there are more again", () => {
    const withBot = withSeat(draft, 4, { kind: "bot", level: "easy" });
    expect(kinds(withPlayers(withPlayers(withBot, 2), 5))).toBe("mpppb");
  });
});

describe("options", () => {
  it("are as wished for where that goes, as usual where it does not, and as wished for again", () => {
    const wished = { ...withPlayers(freshDraft(EXAMPLE), 3), wishes: { tactical: true, rounds: 3 } };
    expect(optionValue(EXAMPLE, wished, "tactical")).toBe(true);
    const five = withPlayers(wished, 5);
    expect(optionValue(EXAMPLE, five, "tactical")).toBe(false);
    expect(optionValue(EXAMPLE, five, "rounds")).toBe(1);
    expect(optionValue(EXAMPLE, withPlayers(five, 3), "tactical")).toBe(true);
  });
});

describe("what the server is asked for", () => {
  it("has a chair for each player, levels for bots only, and a value for each option", () => {
    const draft = withSeat(withPlayers(freshDraft(EXAMPLE), 3), 2, { kind: "bot", level: "easy" });
    expect(asTable(EXAMPLE, { ...draft, clock: 60, public: true, hints: true, keepChairs: false })).toEqual({
      game: "example",
      options: { players: 3, tactical: false, deck: "small", rounds: 2 },
      chairs: [{ kind: "me" }, { kind: "person" }, { kind: "bot", level: "easy" }],
      clock: 60,
      public: true,
      hints: true,
      keep_chairs: false,
      pace: "normal",
    });
  });

  it("keeps chairs that are left, unless that was switched off", () => {
    expect(asTable(EXAMPLE, freshDraft(EXAMPLE)).keep_chairs).toBe(true);
    expect(asTable(EXAMPLE, { ...freshDraft(EXAMPLE), public: true }).keep_chairs).toBe(true);
  });

  it("has the pace that was last chosen at a table", () => {
    pace.value = "fast";
    expect(tableWithBots(EXAMPLE).pace).toBe("fast");
    pace.value = "normal";
  });

  it("is me and bots of a fair level, by link and without hints, for a game with bots", () => {
    const table = tableWithBots(EXAMPLE);
    expect([table.public, table.hints]).toEqual([false, false]);
    expect(table.chairs).toEqual([
      { kind: "me" },
      ...Array.from({ length: 4 }, () => ({ kind: "bot", level: "normal" })),
    ]);
    expect(table.options).toEqual({ players: 5, tactical: false, deck: "small", rounds: 1 });
  });
});

describe("what was chosen last time", () => {
  it("comes back as it was", () => {
    const draft: Draft = {
      ...withSeat(withPlayers(freshDraft(EXAMPLE), 3), 1, { kind: "bot", level: "easy" }),
      wishes: { tactical: true },
      clock: 30,
      public: true,
      hints: true,
      keepChairs: false,
    };
    expect(restoredDraft(EXAMPLE, JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it.each([
    null,
    "nonsense",
    {},
    { players: 4, seats: "x", wishes: 3, clock: 7 },
    { players: 99, seats: [null, 5] },
  ])("is forgotten where it makes no sense: %j", (kept) =>
    expect(restoredDraft(EXAMPLE, kept)).toEqual(freshDraft(EXAMPLE)),
  );

  it("does not seat me twice, nor a bot of a level that is gone", () => {
    const kept = {
      players: 3,
      seats: [
        { kind: "bot", level: "gone" },
        { kind: "me", level: "easy" },
        { kind: "me", level: "easy" },
      ],
    };
    const draft = restoredDraft(EXAMPLE, kept);
    expect(kinds(draft)).toBe("bmp");
    expect(draft.seats[0]?.level).toBe("normal");
  });
});
