/** Cards that are picked from the hand, but not sent yet: they can be put back. */

import type { Valued } from "./messages";
import { playOf, raiseOf, sameCard, sum, wants, type RaiseView } from "./view";
import { handKeys } from "./animation";

export interface Held extends Valued {
  key: string;
}

export class CardSelection {
  #seen: () => RaiseView;
  /** What was picked, and in which decision: with the next one nothing is picked any more. */
  #keys = $state.raw<readonly string[]>([]);
  #when = $state.raw("");

  constructor(seen: () => RaiseView) {
    this.#seen = seen;
  }

  readonly hand: readonly Held[] = $derived.by(() => {
    const seen = this.#seen();
    const keys = handKeys(seen);
    return (seen.private?.hand ?? []).map((held, index) => ({ ...held, key: keys[index] ?? `${index}` }));
  });

  readonly wants = $derived.by(() => wants(this.#seen()));

  readonly #now = $derived.by(() => {
    const { round, phase } = this.#seen().public;
    const played = this.#seen().public.seats[this.#seen().seat ?? -1]?.played.length ?? 0;
    return `${this.#seen().match} ${round} ${phase} ${played}`;
  });

  readonly picked: readonly Held[] = $derived.by(() =>
    this.wants === null || this.#when !== this.#now
      ? []
      : this.hand.filter(({ key }) => this.#keys.includes(key)),
  );

  /** The card that lies face down already. */
  readonly chosen: Held | null = $derived.by(() => {
    const chosen = this.#seen().private?.chosen ?? null;
    return (chosen && this.hand.find(({ card }) => sameCard(card, chosen))) ?? null;
  });

  readonly value = $derived.by(() => sum(this.picked.map(({ value }) => value)));

  /** Where the own marker would come to. */
  readonly ghost: number | null = $derived.by(() => {
    const seen = this.#seen();
    if (seen.public.phase === "choosing") return (this.picked[0] ?? this.chosen)?.value ?? null;
    const field = seen.public.seats[seen.seat ?? -1]?.field ?? null;
    return this.picked.length === 0 || field === null ? null : field + this.value;
  });

  readonly move = $derived.by(() => {
    const [first] = this.picked;
    if (first === undefined) return undefined;
    const cards = this.picked.map(({ card }) => card);
    return this.wants === "play" ? playOf(this.#seen(), first.card) : raiseOf(this.#seen(), cards);
  });

  isPicked({ key }: Held): boolean {
    return this.picked.some((held) => held.key === key);
  }

  toggle({ key }: Held): void {
    const now = this.picked.map((held) => held.key);
    this.#when = this.#now;
    if (now.includes(key)) this.#keys = now.filter((each) => each !== key);
    else this.#keys = this.wants === "play" ? [key] : [...now, key];
  }

  clear(): void {
    this.#keys = [];
  }
}
