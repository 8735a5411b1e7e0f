import { describe, expect, test } from "vitest";
import { pointsOf } from "./collection_points";
import { MOMENTS, SOLO } from "./fixtures/for_tests";
import type { Joker, NumberCard } from "./messages";

const run = (color: NumberCard["color"], ...numbers: number[]): NumberCard[] =>
  numbers.map((number) => ({ kind: "number", color, number }));
const joker = (color: Joker["color"], number: number | null): Joker => ({ kind: "joker", color, number });

describe("what a collection counts", () => {
  test("is what the server says, for everybody at every moment of two matches", () => {
    let compared = 0;
    for (const { public: shown } of [...MOMENTS, ...SOLO]) {
      const all = [...shown.seats, ...(shown.ten === null ? [] : [shown.ten.holdings])];
      for (const { numbers, jokers, best } of all) {
        expect([numbers, jokers, pointsOf(numbers, jokers)]).toEqual([numbers, jokers, best.points]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  test("is what the server says of every purchase and every bid, paid as proposed", () => {
    let compared = 0;
    for (const { public: shown, private: own, seat } of [...MOMENTS, ...SOLO]) {
      const held = shown.seats[seat ?? -1];
      if (own === null || held === undefined) continue;
      const left = (spent: readonly NumberCard[]): NumberCard[] => {
        const rest = [...held.numbers];
        for (const card of spent)
          rest.splice(
            rest.findIndex(({ color, number }) => color === card.color && number === card.number),
            1,
          );
        return rest;
      };
      for (const { card, proposal, points_paid: points } of own.offers) {
        if (proposal.length === 0) continue;
        const spent = proposal.flatMap((step) => (step.type === "spend_card" ? [step.card] : []));
        expect(pointsOf([...left(spent), card], held.jokers)).toBe(points);
        compared += 1;
      }
      for (const { cards, points } of own.bidding?.payments ?? []) {
        const sold = shown.auction?.joker;
        if (sold === undefined) throw new Error("a bid without a joker");
        expect(pointsOf(left(cards), [...held.jokers, sold])).toBe(points);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(30);
  });

  test("is the longest run of each colour, and one more for a complete one", () => {
    expect(pointsOf([], [])).toBe(0);
    expect(pointsOf([...run("blue", 2, 3, 4, 6, 7), ...run("blue", 3)], [])).toBe(3);
    expect(pointsOf(run("green", 1, 2, 3, 4, 5, 6, 7, 8, 9), [])).toBe(10);
  });

  test("uses every joker once, where it brings the most", () => {
    const gaps = [...run("blue", 1, 2, 3, 5, 6, 7), ...run("pink", 3, 5)];
    expect(pointsOf(gaps, [])).toBe(4);
    expect(pointsOf(gaps, [joker(null, 4)])).toBe(8);
    expect(pointsOf(gaps, [joker(null, 4), joker("pink", null)])).toBe(10);
    expect(pointsOf([], [joker(null, null), joker("pink", null), joker("pink", null), joker(null, 1)])).toBe(
      4,
    );
  });
});
