/**
 * A card that is wanted, and how it would be paid for: arranged at leisure, and sent as one list of moves.
 * Which payments there are, the view says.
 */

import type { ForcedMove } from "$lib/game/contract";
import { onlyMove } from "$lib/table/forced_moves.svelte";
import { pointsOf } from "./collection_points";
import type { Joker, Move, NumberCard, OwnOffer, Way } from "./messages";
import { kindOf, may, priceOf, sameCard, type DychaView } from "./view";

interface Target {
  card: NumberCard | Joker;
  price: number;
  ways: readonly Way[];
  proposal: readonly Move[];
  /** What must be sent before the payment. */
  first: readonly Move[];
}

interface Spending {
  /** Places in `spendable`. */
  cards: readonly number[];
  fiascos: number;
}

/** A payment that can be made in one way only, or the only move. What everybody has lies open. */
export function forcedMove(seen: DychaView): ForcedMove<Move> | null {
  const { payment } = seen.public;
  if (payment === null || payment.seat !== seen.seat) return payment === null ? only(seen) : null;
  const { ways = [], proposal = [] } = seen.private ?? {};
  return ways.length === 1 && proposal.length > 0 ? { moves: [...proposal], known: true } : only(seen);
}

const only = (seen: DychaView): ForcedMove<Move> | null => onlyMove(seen, true);

export class PaymentDraft {
  #seen: () => DychaView;
  /** What was chosen, and in which moment: with the next one nothing is chosen any more. */
  #when = $state.raw("");
  #wanted = $state.raw<string | null>(null);
  #changed = $state.raw<Spending | null>(null);
  #open = $state(false);

  constructor(seen: () => DychaView) {
    this.#seen = seen;
  }

  readonly #now = $derived.by(() => {
    const { match, seq } = this.#seen();
    return `${match} ${seq}`;
  });
  readonly #fresh = $derived.by(() => this.#when === this.#now);

  /** The offer of the market that is chosen. */
  readonly offer: OwnOffer | null = $derived.by(() => {
    const seen = this.#seen();
    if (!this.#fresh || this.#wanted === null || may(seen, "buy") === undefined) return null;
    return seen.private?.offers.find(({ card }) => kindOf(card) === this.#wanted) ?? null;
  });

  readonly target: Target | null = $derived.by(() => {
    const seen = this.#seen();
    const { payment } = seen.public;
    if (this.offer !== null) {
      const { card, ways, proposal } = this.offer;
      return { card, price: priceOf(seen, card), ways, proposal, first: [{ type: "buy", card }] };
    }
    if (payment === null || payment.seat !== seen.seat || seen.private === null || seen.legal.length === 0)
      return null;
    const { ways, proposal } = seen.private;
    return { card: payment.card, price: payment.price, ways, proposal, first: [] };
  });

  readonly spendable = $derived.by(() => this.#seen().private?.spendable ?? []);
  /** So many fiasco tokens can be of use. */
  readonly mostFiascos = $derived.by(() =>
    Math.max(0, ...(this.target?.ways ?? []).map(({ fiascos }) => fiascos)),
  );

  readonly #proposed: Spending = $derived.by(() => {
    const steps = this.target?.proposal ?? [];
    const cards: number[] = [];
    for (const step of steps) {
      if (step.type !== "spend_card") continue;
      cards.push(
        this.spendable.findIndex((card, place) => sameCard(card, step.card) && !cards.includes(place)),
      );
    }
    return { cards, fiascos: steps.filter(({ type }) => type === "spend_fiasco").length };
  });

  readonly #spending: Spending = $derived.by(() =>
    this.#fresh && this.#changed !== null ? this.#changed : this.#proposed,
  );
  /** Whether the items are shown to be exchanged. */
  readonly open = $derived.by(() => this.#fresh && this.#open && this.target !== null);
  readonly asProposed = $derived.by(
    () =>
      this.#spending.fiascos === this.#proposed.fiascos &&
      this.#spending.cards.toSorted().join() === this.#proposed.cards.toSorted().join(),
  );

  readonly cards: readonly NumberCard[] = $derived.by(() =>
    this.spendable.filter((_, place) => this.#spending.cards.includes(place)),
  );
  readonly fiascos = $derived.by(() => this.#spending.fiascos);

  /** With these cards and fiasco tokens; undefined: it cannot be paid like this. */
  readonly way: Way | undefined = $derived.by(() =>
    this.target?.ways.find(
      ({ cards, fiascos }) => cards === this.cards.length && fiascos === this.#spending.fiascos,
    ),
  );
  /** Something could be added to make it a payment; otherwise it is too much already. */
  readonly lacks = $derived.by(
    () =>
      this.target?.ways.some(
        ({ cards, fiascos }) => cards >= this.cards.length && fiascos >= this.#spending.fiascos,
      ) ?? false,
  );

  /** All of it, to be sent at once. */
  readonly moves: readonly Move[] | undefined = $derived.by(() => {
    if (this.target === null || this.way === undefined) return undefined;
    return [
      ...this.target.first,
      ...this.cards.map((card): Move => ({ type: "spend_card", card })),
      ...Array.from({ length: this.way.fiascos }, (): Move => ({ type: "spend_fiasco" })),
      { type: "settle" },
    ];
  });

  /** What the own collection counts with what is paid for, and without what is paid: null if it cannot be paid so. */
  readonly pointsAfter: number | null = $derived.by(() => {
    const held = this.#seen().public.seats[this.#seen().seat ?? -1];
    if (this.target === null || this.way === undefined || held === undefined) return null;
    const left = [...held.numbers];
    for (const card of this.cards)
      left.splice(
        left.findIndex((each) => sameCard(each, card)),
        1,
      );
    const { card } = this.target;
    return card.kind === "joker"
      ? pointsOf(left, [...held.jokers, card])
      : pointsOf([...left, card], held.jokers);
  });

  isSpent(place: number): boolean {
    return this.#spending.cards.includes(place);
  }

  isWanted(card: NumberCard): boolean {
    return this.offer !== null && sameCard(this.offer.card, card);
  }

  want(card: NumberCard): void {
    const again = this.isWanted(card);
    this.#begin();
    this.#changed = null;
    this.#wanted = again ? null : kindOf(card);
  }

  toggle(place: number): void {
    const { cards, fiascos } = this.#spending;
    const left = cards.filter((each) => each !== place);
    this.#change({ fiascos, cards: left.length < cards.length ? left : [...cards, place] });
  }

  spendFiascos(fiascos: number): void {
    this.#change({ ...this.#spending, fiascos });
  }

  /** Back to what was proposed. */
  propose(): void {
    this.#changed = null;
  }

  show(open: boolean): void {
    this.#begin();
    this.#open = open;
  }

  clear(): void {
    this.#when = "";
  }

  #change(spending: Spending): void {
    this.#begin();
    this.#changed = spending;
  }

  #begin(): void {
    if (this.#fresh) return;
    this.#when = this.#now;
    this.#wanted = null;
    this.#changed = null;
    this.#open = false;
  }
}
