import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { CATEGORIES, handName } from "./cards";
import { last, PLAIN, PROFESSIONAL, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import { loadLazy } from "./lazy";
import type { Event } from "./messages";
import { eventText } from "./event_text";
import type { GangView } from "./view";
import { outcomeWords } from "./outcome_text";

const NAMES = ["Ala", "Bartek", "Celina"];
const mine = (event: Event): string | null => eventText(event, { seat: 0, names: NAMES });
const hers = (event: Event): string | null => eventText(event, { seat: 2, names: NAMES });
const NOBODY_S = { rank: null, category: null } as const;

/** One of each that bots seldom play. */
const RARE: readonly Event[] = [
  { type: "challenge_left", number: 3 },
  { type: "round_skipped", round: 1, color: "white" },
  { type: "blacked_out", round: 2, color: "yellow" },
  { type: "took", seat: 0, stars: 3, giver: null, put_back: 1, locked: true },
  { type: "took_ready_back", seat: 1 },
  { type: "ran_out_of_moves", seat: 1, of: "chips" },
  { type: "ran_out_of_moves", seat: 0, of: "passing" },
  { type: "ran_out_of_moves", seat: 1, of: "naming" },
  { type: "refused", seat: 1, proposal: 2 },
  ...[1, 2, 4, 5, 7, 10].map((specialist): Event => ({
    type: "proposed",
    seat: 0,
    proposal: 1,
    specialist,
    user: 1,
    other: specialist === 1 ? 2 : null,
    rank: specialist === 4 ? "9" : null,
  })),
  { type: "showed", seat: 0, to: 1, card: null },
  { type: "announced", seat: 1, kind: "faces", number: 2, ...NOBODY_S },
  { type: "announced", seat: 1, kind: "sum", number: 17, ...NOBODY_S },
  { type: "announced", seat: 1, kind: "rank", number: 1, rank: "9", category: null },
  { type: "announced", seat: 1, kind: "category", number: null, rank: null, category: "flush" },
  { type: "took_jack", seat: 0 },
  { type: "took_muscle", seat: 0 },
  { type: "discarded", seat: 0, number: 2, cards: null },
  { type: "discarded", seat: 0, number: 1, cards: ["J*"] },
  { type: "chose", seat: 0, again: false, card: null },
  { type: "chose", seat: 0, again: true, card: null },
  { type: "chose", seat: 0, again: false, card: "Th" },
  { type: "passed", seat: 0, to: 1, card: "Th" },
  { type: "looked", seat: 0 },
  { type: "gathered", number: 6 },
  { type: "asked", target: 0, asks: "rank" },
  { type: "picked", seat: 1, rank: "T", category: null },
  { type: "named", target: 0, rank: "T", category: null },
  { type: "judged", target: 0, rank: "T", category: null, right: false },
];

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
});

