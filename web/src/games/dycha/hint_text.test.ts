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
  take_numbers: [
    { type: "take_numbers" },
    "Stop without numbers, and go and buy.",
    "Zatrzymaj się bez liczb i coś kup.",
  ],
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

test("numbers are taken where there are some", async () => {
  const some = when(({ public: { row } }) => row.cards.some(({ kind }) => kind === "number"));
  await translations.choose("en");
  expect(hintText({ type: "take_numbers" }, some)).toBe("Stop and take the numbers.");
  await translations.choose("pl");
  expect(hintText({ type: "take_numbers" }, some)).toBe("Zatrzymaj się i weź liczby.");
});

test("the risk, what something brings, and what it is worth", async () => {
  const said = (kind: string, value: number): string | null => reasonText({ kind, value });
  await translations.choose("en");
  expect(said("fiasco", 0.31)).toBe("The chance that the next card is a fiasco: 31%.");
  expect(said("worth", 4.46)).toBe("The joker is worth about 4.5 points to you.");
  expect(said("too_dear", 6)).toBe("The joker is worth less to you than the lowest bid, 6.");
  expect(said("row_points", 0)).toBe("The numbers of the row would bring you no points yet.");
  expect(said("row_points", 1)).toBe("The numbers of the row bring you 1 point at once.");
  expect(said("market_points", 2)).toBe("A card of the market can bring you 2 points at once.");
  expect(said("row_tokens", 2)).toBe("It brings you 2 tokens.");
  expect(said("win", 1)).toBeNull();
  await translations.choose("pl");
  expect(said("fiasco", 0.31)).toBe("Szansa, że następna karta to fiasko: 31%.");
  expect(said("worth", 4.46)).toBe("Joker jest dla ciebie wart około 4,5 punktu.");
  expect(said("too_dear", 6)).toBe("Joker jest dla ciebie wart mniej niż najniższa oferta, 6.");
  expect(said("row_points", 5)).toBe("Liczby z rzędu dają ci od razu 5 punktów.");
  expect(said("market_points", 2)).toBe("Karta z rynku może ci dać od razu 2 punkty.");
  expect(said("row_tokens", 3)).toBe("To da ci 3 żetony.");
});
