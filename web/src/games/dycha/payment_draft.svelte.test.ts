import { describe, expect, test } from "vitest";
import { pays, shops, when } from "./fixtures/for_tests";
import type { Move } from "./messages";
import { PaymentDraft } from "./payment_draft.svelte";
import { sameCard, type DychaView } from "./view";

class Shown {
  seen = $state.raw(when(shops));
}

function arranged(seen: DychaView): PaymentDraft {
  return new PaymentDraft(() => seen);
}

/** An offer with many ways to pay for it. */
function dear(seen: DychaView) {
  const found = seen.private?.offers.find(({ ways }) => ways.length > 5);
  if (found === undefined) throw new Error("nothing to buy");
  return found;
}

const steps = (moves: readonly Move[] | undefined, type: string): number =>
  moves?.filter((move) => move.type === type).length ?? 0;

describe("a payment", () => {
  test("is proposed by the server, and sent as it was proposed", () => {
    const seen = when(pays);
    const draft = arranged(seen);
    expect(draft.moves).toEqual(seen.private?.proposal);
    expect(draft.asProposed).toBe(true);
    expect(seen.legal).toContainEqual(draft.moves?.[0]);
  });

  test("for a card of the market goes out in one list with the purchase", () => {
    const seen = when(shops);
    const draft = arranged(seen);
    expect(draft.moves).toBeUndefined();
    const { card, proposal } = dear(seen);
    draft.want(card);
    expect(draft.moves).toEqual([{ type: "buy", card }, ...proposal]);
    expect(seen.legal).toContainEqual({ type: "buy", card });
    draft.want(card);
    expect([draft.offer, draft.moves]).toEqual([null, undefined]);
  });

  test("says what is counted after it, as it is arranged", () => {
    const seen = when(shops);
    const draft = arranged(seen);
    expect(draft.pointsAfter).toBeNull();
    const found = seen.private?.offers.filter(({ proposal }) => proposal.length > 0) ?? [];
    for (const { card, points_paid: points } of found) {
      draft.want(card);
      expect(draft.pointsAfter).toBe(points);
    }
    const { card, points } = dear(seen);
    draft.want(card);
    const counted = draft.spendable.map((_, place) => {
      const before = draft.pointsAfter;
      draft.toggle(place);
      const after = draft.pointsAfter;
      draft.toggle(place);
      expect(draft.pointsAfter).toBe(before);
      return after;
    });
    const paid = counted.filter((each) => each !== null);
    expect(paid.length).toBeGreaterThan(0);
    for (const each of paid) expect(each).toBeLessThanOrEqual(points);
  });

  test("can be made in exactly the ways that the view lists, whichever cards are spent", () => {
    const seen = when(shops);
    const draft = arranged(seen);
    const { card, ways } = dear(seen);
    const { spendable } = draft;
    for (let fiascos = 0; fiascos <= 4; fiascos++) {
      for (let count = 0; count <= spendable.length; count++) {
        draft.clear();
        draft.want(card);
        for (const place of spendable.keys()) if (draft.isSpent(place)) draft.toggle(place);
        // from the end, so that they are picked out of order
        for (let place = spendable.length - 1; place >= spendable.length - count; place--)
          draft.toggle(place);
        draft.spendFiascos(fiascos);
        const way = ways.find((each) => each.cards === count && each.fiascos === fiascos);
        expect([count, fiascos, draft.moves !== undefined]).toEqual([count, fiascos, way !== undefined]);
        if (way === undefined) continue;
        expect(steps(draft.moves, "spend_card")).toBe(count);
        expect(steps(draft.moves, "spend_fiasco")).toBe(fiascos);
        expect(draft.moves?.at(-1)).toEqual({ type: "settle" });
      }
    }
  });

  test("spells the cards in the order in which they must be spent", () => {
    const seen = when(shops);
    const draft = arranged(seen);
    draft.want(dear(seen).card);
    for (const place of [...draft.spendable.keys()].reverse()) if (!draft.isSpent(place)) draft.toggle(place);
    expect(draft.cards).toEqual(seen.private?.spendable);
  });

  test("spends equal cards one by one", () => {
    const seen = when(shops);
    const [one] = seen.private?.spendable ?? [];
    if (seen.private === null || one === undefined) throw new Error("nothing to spend");
    const twice = { ...seen, private: { ...seen.private, spendable: [one, one] } };
    const draft = arranged(twice);
    const offer = dear(seen);
    offer.ways.push({ cards: 2, fiascos: 0, tokens: 0, lost: 0 });
    draft.want(offer.card);
    for (const place of [0, 1]) if (!draft.isSpent(place)) draft.toggle(place);
    expect(draft.cards.every((card) => sameCard(card, one))).toBe(true);
    expect(draft.cards).toHaveLength(2);
    offer.ways.pop();
  });

  test("says whether something lacks or is too much", () => {
    const seen = when(shops);
    const draft = arranged(seen);
    draft.want(dear(seen).card);
    for (const place of draft.spendable.keys()) if (!draft.isSpent(place)) draft.toggle(place);
    draft.spendFiascos(9);
    expect([draft.way, draft.lacks]).toEqual([undefined, false]);
    draft.propose();
    expect(draft.asProposed).toBe(true);
  });

  test("is forgotten with the next moment", () => {
    const shown = new Shown();
    const draft = new PaymentDraft(() => shown.seen);
    draft.want(dear(shown.seen).card);
    draft.show(true);
    expect([draft.offer !== null, draft.open]).toEqual([true, true]);
    shown.seen = { ...shown.seen, seq: shown.seen.seq + 1 };
    expect([draft.offer, draft.open]).toEqual([null, false]);
  });
});
