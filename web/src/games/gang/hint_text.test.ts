import { beforeEach, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { but, may, PLAIN, PROFESSIONAL, when } from "./fixtures/for_tests";
import { reasonText, hintText } from "./hint_text";
import type { Move } from "./messages";

const MOMENT = when(PROFESSIONAL, (seen) => may(seen, "propose"));
const SEEN = { ...but(MOMENT, { round: 2, phase: "chips" }), seat: 0, names: ["Ala", "Bartek", "Celina"] };
const SAID: Record<Move["type"], [Move, string, string]> = {
  take: [
    { type: "take", stars: 3, from: null },
    "Take the yellow chip with 3 stars.",
    "Weź żółty żeton z 3 gwiazdkami.",
  ],
  return: [{ type: "return" }, "Put your chip back into the centre.", "Odłóż swój żeton na środek."],
  ready: [{ type: "ready" }, "Say that you are ready.", "Zgłoś gotowość."],
  unready: [{ type: "unready" }, "Say that you are not ready after all.", "Cofnij swoją gotowość."],
  propose: [
    { type: "propose", seat: 0, other: 2 },
    "Propose: You show one pocket card to Celina, in secret.",
    "Zaproponuj: Pokazujesz w tajemnicy jedną kartę; widzi ją tylko Celina.",
  ],
  agree: [{ type: "agree", proposal: 1 }, "Agree to the proposal.", "Zgódź się na propozycję."],
  refuse: [{ type: "refuse", proposal: 1 }, "Refuse the proposal.", "Nie zgadzaj się na propozycję."],
  choose: [
    { type: "choose", card: "Ks" },
    "Discard this card: king of spades.",
    "Odrzuć tę kartę: król pik.",
  ],
  pick_rank: [{ type: "pick_rank", rank: "T" }, "Name this rank: ten.", "Wskaż tę wartość: dziesiątka."],
  pick_category: [
    { type: "pick_category", category: "two_pairs" },
    "Name this hand: Two pairs.",
    "Wskaż ten układ: Dwie pary.",
  ],
  confirm: [{ type: "confirm" }, "Confirm the answer.", "Potwierdź odpowiedź."],
  seen: [{ type: "seen" }, "Say that you have looked at your cards.", "Potwierdź, że karty są obejrzane."],
};

beforeEach(() => translations.want("table", "gang"));

test.each(Object.values(SAID))("%j in both languages", async (move, english, polish) => {
  await translations.choose("en");
  expect(hintText(move, SEEN)).toBe(english);
  await translations.choose("pl");
  expect(hintText(move, SEEN)).toBe(polish);
});

test("whose chip it is, what a card is for, and what comes after a heist", async () => {
  const shows = when(PROFESSIONAL, (seen) => seen.private?.choose === "show");
  const after = when(PLAIN, (seen) => seen.public.phase === "result");
  await translations.choose("en");
  expect(hintText({ type: "take", stars: 1, from: 1 }, SEEN)).toBe(
    "Take the yellow chip with 1 star from Bartek.",
  );
  expect(hintText({ type: "choose", card: "2c" }, shows)).toBe("Show this card: two of clubs.");
  expect(hintText({ type: "ready" }, after)).toBe("Go on.");
  await translations.choose("pl");
  expect(hintText({ type: "take", stars: 1, from: 1 }, SEEN)).toBe(
    "Weź żółty żeton z 1 gwiazdką; ma go teraz Bartek.",
  );
});

test("how strong the hand is", async () => {
  await translations.choose("en");
  expect(reasonText({ kind: "strength", value: 0.78 })).toBe(
    "Your hand beats 78% of all hands that one could have here.",
  );
  await translations.choose("pl");
  expect(reasonText({ kind: "strength", value: 0.78 })).toBe("Twoja ręka bije 78% rąk, które można tu mieć.");
});
