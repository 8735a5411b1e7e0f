import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { but, may, PLAIN, PROFESSIONAL, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import { loadLazy } from "./lazy";
import type { Chip } from "./messages";
import { COLORS, type GangView } from "./view";

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
});

/** One has no chip yet, in this round. */
const at = (round: number): GangView =>
  when(
    PLAIN,
    (seen) =>
      seen.public.phase === "chips" &&
      seen.public.round === round &&
      seen.public.seats[seen.seat ?? 0]?.chips[round - 1] === null &&
      seen.public.seats.every(({ redrew }) => !redrew),
  );
const text = (seen: GangView): string => guide(seen)?.text ?? "";
const challenged = (round: number, ...numbers: number[]): GangView => {
  const gone = { 1: "white", 5: "orange" } as Readonly<Record<number, string>>;
  return but(at(round), {
    challenges: numbers.map((number) => ({ number, standing: false })),
    colors: COLORS.filter((color) => numbers.every((number) => gone[number] !== color)),
  });
};
const helped = (number: number, change: Partial<GangView["public"]>, own: object = {}): GangView => {
  const seen = at(2);
  const specialist = { number, automatic: false, used: true, seat: 0, other: 1, rank: null };
  const mine = seen.private;
  if (mine === null) throw new Error("one has cards");
  return { ...but(seen, { specialist, ...change }), private: { ...mine, ...own } };
};

describe.each(["en", "pl"] as const)("in %s", (language) => {
  test("every challenge is explained where it matters for a chip", async () => {
    await translations.choose(language);
    const matters = { 1: 2, 2: 1, 3: 1, 4: 4, 5: 4, 6: 3, 7: 1, 8: 2, 9: 4, 10: 1 };
    for (const [number, round] of Object.entries(matters)) {
      const plain = text(challenged(round));
      const said = text(challenged(round, Number(number)));
      expect(said.length, `challenge ${number}`).toBeGreaterThan(plain.length + 20);
      expect(said).not.toMatch(/guide\.|undefined|[{}]/);
    }
  });
});

test("nothing is said about chips that are not there", () => {
  expect(text(at(2))).toContain("white chips show");
  expect(text(challenged(2, 1))).not.toContain("white chips show");
  expect(text(challenged(2, 8))).not.toContain("white chips show");
  expect(text(at(4))).toMatch(/^The last card,/);
  expect(text(challenged(4, 5))).toMatch(/^The last two cards,/);
});

test("three pocket cards are three", () => {
  const seen = challenged(1, 10);
  if (seen.private === null) throw new Error("one has cards");
  expect(text({ ...seen, private: { ...seen.private, hand: ["As", "Kd", "2c"] } })).toContain(
    "your three cards",
  );
  expect(text(but(seen, { phase: "dealing" }))).toContain("three cards");
});

test("the flop is spoken about when it lies there", () => {
  const seen = at(2);
  expect(text(seen)).toContain("Three cards lie on the table");
  const [flop = []] = seen.public.community;
  for (const laid of [0, 1, 2]) {
    expect(text(but(seen, { community: [flop.slice(0, laid), [], []] }))).not.toContain("Three cards");
  }
});

test("whoever holds a locked chip is not told to change it", () => {
  const seen = when(PLAIN, (each) => may(each, "return") && each.public.waits_for === "chips");
  const lock = (chip: Chip | null): Chip | null => (chip === null ? null : { ...chip, locked: true });
  const seats = seen.public.seats.map((seat) => ({ ...seat, chips: seat.chips.map(lock) }));
  expect(text(seen)).toContain("you can change your chip");
  expect(text(but(seen, { seats }))).toContain("locked");
  expect(text(but(seen, { seats }))).not.toContain("you can change your chip");
});

test("what a specialist has told is spoken about as long as it holds", () => {
  const said = { seat: 0, number: null, rank: null, outdated: false };
  const driver = { ...said, kind: "category" as const, category: "pair" as const, community: 3 };
  expect(text(helped(2, { announcements: [driver] }))).toContain("The Driver has told");
  expect(text(helped(2, { announcements: [{ ...driver, community: 0 }] }))).not.toContain("Driver");
  expect(text(helped(2, { announcements: [{ ...driver, outdated: true }] }))).not.toContain("Driver");
  const shown = { by: 0, to: 1, card: "9c", outdated: false };
  expect(text(helped(1, {}, { shown }))).toContain("You have seen a card of Ala");
  expect(text(helped(1, {}, { shown: { ...shown, outdated: true } }))).not.toContain("have seen");
  const seats = at(2).public.seats.map((seat, number) => ({
    ...seat,
    jack: number === 0,
    muscle: number === 2,
  }));
  expect(text(helped(7, { seats }))).toContain("Ala has the Jack");
  expect(text(helped(10, { seats }))).toContain("Celina has the Muscle");
});

test("what went wrong is what is said to have gone wrong", () => {
  const seen = when(PROFESSIONAL, (each) => each.public.phase === "result");
  const failed = (reason: "order" | "category"): string =>
    text(but(seen, { result: { success: false, reasons: [reason], order: [0, 1, 2] } }));
  expect(failed("order")).toContain("A hand was weaker");
  expect(failed("category")).toContain("The order was right, but the answer was wrong");
  expect(text(but(seen, { result: { success: true, reasons: [], order: [0, 1, 2] } }))).toContain(
    "and the answer was right",
  );
});

test("a vote is about what the specialist does", () => {
  const voting = when(PROFESSIONAL, (seen) => may(seen, "agree"));
  expect(text(voting)).toContain("shows one own pocket card to one other player");
});
