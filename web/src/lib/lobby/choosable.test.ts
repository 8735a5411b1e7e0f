import { beforeEach, expect, test } from "vitest";
import { translations } from "../i18n/translations.svelte";
import { EXAMPLE } from "./fixtures/example";
import { chosenOptionsText } from "./option_text";
import { asTable, choosable, freshDraft, type Draft } from "./table_draft";

/** The number of rounds can be chosen in the tactical game only. */
const GAME = {
  ...EXAMPLE,
  options: {
    ...EXAMPLE.options,
    rounds: { type: "integer", minimum: 1, maximum: 4, default: 2, only_with: { tactical: [true] } },
  },
};

const draft = (tactical: boolean): Draft => ({
  ...freshDraft(GAME),
  players: 3,
  wishes: { tactical, rounds: 4 },
});
const names = (tactical: boolean): string[] => choosable(GAME, draft(tactical)).map(({ name }) => name);

beforeEach(() => translations.choose("en"));

test("what has no meaning beside the rest is not offered", () => {
  expect(names(true)).toEqual(["tactical", "deck", "rounds"]);
  expect(names(false)).toEqual(["tactical", "deck"]);
});

test("nor asked for, though it was wished for before", () => {
  expect(asTable(GAME, draft(true)).options).toMatchObject({ tactical: true, rounds: 4 });
  expect(asTable(GAME, draft(false)).options).not.toHaveProperty("rounds");
});

test("nor told of a table that has it all the same", () => {
  expect(chosenOptionsText(GAME, { tactical: true, rounds: 4 }).join()).toContain("rounds");
  expect(chosenOptionsText(GAME, { tactical: false, rounds: 4 }).join()).not.toContain("rounds");
});
