import { describe, expect, test } from "vitest";
import { pays, shops, when } from "./fixtures/for_tests";
import type { Move } from "./messages";
import { Paying } from "./payment_draft.svelte";
import { sameCard, type DychaSeen } from "./view";

class Shown {
  seen = $state.raw(when(shops));
}

function arranged(seen: DychaSeen): Paying {
  return new Paying(() => seen);
}

/** An offer with many ways to pay for it. */
function dear(seen: DychaSeen) {
  const found = seen.private?.offers.find(({ ways }) => ways.length > 5);
  if (found === undefined) throw new Error("nothing to buy");
  return found;
}

const steps = (moves: readonly Move[] | undefined, type: string): number =>
  moves?.filter((move) => move.type === type).length ?? 0;

describe("a payment", () => {
  test("is proposed by the server, and sent as it was proposed", () => {
    const seen = when(pays);
    const paying = arranged(seen);
    expect(paying.moves).toEqual(seen.private?.proposal);
    expect(paying.asProposed).toBe(true);
    expect(seen.legal).toContainEqual(paying.moves?.[0]);
  });

  test("for a card of the market goes out in one list with the purchase", () => {
    const seen = when(shops);
    const paying = arranged(seen);
    expect(paying.moves).toBeUndefined();
    const { card, proposal } = dear(seen);
    paying.want(card);
    expect(paying.moves).toEqual([{ type: "buy", card }, ...proposal]);
    expect(seen.legal).toContainEqual({ type: "buy", card });
    paying.want(card);
    expect([paying.offer, paying.moves]).toEqual([null, undefined]);
  });

  test("can be made in exactly the ways that the view lists, whichever cards are spent", () => {
    const seen = when(shops);
    const paying = arranged(seen);
    const { card, ways } = dear(seen);
    const { spendable } = paying;
    for (let fiascos = 0; fiascos <= 4; fiascos++) {
      for (let count = 0; count <= spendable.length; count++) {
        paying.clear();
        paying.want(card);
        for (const place of spendable.keys()) if (paying.isSpent(place)) paying.toggle(place);
        // from the end, so that they are picked out of order
        for (let place = spendable.length - 1; place >= spendable.length - count; place--)
          paying.toggle(place);
        paying.spendFiascos(fiascos);
        const way = ways.find((each) => each.cards === count && each.fiascos === fiascos);
        expect([count, fiascos, paying.moves !== undefined]).toEqual([count, fiascos, way !== undefined]);
        if (way === undefined) continue;
        expect(steps(paying.moves, "spend_card")).toBe(count);
        expect(steps(paying.moves, "spend_fiasco")).toBe(fiascos);
        expect(paying.moves?.at(-1)).toEqual({ type: "settle" });
      }
    }
  });

  test("spells the cards in the order in which they must be spent", () => {
    const seen = when(shops);
    const paying = arranged(seen);
    paying.want(dear(seen).card);
    for (const place of [...paying.spendable.keys()].reverse())
      if (!paying.isSpent(place)) paying.toggle(place);
    expect(paying.cards).toEqual(seen.private?.spendable);
  });

  test("spends equal cards one by one", () => {
    const seen = when(shops);
    const [one] = seen.private?.spendable ?? [];
    if (seen.private === null || one === undefined) throw new Error("nothing to spend");
    const twice = { ...seen, private: { ...seen.private, spendable: [one, one] } };
    const paying = arranged(twice);
    const offer = dear(seen);
    offer.ways.push({ cards: 2, fiascos: 0, tokens: 0, lost: 0 });
    paying.want(offer.card);
    for (const place of [0, 1]) if (!paying.isSpent(place)) paying.toggle(place);
    expect(paying.cards.every((card) => sameCard(card, one))).toBe(true);
    expect(paying.cards).toHaveLength(2);
    offer.ways.pop();
  });

  test("says whether something lacks or is too much", () => {
    const seen = when(shops);
    const paying = arranged(seen);
    paying.want(dear(seen).card);
    for (const place of paying.spendable.keys()) if (!paying.isSpent(place)) paying.toggle(place);
    paying.spendFiascos(9);
    expect([paying.way, paying.lacks]).toEqual([undefined, false]);
    paying.propose();
    expect(paying.asProposed).toBe(true);
  });

  test("is forgotten with the next moment", () => {
    const shown = new Shown();
    const paying = new Paying(() => shown.seen);
    paying.want(dear(shown.seen).card);
    paying.show(true);
    expect([paying.offer !== null, paying.open]).toEqual([true, true]);
    shown.seen = { ...shown.seen, seq: shown.seen.seq + 1 };
    expect([paying.offer, paying.open]).toEqual([null, false]);
  });
});
