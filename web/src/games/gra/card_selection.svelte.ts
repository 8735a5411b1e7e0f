/** One's own cards while they are being turned: nothing is sent before one says so. */

import type { Choose, OwnCard } from "./messages";
import type { GraView } from "./view";

export class CardSelection {
  #seen: () => GraView;
  /** What was turned here, and in which round. */
  #draft = $state<{ round: string; values: readonly number[] } | null>(null);

  constructor(seen: () => GraView) {
    this.#seen = seen;
  }

  get cards(): readonly OwnCard[] {
    return this.#seen().private?.cards ?? [];
  }

  /** They may be turned now. */
  get open(): boolean {
    return this.#seen().legal.some((move) => move.type === "choose");
  }

  get #round(): string {
    const seen = this.#seen();
    return `${seen.match}:${seen.public.round}`;
  }

  get #chosen(): readonly number[] | null {
    return this.#seen().private?.choice ?? null;
  }

  /** What the cards show; null: not known yet, and not ours to say. */
  get values(): readonly number[] | null {
    if (!this.open) return this.#chosen;
    if (this.#draft?.round === this.#round && this.#draft.values.length === this.cards.length) {
      return this.#draft.values;
    }
    return this.#chosen ?? this.cards.map(({ ends }) => ends[0]);
  }

  /** What lies on the table is not, or not yet, what was sent. */
  get changed(): boolean {
    const [chosen, values] = [this.#chosen, this.values];
    return chosen === null || values === null || chosen.some((value, place) => value !== values[place]);
  }

  turn(place: number): void {
    const { values, cards } = this;
    if (!this.open || values === null) return;
    const turned = values.map((value, each) => {
      const ends = cards[each]?.ends ?? [value, value];
      if (each !== place) return value;
      return value === ends[0] ? ends[1] : ends[0];
    });
    this.#draft = { round: this.#round, values: turned };
  }

  /** Back to what was sent. */
  undo(): void {
    this.#draft = null;
  }

  /** The legal move that makes it so. */
  get move(): Choose | undefined {
    const { values } = this;
    if (values === null) return undefined;
    return this.#seen().legal.find(
      (move): move is Choose =>
        move.type === "choose" &&
        move.values.length === values.length &&
        move.values.every((value, place) => value === values[place]),
    );
  }
}

/** Which end is up, so that this value shows. */
export function end(ends: readonly [number, number], showing: number | null | undefined): 0 | 1 | null {
  if (showing === null || showing === undefined) return null;
  return ends[0] === showing ? 0 : 1;
}
