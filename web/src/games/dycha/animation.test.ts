import { describe, expect, test } from "vitest";
import { MOMENTS, SOLO, told, when } from "./fixtures/for_tests";
import type { Event } from "./messages";
import type { DychaView } from "./view";
import {
  DECK,
  hold,
  JOKER,
  lastKey,
  offerKey,
  moneyPlace,
  ROW,
  rowKey,
  thingsPlace,
  animationPaths,
} from "./animation";

const withRow = (seen: DychaView): boolean =>
  new Set(seen.public.row.cards.map(({ kind }) => kind)).size === 2;

describe("what flies where", () => {
  test("cards come from the deck to the row, and from the row to the market", () => {
    const seen = when(withRow);
    const { from } = animationPaths(seen.events, null, seen);
    for (const [index, card] of seen.public.row.cards.entries())
      expect(from.get(rowKey(card, index))).toBe(DECK);
    for (const { card } of seen.public.market) expect(from.get(offerKey(card))).toBe(ROW);
    expect(from.get(JOKER)).toBe(DECK);
  });

  test("numbers go to whoever takes them, currency to whoever takes that", () => {
    const before = when(withRow);
    const numbers: Event = { type: "took_numbers", seat: 0, cards: [] };
    const currency: Event = { type: "took_currency", seat: 1, value: 3 };
    const all = before.public.row.cards.map((card, index) => [card.kind, rowKey(card, index)] as const);
    for (const [kind, key] of all) {
      expect(animationPaths([numbers], before, before).to.get(key)).toBe(
        kind === "number" ? thingsPlace(0) : undefined,
      );
      expect(animationPaths([currency], before, before).to.get(key)).toBe(
        kind === "currency" ? moneyPlace(1) : undefined,
      );
    }
  });

  test("no two things on the table have the same key", () => {
    for (const { public: shown } of [...MOMENTS, ...SOLO]) {
      const keys = [
        ...shown.row.cards.map(rowKey),
        ...(shown.last?.cards ?? []).map(lastKey),
        ...shown.market.map(({ card }) => offerKey(card)),
      ];
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("a fiasco is looked at longer than a card, and TEN's row card by card", () => {
    const failed = when((seen) => told(seen, "failed"));
    const drawn = when((seen) => seen.events.length === 1 && told(seen, "turned_up"));
    expect(hold(failed)).toBeGreaterThan(2 * hold(drawn));
    const ten = when(({ events }) =>
      events.some((event) => event.type === "turned_up" && event.seat === "ten"),
    );
    expect(hold(ten)).toBeGreaterThan(hold(drawn));
  });
});
