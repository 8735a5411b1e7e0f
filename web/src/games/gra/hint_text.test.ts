import { beforeEach, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { isOwnTurn, PLAIN, when } from "./fixtures/for_tests";
import { reasonText, hintText } from "./hint_text";
import type { Move } from "./messages";

const TURN = when(PLAIN, isOwnTurn);
const BID = { ...(TURN.public.bid as NonNullable<typeof TURN.public.bid>), count: 3, value: 4 };
const SEEN = { ...TURN, public: { ...TURN.public, bid: BID } };
const SAID: Record<Move["type"], [Move, string, string]> = {
  choose: [
    { type: "choose", values: [4, 4, 2] },
    "Turn your cards so that they show 4, 4, and 2.",
    "Ułóż karty tak, żeby pokazywały 4, 4 i 2.",
  ],
  direction: [
    { type: "direction", clockwise: false },
    "Let it go counterclockwise.",
    "Wybierz kierunek przeciwny do ruchu wskazówek zegara.",
  ],
  bid: [{ type: "bid", count: 5, value: 6 }, "Bid 5 sixes.", "Powiedz: 5 szóstek."],
  check: [{ type: "check" }, "Check the bid: 3 fours.", "Sprawdź: 3 czwórki."],
};

beforeEach(() => translations.want("table", "gra"));

test.each(Object.values(SAID))("%j in both languages", async (move, english, polish) => {
  await translations.choose("en");
  expect(hintText(move, SEEN)).toBe(english);
  await translations.choose("pl");
  expect(hintText(move, SEEN)).toBe(polish);
});

test("how likely the bid is", async () => {
  await translations.choose("en");
  expect(reasonText({ kind: "true", value: 0.62 })).toBe(
    "If the others turned their cards at random, it would be true with a chance of 62%.",
  );
  await translations.choose("pl");
  expect(reasonText({ kind: "true", value: 0.62 })).toBe(
    "Gdyby inni ułożyli karty losowo, byłoby to prawdą z szansą 62%.",
  );
});
