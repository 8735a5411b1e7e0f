/** A card that one is about to show, pass or discard: nothing is sent before one says so. */

import type { Choose } from "./messages";
import type { GangView } from "./view";

export class CardSelection {
  #seen: () => GangView;
  #wanted = $state<string | null>(null);

  constructor(seen: () => GangView) {
    this.#seen = seen;
  }

  get #choices(): readonly Choose[] {
    return this.#seen().legal.filter((move) => move.type === "choose");
  }

  get open(): boolean {
    return this.#choices.length > 0;
  }

  can(card: string): boolean {
    return this.#choices.some((move) => move.card === card);
  }

  /** What is picked now; a card to pass that was sent stays picked. */
  get card(): string | null {
    const picked = this.#wanted ?? this.#seen().private?.chosen ?? null;
    return picked !== null && this.can(picked) ? picked : null;
  }

  /** The legal move that makes it so; none if it was sent already. */
  get move(): Choose | undefined {
    const { card } = this;
    if (card === this.#seen().private?.chosen) return undefined;
    return this.#choices.find((move) => move.card === card);
  }

  pick(card: string): void {
    if (this.can(card)) this.#wanted = card === this.#wanted ? null : card;
  }

  drop(): void {
    this.#wanted = null;
  }
}
