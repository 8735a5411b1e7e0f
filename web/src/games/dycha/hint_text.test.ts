import { beforeEach, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { pays, when } from "./fixtures/for_tests";
import { reasonText, hintText } from "./hint_text";
import type { Move, NumberCard } from "./messages";

const PAYING = when(pays);
const CARD: NumberCard = { kind: "number", color: "green", number: 6 };
const SEEN = {
  ...PAYING,
  public: { ...PAYING.public, market: [{ card: CARD, copies: 1, price: 6 }] },
};
const REST = SEEN.public.payment?.open;
const SAID: Record<Move["type"], [Move, string, string]> = {
  draw: [{ type: "draw" }, "Turn up a card.", "Odkryj kartę."],
  take_numbers: [{ type: "take_numbers" }, "Stop and take the numbers.", "Zatrzymaj się i weź liczby."],
  take_currency: [{ type: "take_currency" }, "Stop and take the currency.", "Zatrzymaj się i weź walutę."],
  fiasco_token: [{ type: "fiasco_token" }, "Take the fiasco token.", "Weź żeton fiaska."],
  go_shopping: [
    { type: "go_shopping" },
    "Go shopping instead of taking the fiasco token.",
    "Idź na zakupy zamiast brać żeton fiaska.",
  ],
  bid: [{ type: "bid", amount: 4 }, "Bid 4.", "Daj 4."],
  pass: [{ type: "pass" }, "Pass: do not bid.", "Spasuj, nie licytuj."],
  buy: [{ type: "buy", card: CARD }, "Buy green 6 for 6.", "Kup za 6: zielona 6."],
  no_buy: [{ type: "no_buy" }, "Buy nothing.", "Nic nie kupuj."],
  spend_card: [
    { type: "spend_card", card: CARD },
    "Pay with a card of yours: green 6.",
    "Zapłać swoją kartą: zielona 6.",
  ],
  spend_fiasco: [{ type: "spend_fiasco" }, "Pay with a fiasco token.", "Zapłać żetonem fiaska."],
  settle: [{ type: "settle" }, `Pay the rest in tokens: ${REST}.`, `Resztę zapłać żetonami: ${REST}.`],
};

beforeEach(() => translations.want("table", "dycha"));

test.each(Object.values(SAID))("%j in both languages", async (move, english, polish) => {
  const seen = { ...SEEN, public: { ...SEEN.public, row: { ...SEEN.public.row, cards: [] } } };
  await translations.choose("en");
  expect(hintText(move, seen)).toBe(english);
  await translations.choose("pl");
  expect(hintText(move, seen)).toBe(polish);
});

test("one more card is not the first", async () => {
  const begun = when((seen) => seen.public.row.cards.length > 0);
  await translations.choose("en");
  expect(hintText({ type: "draw" }, begun)).toBe("Turn up one more card.");
  await translations.choose("pl");
  expect(hintText({ type: "draw" }, begun)).toBe("Odkryj jeszcze jedną kartę.");
});

test("the risk, and what something is worth", async () => {
  const worth = (value: number, move: Move): string | null => reasonText({ kind: "worth", value }, move);
  const risk = (): string | null => reasonText({ kind: "fiasco", value: 0.31 }, { type: "take_numbers" });
  await translations.choose("en");
  expect(risk()).toBe("The chance that the next card is a fiasco: 31%.");
  expect(worth(4.46, { type: "bid", amount: 3 })).toBe("The joker is worth about 4.5 points to you.");
  expect(worth(1, { type: "buy", card: CARD })).toBe("The card is worth about 1 point to you.");
  expect(worth(2, { type: "no_buy" })).toBeNull();
  await translations.choose("pl");
  expect(risk()).toBe("Szansa, że następna karta to fiasko: 31%.");
  expect(worth(4.46, { type: "pass" })).toBe("Joker jest dla ciebie wart około 4,5 punktu.");
  expect(worth(5, { type: "buy", card: CARD })).toBe("Karta jest dla ciebie warta około 5 punktów.");
});
