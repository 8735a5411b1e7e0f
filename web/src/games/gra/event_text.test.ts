import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { isOwnTurn, last, PLAIN, VARIANTS, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import type { Event } from "./messages";
import { eventText } from "./event_text";
import { bidText, type GraView } from "./view";

const NAMES = ["Ala", "Bartek", "Celina"];
const mine = (event: Event): string | null => eventText(event, { seat: 0, names: NAMES });
const hers = (event: Event): string | null => eventText(event, { seat: 1, names: NAMES });
const FOURS = { count: 3, value: 4 };

beforeEach(async () => {
  await translations.want("table", "gra");
  await translations.choose("en");
});

describe("what happens, in words", () => {
  test("in English", () => {
    expect(mine({ type: "started", seat: 0 })).toBe("You start the first round.");
    expect(hers({ type: "round_began", round: 2, starter: 0, cards: 7, extra: false })).toBe(
      "Round 2: 7 cards in all hands. Ala starts.",
    );
    expect(mine({ type: "dealt", seat: 0, number: 1, of: 2, card: [2, 6] })).toBe(
      "You get the card with 2 and 6.",
    );
    expect(hers({ type: "dealt", seat: 0, number: 1, of: 2, card: null })).toBeNull();
    expect(mine({ type: "chosen", seat: 0, again: false, values: [4, 4, 2] })).toBe("You show 4, 4, and 2.");
    expect(hers({ type: "chosen", seat: 0, again: true, values: null })).toBe(
      "Ala turns the cards once more.",
    );
    expect(hers({ type: "choice_stands", seat: 0 })).toBe(
      "Ala has turned the cards twenty times in this round: they stay so.",
    );
    expect(hers({ type: "declared", seat: 0, clockwise: false })).toBe("Ala says: it goes counterclockwise.");
    expect(hers({ type: "bid_made", seat: 0, ...FOURS, jokers_off: false })).toBe("Ala bids 3 fours.");
    expect(hers({ type: "bid_made", seat: 0, count: 1, value: 1, jokers_off: true })).toBe(
      "Ala bids 1 one. The round begins with 1s, so they are no jokers in it.",
    );
    expect(hers({ type: "checked", seat: 0, bidder: 1, ...FOURS })).toBe("Ala checks your bid: 3 fours.");
    expect(mine({ type: "checked", seat: 0, bidder: 1, ...FOURS })).toBe("You check Bartek’s bid: 3 fours.");
    expect(mine({ type: "counted", found: 3, ...FOURS, right: true })).toBe("Bid: 3 fours. Found: 3. True!");
    expect(mine({ type: "lost", seat: 0, winner: 1, size_before: 2, size_after: 3 })).toBe(
      "You lose the round: hand size 2 → 3.",
    );
    expect(hers({ type: "lost", seat: 0, winner: 1, size_before: 2, size_after: 2 })).toBe(
      "Ala loses the round.",
    );
    expect(hers({ type: "ended", seat: 0, hand_size: 0 })).toBe("Ala has no cards left: the match ends.");
    expect(hers({ type: "went_out", seat: 0, place: 3 })).toBe("Ala is out: place 3.");
  });

  test("in Polish, with its three plurals and no past", async () => {
    await translations.choose("pl");
    expect([1, 2, 5, 22].map((count) => bidText({ count, value: 5 }))).toEqual([
      "1 piątka",
      "2 piątki",
      "5 piątek",
      "22 piątki",
    ]);
    expect(hers({ type: "bid_made", seat: 0, ...FOURS, jokers_off: false })).toBe("Ala mówi: 3 czwórki.");
    expect(hers({ type: "checked", seat: 0, bidder: 1, ...FOURS })).toBe(
      "Ala sprawdza twój zakład: 3 czwórki.",
    );
    expect(mine({ type: "checked", seat: 0, bidder: 1, ...FOURS })).toBe(
      "Sprawdzasz zakład gracza Bartek: 3 czwórki.",
    );
    expect(hers({ type: "counted", found: 2, ...FOURS, right: false })).toBe(
      "Miało być: 3 czwórki. Jest: 2. Nieprawda!",
    );
    expect(mine({ type: "tied", seats: [0, 2] })).toBe(
      "Remis: dogrywkę grają Ala i Celina. Kto przegra, odpada.",
    );
    expect(hers({ type: "ended", seat: 0, hand_size: 6 })).toBe("Ala ma 6 kart: koniec partii.");
    expect(mine({ type: "won", seat: 0 })).toBe("Wygrywasz partię.");
  });

  test.each(["en", "pl"] as const)("of a whole match nothing is left unsaid (%s)", async (language) => {
    await translations.choose(language);
    for (const seen of [...PLAIN, ...VARIANTS]) {
      for (const event of seen.events) {
        const said = eventText(event, seen);
        if (event.type === "dealt" && event.seat !== seen.seat) expect(said).toBeNull();
        else expect(said).toMatch(/^[\p{Lu}].*[.!]$/u);
        expect(said ?? "").not.toMatch(/undefined|say\.|[{}]/);
      }
    }
  });
});

describe("the first-game guide", () => {
  test.each(["en", "pl"] as const)(
    "has a thought for every moment of a match, and none after it (%s)",
    async (language) => {
      await translations.choose(language);
      for (const seen of [...PLAIN, ...VARIANTS]) {
        const thought = guide(seen);
        if (seen.over) expect(thought).toBeNull();
        else expect(thought?.text).toMatch(/^[\p{Lu}].*\.$/u);
        expect(thought?.text ?? "").not.toMatch(/undefined|guide\.|[{}]/);
      }
    },
  );

  test("speaks about what matters now", () => {
    const choosing = (seen: GraView): boolean => seen.legal.some(({ type }) => type === "choose");
    expect(guide(when(PLAIN, (seen) => choosing(seen) && seen.private?.choice === null))?.topic).toBe(
      "cards",
    );
    expect(guide(when(VARIANTS, (seen) => choosing(seen) && seen.private?.choice === null))?.topic).toBe(
      "joker",
    );
    expect(guide(when(PLAIN, (seen) => choosing(seen) && seen.private?.choice !== null))?.text).toContain(
      "until the last one has chosen",
    );
    const chosen = when(PLAIN, (seen) => choosing(seen) && seen.private?.choice !== null);
    expect(guide({ ...chosen, legal: [] })?.text).toContain("stands for this round");
    expect(guide(when(PLAIN, (seen) => seen.public.phase === "reveal"))?.topic).toBe("check");
    const turn = when(PLAIN, isOwnTurn);
    const own = turn.private as NonNullable<GraView["private"]>;
    expect(guide({ ...turn, private: { ...own, needed: 0 } })?.text).toContain("whatever the others hold");
    const others = turn.public.total - own.cards.length;
    expect(guide({ ...turn, private: { ...own, needed: others } })?.topic).toBe("check");
    expect(guide({ ...turn, legal: [{ type: "check" }] })?.text).toContain("all that is left");
    expect(guide(when(VARIANTS, (seen) => seen.legal[0]?.type === "direction"))?.topic).toBe("directions");
  });

  test("is silent for spectators and in replays", () => {
    const seen = when(PLAIN, isOwnTurn);
    expect(guide({ ...seen, seat: null })).toBeNull();
    expect(guide({ ...seen, live: false })).toBeNull();
    expect(guide(last(PLAIN))).toBeNull();
  });
});
