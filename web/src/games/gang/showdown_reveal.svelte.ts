/** The showdown, one hand after the other, for those who look. */

import { prefersCalm } from "$lib/preferences.svelte";
import type { GangView } from "./view";

const OPENING = 600;
const SLOWEST = 1_500;
const QUICKEST = 900;
/** However many hands there are, showing them takes about so long. */
const IN_ALL = 6_600;
/** Then, what became of the heist. */
const VERDICT = 1_300;

function pace(hands: number): number {
  return Math.max(QUICKEST, Math.min(SLOWEST, IN_ALL / Math.max(1, hands)));
}

/** How long so many hands are looked at, in milliseconds. */
export function lookAt(hands: number): number {
  return prefersCalm() ? VERDICT : OPENING + hands * pace(hands) + VERDICT;
}

export const freshHands = ({ events }: Pick<GangView, "events">): number =>
  events.filter(({ type }) => type === "hand_shown").length;

export class ShowdownReveal {
  /** So many hands are open. */
  open = $state(0);
  /** All of them, and the outcome may be read. */
  done = $state(true);
  /** Which of them somebody wants to see again; null: the newest. */
  wanted = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Hands `from` … `to` are opened one by one. */
  begin(from: number, to: number): void {
    this.finish(to);
    if (from >= to || prefersCalm()) return;
    this.open = from;
    this.done = false;
    const wait = pace(to - from);
    const next = (): void => {
      if (this.open < to) {
        this.open++;
        this.#timer = setTimeout(next, wait);
      } else this.done = true;
    };
    this.#timer = setTimeout(next, OPENING);
  }

  /** No need to wait any longer. */
  finish(hands: number): void {
    this.stop();
    this.open = hands;
    this.done = true;
    this.wanted = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
