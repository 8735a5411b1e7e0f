import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { last, PLAIN, TACTICAL, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import type { Event } from "./messages";
import { eventText } from "./event_text";
import type { NoThanksView } from "./view";

const NAMES = ["Ala", "Bartek", "Celina"];
const mine = (event: Event): string | null => eventText(event, { seat: 0, names: NAMES });
const hers = (event: Event): string | null => eventText(event, { seat: 1, names: NAMES });

beforeEach(async () => {
  await translations.want("table", "no_thanks");
  await translations.choose("en");
});

describe("what happens, in words", () => {
  test("in English", () => {
    expect(mine({ type: "started", seat: 0 })).toBe("You begin.");
    expect(hers({ type: "turned_up", seat: 0, card: 11 })).toBe("Ala turns up the 11.");
    expect(hers({ type: "declined", seat: 0 })).toBe("Ala says no thanks: a chip on the card.");
    expect(mine({ type: "taken", seat: 0, card: 11, chips: 0 })).toBe("You take the 11.");
    expect(hers({ type: "taken", seat: 0, card: 11, chips: 1 })).toBe("Ala takes the 11 and 1 chip.");
    expect(hers({ type: "set_aside", cards: [3, 8, 12] })).toBe("Never in the pile: 3, 8, and 12.");
    expect(mine({ type: "scored", seat: 0, points: -3, chips: 7 })).toBe(
      "You: 4 for cards − 7 chips = −3 points.",
    );
  });

  test("in Polish, with its three plurals", async () => {
    await translations.choose("pl");
    expect(mine({ type: "started", seat: 0 })).toBe("Zaczynasz.");
    expect(hers({ type: "declined", seat: 0 })).toBe("Ala mówi „nie, dziękuję” i kładzie żeton na karcie.");
    expect(mine({ type: "taken", seat: 0, card: 11, chips: 1 })).toBe("Bierzesz 11 i 1 żeton.");
    expect(hers({ type: "taken", seat: 0, card: 11, chips: 2 })).toBe("Ala bierze 11 i 2 żetony.");
    expect(hers({ type: "taken", seat: 0, card: 11, chips: 5 })).toBe("Ala bierze 11 i 5 żetonów.");
    expect(hers({ type: "taken", seat: 0, card: 11, chips: 0 })).toBe("Ala bierze 11.");
    expect(hers({ type: "set_aside", cards: [3, 8] })).toBe("Tych kart nie było w stosie: 3 i 8.");
    expect(hers({ type: "scored", seat: 0, points: 22, chips: 1 })).toBe(
      "Ala: karty 23 − 1 żeton = 22 punkty.",
    );
  });

  test.each(["en", "pl"] as const)("of a whole match nothing is left unsaid (%s)", async (language) => {
    await translations.choose(language);
    for (const seen of [...PLAIN, ...TACTICAL]) {
      for (const event of seen.events) {
        const said = eventText(event, seen);
        expect(said).toMatch(/^\p{Lu}.*\.$/u);
        expect(said).not.toMatch(/undefined|say\.|[{}]/);
      }
    }
  });
});

describe("the first-game guide", () => {
  const own = (seen: NoThanksView): boolean => seen.legal.length > 0;
  const adds = (seen: NoThanksView): number =>
    (seen.private?.points_if_taken ?? 0) - (seen.private?.points ?? 0) + seen.public.pot;

  test.each(["en", "pl"] as const)(
    "has a thought for every moment of a match, and none after it (%s)",
    async (language) => {
      await translations.choose(language);
      for (const seen of PLAIN) {
        const thought = guide(seen);
        if (seen.over) expect(thought).toBeNull();
        else expect(thought?.text).toMatch(/^[\p{Lu}\d].*\.$/u);
        expect(thought?.text ?? "").not.toMatch(/undefined|guide\.|[{}]/);
      }
    },
  );

  test("speaks about what matters now", () => {
    const first = when(PLAIN, (seen) => own(seen) && seen.public.seats[1]?.runs.length === 0);
    expect(guide(first)?.topic).toBe("goal");
    expect(guide(when(PLAIN, (seen) => seen.legal.length === 1))?.text).toContain("no choice");
    expect(guide(when(PLAIN, (seen) => own(seen) && seen.public.pile > 2 && adds(seen) < 0))?.topic).toBe(
      "runs",
    );
    const joins = (seen: NoThanksView): boolean => adds(seen) >= 0 && adds(seen) < (seen.public.card ?? 0);
    expect(guide(when(PLAIN, (seen) => own(seen) && seen.public.pile > 2 && joins(seen)))?.topic).toBe(
      "runs",
    );
    const waits = when(PLAIN, (seen) => seen.public.turn === 0);
    expect(guide(waits)).toMatchObject({
      topic: "turn",
      text: expect.stringContaining("Ala decides") as unknown,
    });
  });

  test("is silent for spectators and in replays", () => {
    const seen = when(PLAIN, own);
    expect(guide({ ...seen, seat: null })).toBeNull();
    expect(guide({ ...seen, live: false })).toBeNull();
    expect(guide(last(PLAIN))).toBeNull();
  });
});
