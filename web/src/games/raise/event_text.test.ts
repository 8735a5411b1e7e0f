import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { LAST, mayChoose, mayRaise, MOMENTS, mustPass, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import type { Card, Event } from "./messages";
import { eventText } from "./event_text";

const NAMES = ["Ala", "Bartek", "Celina"];
const mine = (event: Event): string | null => eventText(event, { seat: 0, names: NAMES });
const hers = (event: Event): string | null => eventText(event, { seat: 1, names: NAMES });

const BELL: Card = { symbol: "bell", number: 3, points: 5 };
const GEAR: Card = { symbol: "gear", number: 4, points: 1 };
const MULTIPLIERS = { diamond: 1, gear: 2, cloud: 3, hourglass: 1, bell: 4 };
const RAISED: Event = { type: "raised", seat: 0, cards: [GEAR, BELL], before: 8, field: 28, onto: null };

beforeEach(async () => {
  await translations.want("table", "raise");
  await translations.choose("en");
});

describe("what happens, in words", () => {
  test("in English", () => {
    expect(mine({ type: "started", seat: 0 })).toBe("You have the dice first.");
    expect(mine({ type: "drew", seat: 0, card: BELL })).toBe("You draw: bell 3.");
    expect(hers({ type: "scoring_card_turned_up", seat: 0, points: 12, round: 2, rounds: 9 })).toBe(
      "Round 2 of 9: 12 points are at stake.",
    );
    expect(hers({ type: "rolled", seat: 0, faces: [], multipliers: MULTIPLIERS })).toBe(
      "Ala rolls: diamonds ×1, gears ×2, clouds ×3, hourglasses ×1, bells ×4.",
    );
    expect(hers({ type: "sat_out", seat: 0 })).toBe("Ala has no cards and sits this round out.");
    expect(mine({ type: "chosen", seat: 0, again: false, card: GEAR })).toBe(
      "You lay down, face down: gear 4.",
    );
    expect(hers({ type: "chosen", seat: 0, again: true, card: null })).toBe("Ala has chosen another card.");
    expect(hers({ type: "choice_stands", seat: 0 })).toBe(
      "Ala has chosen twenty times in this round: that card stays.",
    );
    expect(hers({ type: "played", seat: 0, card: GEAR, value: 8 })).toBe("Ala shows: gear 4, worth 8.");
    expect(hers({ type: "placed", seat: 0, field: 8, onto: 2 })).toBe("Ala begins on 8, on top of Celina.");
    expect(hers({ type: "placed", seat: 0, field: 8, onto: 1 })).toBe("Ala begins on 8, on top of you.");
    expect(mine(RAISED)).toBe("You raise from 8 to 28: gear 4 and bell 3.");
    expect(hers({ type: "passed", seat: 0, field: 8 })).toBe("Ala passes on 8.");
    expect(hers({ type: "round_won", seat: 0, scoring_card: 12, cards: 1, points: 13 })).toBe(
      "Ala wins the round: the 12 and 1 card, 13 points together.",
    );
    expect(hers({ type: "round_lost", scoring_card: 11 })).toBe(
      "Nobody has a card to play: the 11 leaves the game.",
    );
    expect(mine({ type: "scored", seat: 0, hand: [], hand_points: 6, points: 46 })).toBe(
      "You: 40 won + 6 in hand = 46 points.",
    );
  });

  test("in Polish, with its three plurals", async () => {
    await translations.choose("pl");
    expect(hers({ type: "scoring_card_turned_up", seat: 0, points: 12, round: 2, rounds: 9 })).toBe(
      "Runda 2 z 9: stawka to 12 punktów.",
    );
    expect(hers(RAISED)).toBe("Ala przebija z 8 na 28: zębatka 4 i dzwonek 3.");
    expect(mine({ ...RAISED, onto: 2 })).toBe(
      "Przebijasz z 8 na 28, na pionek gracza Celina: zębatka 4 i dzwonek 3.",
    );
    expect(hers({ type: "sat_out", seat: 0 })).toBe("Ala nie ma kart i pauzuje w tej rundzie.");
    const won = { type: "round_won", seat: 0, scoring_card: 12 } as const;
    expect(hers({ ...won, cards: 1, points: 13 })).toBe("Ala wygrywa rundę: 12 i 1 karta, razem 13 punktów.");
    expect(mine({ ...won, cards: 3, points: 22 })).toBe("Wygrywasz rundę: 12 i 3 karty, razem 22 punkty.");
    expect(hers({ ...won, cards: 5, points: 21 })).toBe("Ala wygrywa rundę: 12 i 5 kart, razem 21 punktów.");
  });

  test.each(["en", "pl"] as const)(
    "of a whole match nothing is left unsaid but what others draw (%s)",
    async (language) => {
      await translations.choose(language);
      for (const seen of MOMENTS) {
        for (const event of seen.events) {
          const said = eventText(event, seen);
          if (event.type === "drew" && event.card === null) expect(said).toBeNull();
          else expect(said).toMatch(/^\p{Lu}.*\.$/u);
          expect(said ?? "").not.toMatch(/undefined|say\.|[{}]/);
        }
      }
    },
  );
});

describe("the first-game guide", () => {
  test.each(["en", "pl"] as const)(
    "has a thought for every moment of a match, and none after it (%s)",
    async (language) => {
      await translations.choose(language);
      for (const seen of MOMENTS) {
        const thought = guide(seen);
        if (seen.over) expect(thought).toBeNull();
        else expect(thought?.text).toMatch(/^[\p{Lu}\d].*\.$/u);
        expect(thought?.text ?? "").not.toMatch(/undefined|guide\.|[{}]/);
      }
    },
  );

  test("speaks about what matters now", () => {
    expect(guide(when(mayChoose))).toMatchObject({ topic: "dice" });
    expect(guide(when((seen) => mayChoose(seen) && seen.private?.chosen !== null))?.text).toContain(
      "face down",
    );
    const chosen = when((seen) => mayChoose(seen) && seen.private?.chosen !== null);
    expect(guide({ ...chosen, legal: [] })?.text).toContain("stays for this round");
    expect(guide(when(mustPass))).toMatchObject({ topic: "pass" });
    const shared = when(
      (seen) => mayRaise(seen) && seen.public.overtake?.field === seen.public.seats[1]?.field,
    );
    expect(guide(shared)?.text).toContain("on top, so you count as hindmost");
    expect(guide(when((seen) => seen.public.phase === "draw"))).toMatchObject({ topic: "round" });
    const waits = when((seen) => seen.public.turn === 0);
    expect(guide(waits)?.text).toContain("Ala");
  });

  test("names a raise that is enough, and no dearer than it must be", () => {
    const seen = when(
      (each) => mayRaise(each) && each.public.overtake?.field !== each.public.seats[1]?.field,
    );
    const fewest = Math.min(
      ...seen.legal.flatMap((move) => (move.type === "raise" ? [move.cards.length] : [])),
    );
    const said = guide(seen)?.text ?? "";
    if (fewest >= 3) expect(said).toContain(`${fewest} cards`);
    else expect(said).toContain("This would be enough");
  });

  test("is silent for spectators and in replays", () => {
    const seen = when(mayRaise);
    expect(guide({ ...seen, seat: null, private: null })).toBeNull();
    expect(guide({ ...seen, live: false })).toBeNull();
    expect(guide(LAST)).toBeNull();
  });
});