describe("what is said", () => {
  test("in English", () => {
    expect(mine({ type: "took", seat: 0, stars: 3, giver: 1, put_back: 1, locked: false })).toBe(
      "You take the chip with 3 stars from Bartek; 1★ goes back to the centre.",
    );
    expect(hers({ type: "took", seat: 0, stars: 1, giver: null, put_back: null, locked: true })).toBe(
      "Ala takes the chip with 1 star. It is locked now.",
    );
    expect(mine({ type: "ran_out_of_moves", seat: 0, of: "chips" })).toBe(
      "You have made forty moves in this round: keep your chip, or take one from the centre and keep that." +
        " Nobody waits for you to be ready.",
    );
    expect(hers({ type: "ran_out_of_moves", seat: 0, of: "naming" })).toBe(
      "Ala has had a say forty times: the others decide now.",
    );
    expect(hers({ type: "showed", seat: 0, to: 1, card: null })).toBe(
      "Ala shows a card to Bartek, in secret.",
    );
    expect(mine({ type: "showed", seat: 1, to: 0, card: "Ks" })).toBe(
      "Bartek shows you in secret: king of spades.",
    );
    expect(
      hers({
        type: "hand_shown",
        seat: 0,
        stars: 2,
        cards: ["Kh", "Td"],
        best: { category: "pair", cards: ["Kh", "Kd", "Td", "9c", "2c"] },
        kickers: [],
        ok: false,
        weaker_than: 1,
      }),
    ).toBe("Ala shows (2★) K♥ 10♦: Pair of kings, weaker than the hand of Bartek!");
  });

  test("in Polish", async () => {
    await translations.choose("pl");
    expect(mine({ type: "took", seat: 0, stars: 3, giver: 1, put_back: null, locked: false })).toBe(
      "Bierzesz żeton z 3 gwiazdkami (dotąd: Bartek).",
    );
    expect(hers({ type: "took", seat: 0, stars: 1, giver: 2, put_back: null, locked: false })).toBe(
      "Ala bierze żeton z 1 gwiazdką (dotąd twój).",
    );
    expect(mine({ type: "announced", seat: 1, kind: "rank", number: 1, rank: "9", category: null })).toBe(
      "Bartek ma na ręce: 1 dziewiątka.",
    );
    expect(hers({ type: "ran_out_of_moves", seat: 0, of: "passing" })).toBe(
      "Ala wybiera kartę czterdziesty raz: tę właśnie podaje.",
    );
    expect(hers({ type: "discarded", seat: 0, number: 2, cards: null })).toBe("Ala odrzuca 2 zakryte karty.");
    expect(
      mine({
        type: "heist_ended",
        heist: 2,
        success: false,
        reasons: ["order"],
        order: [2, 0, 1],
        vaults: 1,
        alarms: 1,
      }),
    ).toBe(
      "Skok 2 się nie udaje: alarm! Skarbce: 1, alarmy: 1. Właściwa kolejność: 1★ Celina, 2★ ty, 3★ Bartek.",
    );
  });

  test.each(["en", "pl"] as const)("nothing is left unsaid, or half said (%s)", async (language) => {
    await translations.choose(language);
    const told = [...PLAIN, ...PROFESSIONAL].flatMap((seen) => seen.events.map((event) => ({ event, seen })));
    const rare = RARE.flatMap((event) => [0, 2].map((seat) => ({ event, seen: { seat, names: NAMES } })));
    for (const { event, seen } of [...told, ...rare]) {
      const said = eventText(event, seen);
      const silent =
        event.type === "completed" || ("card" in event && event.card === null && event.type === "dealt");
      if (silent) expect(said).toBeNull();
      else expect(said).toMatch(/^[\p{Lu}].*[.!]$/u);
      expect(said ?? "").not.toMatch(/undefined|say\.|propose\.|ranks?\.|[{}]/);
    }
  });

  test("of cards that pass secretly among others nothing is said", () => {
    expect(hers({ type: "passed", seat: 0, to: 1, card: null })).toBeNull();
  });
});

describe("hands have names", () => {
  const HANDS = [
    "As Jd 9c 6h 3s",
    "Kd Ks 9c 6h 3s",
    "Ah Qh Qc 7d 7s",
    "Kc 8s 8h 8d 4h",
    "As 5h 4c 3d 2s",
    "Ac Tc 8c 6c 3c",
    "Jh Jd 4c 4h 4s",
    "Ks 5c 5d 5h 5s",
    "9d 8d 7d 6d 5d",
    "Ah Kh Qh Jh Th",
  ].map((cards, kind) => ({ category: CATEGORIES[kind] ?? "pair", cards: cards.split(" ") }));

  test("in English", () => {
    expect(HANDS.map((hand) => handName(hand))).toEqual([
      "High card: ace",
      "Pair of kings",
      "Two pairs: queens and sevens",
      "Three eights",
      "Straight, five high",
      "Flush, ace high",
      "Full house: fours over jacks",
      "Four fives",
      "Straight flush, nine high",
      "Royal flush",
    ]);
  });

  test("in Polish", async () => {
    await translations.choose("pl");
    expect(HANDS.map((hand) => handName(hand))).toEqual([
      "Wysoka karta: as",
      "Para króli",
      "Dwie pary: damy i siódemki",
      "Trójka ósemek",
      "Strit do piątki",
      "Kolor do asa",
      "Full: trójka czwórek, para waletów",
      "Kareta piątek",
      "Poker do dziewiątki",
      "Poker królewski",
    ]);
  });
});

