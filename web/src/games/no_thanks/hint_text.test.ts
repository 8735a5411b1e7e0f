import { beforeEach, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { PLAIN, when } from "./fixtures/for_tests";
import { reasonText, hintText } from "./hint_text";
import type { Move } from "./messages";

const MOMENT = when(PLAIN, (seen) => seen.public.card !== null);
const SEEN = { ...MOMENT, public: { ...MOMENT.public, card: 12, pot: 2 } };
const SAID: Record<Move["type"], [Move, string, string]> = {
  take: [{ type: "take" }, "Take the 12 and 2 chips.", "Weź 12 i 2 żetony."],
  decline: [
    { type: "decline" },
    "Say no thanks: put a chip on the 12.",
    "Powiedz „nie, dziękuję” i połóż żeton na karcie 12.",
  ],
};

beforeEach(() => translations.want("table", "no_thanks"));

test.each(Object.values(SAID))("%j in both languages", async (move, english, polish) => {
  await translations.choose("en");
  expect(hintText(move, SEEN)).toBe(english);
  await translations.choose("pl");
  expect(hintText(move, SEEN)).toBe(polish);
});

test("what taking changes", async () => {
  const points = (value: number, type: Move["type"]): string | null =>
    reasonText({ kind: "points", value }, { type });
  await translations.choose("en");
  expect(points(-12, "take")).toBe("It costs you 12 points now.");
  expect(points(-1, "decline")).toBe("Taking it would cost you 1 point now.");
  expect(points(0, "take")).toBe("It costs you nothing now.");
  expect(points(3, "take")).toBe("It makes your score better by 3 points now.");
  await translations.choose("pl");
  expect(points(-12, "take")).toBe("Kosztuje cię to teraz 12 punktów.");
  expect(points(-22, "decline")).toBe("Wzięcie jej kosztowałoby cię teraz 22 punkty.");
  expect(points(0, "decline")).toBe("Wzięcie jej nic by cię teraz nie kosztowało.");
  expect(points(1, "take")).toBe("Poprawia to teraz twój wynik o 1 punkt.");
});
