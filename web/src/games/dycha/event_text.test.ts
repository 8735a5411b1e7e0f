import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { MOMENTS, mayDo, shops, SOLO, when } from "./fixtures/for_tests";
import { guide, type Topic } from "./guide";
import Help from "./components/Help.svelte";
import type { Event, Joker, NumberCard } from "./messages";
import { eventText } from "./event_text";
import { t } from "./view";

const NAMES = ["Ala", "Bartek"];
const mine = (event: Event): string | null => eventText(event, { seat: 0, names: NAMES });
const hers = (event: Event): string | null => eventText(event, { seat: 1, names: NAMES });

const GREEN: NumberCard = { kind: "number", color: "green", number: 3 };
const PINK: NumberCard = { kind: "number", color: "pink", number: 9 };
const FIVE: Joker = { kind: "joker", color: null, number: 5 };
const HASH: Joker = { kind: "joker", color: "orange", number: null };
const ANY: Joker = { kind: "joker", color: null, number: null };
const DRAWN: Event = { type: "turned_up", seat: 0, card: GREEN, total: -1, currency: 4, deck: 20 };
const PAID: Event = { type: "paid", seat: 0, tokens: 2, fiascos: 1, cards: [GREEN], lost: 0 };
const RECEIVED: Event = { type: "tokens_received", seat: 0, kept: 4, returned: 0, tokens: 9 };

beforeEach(async () => {
  await translations.want("table", "dycha");
  await translations.want("lazy", "dycha");
  await translations.choose("en");
});

describe("what happens, in words", () => {
  test("in English", () => {
    expect(mine({ type: "started", seat: 0 })).toBe("You begin.");
    expect(hers(DRAWN)).toBe("Ala turns up green 3: 3 − 4 = −1.");
    expect(mine({ ...DRAWN, card: FIVE, deck: 0 })).toBe(
      "You turn up: joker 5 of any colour. Auction! That was the last card.",
    );
    expect(hers({ ...DRAWN, seat: "ten" })).toBe("TEN turns up green 3: 3 − 4 = −1.");
    expect(hers({ type: "took_numbers", seat: 0, cards: [GREEN, PINK] })).toBe(
      "Ala takes the numbers: green 3, pink 9.",
    );
    expect(mine({ type: "failed", seat: 0, by: "number", total: 13, currency: 0 })).toBe(
      "Fiasco! Your row comes to 13.",
    );
    expect(hers({ type: "failed", seat: 0, by: "currency", total: -5, currency: 12 })).toBe(
      "Fiasco! Ala's row has 12 in currency.",
    );
    expect(hers({ ...RECEIVED, returned: 2, tokens: 10 })).toBe(
      "Ala gets 4 tokens (now 10); 2 above the limit go back.",
    );
    expect(mine(PAID)).toBe("You pay green 3, 1 fiasco token, and 2 tokens.");
    expect(hers({ ...PAID, cards: [], tokens: 0, lost: 1 })).toBe("Ala pays 1 fiasco token, 1 too much.");
    expect(hers({ type: "joker_won", seat: "ten", joker: HASH, price: 6 })).toBe(
      "TEN wins the orange joker of any number for 6.",
    );
    expect(hers({ type: "joker_discarded", joker: ANY })).toBe(
      "Nobody bids for the joker of any colour and number: it leaves the game.",
    );
    expect(mine({ type: "solo_ended", won: true, limit: 10 })).toBe("TEN is beaten at 10: Unrivalled!");
  });

  test("in Polish, with its plurals", async () => {
    await translations.choose("pl");
    expect(mine(DRAWN)).toBe("Odkrywasz: zielona 3. Suma: 3 − 4 = −1.");
    expect(hers({ ...DRAWN, seat: "ten", card: HASH })).toBe(
      "Dycha odkrywa: joker pomarańczowy, dowolna liczba. Licytacja!",
    );
    const kept = [1, 2, 5].map((count) => hers({ ...RECEIVED, kept: count }));
    expect(kept).toEqual([
      "Ala dostaje 1 żeton (razem 9).",
      "Ala dostaje 2 żetony (razem 9).",
      "Ala dostaje 5 żetonów (razem 9).",
    ]);
    expect(mine({ ...PAID, tokens: 5 })).toBe("Płacisz: zielona 3, 1 żeton fiaska i 5 żetonów.");
    expect(hers({ type: "failed", seat: 0, by: "number", total: 13, currency: 0 })).toBe(
      "Fiasko! Ala ma w rzędzie 13.",
    );
  });

  test.each(["en", "pl"] as const)(
    "everything that happened in two matches can be said (%s)",
    async (language) => {
      await translations.choose(language);
      const silent = new Set(["card_spent", "fiasco_spent", "currency_discarded"]);
      for (const seen of [...MOMENTS, ...SOLO]) {
        for (const event of seen.events) {
          const said = eventText(event, seen);
          if (silent.has(event.type)) expect(said).toBeNull();
          else if (event.type !== "moved_to_market")
            expect([event.type, said]).not.toEqual([event.type, null]);
          expect(said ?? "").not.toMatch(/say\.|[{}]|undefined/);
        }
      }
    },
  );

  test.each(["en", "pl"] as const)("there is a title for every limit of TEN (%s)", async (language) => {
    await translations.choose(language);
    const titles = ([4, 5, 6, 7, 8, 9, 10] as const).map((limit) => t(`title.${limit}`));
    expect(new Set(titles).size).toBe(7);
  });
});

describe("the guide", () => {
  test("has a thought about every decision, and its part of the rules exists", () => {
    const { container } = render(Help, { topic: null });
    const parts = new Set([...container.querySelectorAll("[data-topic]")].map((one) => one.id));
    const topics = new Set<Topic>();
    for (const seen of [...MOMENTS, ...SOLO]) {
      const thought = guide(seen);
      if (seen.legal.length > 0) expect([seen.seq, thought]).not.toEqual([seen.seq, null]);
      if (thought === null) continue;
      expect(thought.text).not.toMatch(/guide\.|[{}]|undefined/);
      expect(parts).toContain(`dycha-${thought.topic}`);
      topics.add(thought.topic);
    }
    expect(topics.size).toBeGreaterThan(5);
  });

  test("knows the best purchase", () => {
    const seen = when((each) => shops(each) && mayDo(each, "buy"));
    expect(guide(seen)?.topic).toBe("market");
    expect(guide({ ...seen, live: false })).toBeNull();
    expect(guide({ ...seen, seat: null, private: null })).toBeNull();
  });
});
