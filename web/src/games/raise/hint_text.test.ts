import { beforeEach, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { reasonText, hintText } from "./hint_text";
import type { Card, Move } from "./messages";

const BELL: Card = { symbol: "bell", number: 7, points: 1 };
const GEAR: Card = { symbol: "gear", number: 3, points: 1 };
const SAID: Record<Move["type"], [Move, string, string]> = {
  play: [{ type: "play", card: BELL }, "Begin with bell 7.", "Zacznij od karty: dzwonek 7."],
  raise: [
    { type: "raise", cards: [BELL, GEAR] },
    "Raise with bell 7 and gear 3.",
    "Przebij: dzwonek 7 i zębatka 3.",
  ],
  pass: [{ type: "pass" }, "Pass.", "Spasuj."],
};

beforeEach(() => translations.want("table", "raise"));

test.each(Object.values(SAID))("%j in both languages", async (move, english, polish) => {
  await translations.choose("en");
  expect(hintText(move)).toBe(english);
  await translations.choose("pl");
  expect(hintText(move)).toBe(polish);
});

test("the chance to win the round", async () => {
  await translations.choose("en");
  expect(reasonText({ kind: "win", value: 0.4 })).toBe("Your chance to win this round: 40%.");
  await translations.choose("pl");
  expect(reasonText({ kind: "win", value: 0.4 })).toBe("Twoja szansa na wygranie tej rundy: 40%.");
});