describe("kickers are named where they decide", () => {
  const pair = { category: "pair" as const, cards: ["8s", "8h", "Ad", "Kc", "3s"] };
  const flush = { category: "flush" as const, cards: ["Ac", "Tc", "8c", "6c", "3c"] };

  test("in English", () => {
    expect(handName(pair, ["A"])).toBe("Pair of eights, ace kicker");
    expect(handName(pair, ["A", "K"])).toBe("Pair of eights, kickers ace, king");
    expect(handName(flush, ["T"])).toBe("Flush, ace high, then ten");
  });

  test("in Polish", async () => {
    await translations.choose("pl");
    expect(handName(pair, ["A"])).toBe("Para ósemek, kicker: as");
    expect(handName(pair, ["A", "K"])).toBe("Para ósemek, kickery: as, król");
    expect(handName(flush, ["T"])).toBe("Kolor do asa, dalej: dziesiątka");
  });

  test("in the log too, with whom a hand is weaker than", () => {
    const event = { type: "hand_shown", seat: 1, stars: 3, cards: ["8s", "Kc"], best: pair } as const;
    const ok = { ...event, cards: [...event.cards], kickers: ["A", "K"] as ("A" | "K")[] };
    expect(hers({ ...ok, ok: false, weaker_than: 0 })).toBe(
      "Bartek shows (3★) 8♠ K♣: Pair of eights, kickers ace, king, weaker than the hand of Ala!",
    );
    expect(hers({ ...ok, ok: true, weaker_than: null })).toBe(
      "Bartek shows (3★) 8♠ K♣: Pair of eights, kickers ace, king.",
    );
  });
});

describe("the first-game guide", () => {
  test.each(["en", "pl"] as const)(
    "has a thought for every moment of a match, and none after it (%s)",
    async (language) => {
      await translations.choose(language);
      for (const seen of [...PLAIN, ...PROFESSIONAL]) {
        const thought = guide(seen);
        if (seen.over) expect(thought).toBeNull();
        else expect(thought?.text).toMatch(/^[\p{Lu}].*[.?]$/u);
        expect(thought?.text ?? "").not.toMatch(/undefined|guide\.|[{}]/);
      }
    },
  );

  test("speaks about what matters now", () => {
    const topic = (what: (seen: GangView) => boolean): string | undefined =>
      guide(when(PROFESSIONAL, what))?.topic;
    expect(topic((seen) => seen.public.phase === "chips")).toBe("chips");
    expect(topic((seen) => seen.legal[0]?.type === "ready")).toBe("ready");
    expect(topic((seen) => seen.public.phase === "guessing_category")).toBe("scans");
    expect(topic((seen) => seen.public.phase === "result")).toBe("showdown");
    expect(topic((seen) => seen.legal[0]?.type === "agree")).toBe("propose");
    expect(topic((seen) => seen.legal[0]?.type === "choose")).toBe("specialists");
    const target = when(PROFESSIONAL, (seen) => seen.public.phase === "guessing_category");
    expect(guide({ ...target, seat: target.public.target })?.text).toContain("You may not help them");
  });

  test("is silent for spectators and in replays", () => {
    expect(guide({ ...(PLAIN[0] as GangView), seat: null })).toBeNull();
    expect(guide({ ...(PLAIN[0] as GangView), live: false })).toBeNull();
  });
});

describe("the outcome of a heist", () => {
  test("is told with its reasons", () => {
    for (const moments of [PLAIN, PROFESSIONAL]) {
      for (const seen of moments) {
        const outcome = outcomeWords(seen);
        expect(outcome === null).toBe(seen.public.result === null);
        if (outcome !== null) expect(outcome.reasons.length).toBeGreaterThan(0);
      }
    }
    const [best, other] = [
      { category: "pair" as const, cards: ["3d", "3h", "Jh", "Td", "7h"] },
      { category: "pair" as const, cards: ["3s", "3h", "Kc", "Jh", "7h"] },
    ];
    const hand = { stars: 1, cards: [], muscle: false, ok: true, weaker_than: null, right: [] };
    const equal = {
      ...last(PLAIN).public,
      result: { success: false, reasons: ["order" as const], order: [1, 2, 0] },
      scans: [],
    };
    const showdown = [
      { ...hand, seat: 0, best: other, kickers: ["K" as const] },
      { ...hand, seat: 1, best, kickers: ["J" as const], ok: true },
      { ...hand, seat: 2, best, kickers: ["J" as const], ok: false, weaker_than: 0 },
    ];
    expect(
      outcomeWords({ ...last(PLAIN), seat: 1, public: { ...equal, showdown } })?.reasons.slice(0, 2),
    ).toEqual([
      "Celina’s hand (Pair of threes, jack kicker) is weaker than Ala’s before it (Pair of threes, king kicker).",
      "The right order: 1★ you, 2★ Celina, 3★ Ala.",
    ]);
    const seen = last(PROFESSIONAL);
    const wrong = { ...seen.public.scans[0], right: false } as GangView["public"]["scans"][number];
    const failed = {
      ...seen.public,
      scans: [wrong],
      result: { success: false, reasons: ["category" as const], order: [0, 1, 2] },
    };
    expect(outcomeWords({ ...seen, public: failed })?.reasons.join(" ")).toMatch(
      /was named, but .* something else/,
    );
  });
});
