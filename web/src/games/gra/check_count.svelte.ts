/** Counting the cards of a check, one after the other, for those who look. */

import { prefersCalm } from "$lib/preferences.svelte";
import type { CheckView } from "./messages";

/** First all hands are looked at. */
const OPENING = 1_100;
const SLOWEST = 620;
const QUICKEST = 160;
/** However many there are, counting them takes about so long. */
const IN_ALL = 4_500;
/** Then, who lost and what that means. */
const VERDICT = 1_800;
const CALM = 2_500;

function pace(found: number): number {
  return Math.max(QUICKEST, Math.min(SLOWEST, IN_ALL / Math.max(1, found)));
}

/** How long a check is looked at, in milliseconds. */
export function lookAt({ found }: Pick<CheckView, "found">): number {
  return prefersCalm() ? CALM : OPENING + found * pace(found) + VERDICT;
}

/** The cards that count, by seat, numbered as they are counted; null: does not count. */
export function numbered(check: Pick<CheckView, "hands">): ReadonlyMap<number, readonly (number | null)[]> {
  let number = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is never changed
  return new Map(
    check.hands.map(({ seat, cards }) => [seat, cards.map(({ counts }) => (counts ? ++number : null))]),
  );
}

export class CheckCount {
  /** So many have been counted. */
  counted = $state(0);
  /** All of them, and the verdict may be read. */
  done = $state(true);

  /** Count up to `found`, or have it counted. Gives back how to stop. */
  begin(found: number, atOnce: boolean): () => void {
    if (atOnce || prefersCalm()) {
      this.finish(found);
      return () => {};
    }
    this.counted = 0;
    this.done = false;
    let timer = setTimeout(next.bind(this), OPENING);
    function next(this: CheckCount): void {
      if (this.done) return;
      if (this.counted < found) {
        this.counted++;
        timer = setTimeout(next.bind(this), pace(found));
      } else {
        this.done = true;
      }
    }
    return () => clearTimeout(timer);
  }

  /** No need to count any further: this is what it comes to. */
  finish(found: number): void {
    this.counted = found;
    this.done = true;
  }
}
