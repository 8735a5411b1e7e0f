/** Counting the cards of a check, one after the other. */

import type { RevealStep } from "$lib/game/contract";
import type { CheckView } from "./messages";
import { openCheck, type GraView } from "./view";

/** First all hands are looked at. */
const OPENING = 1_100;
const SLOWEST = 620;
const QUICKEST = 160;
/** However many there are, counting them takes about so long. */
const IN_ALL = 4_500;
/** Then, who lost and what that means. */
const VERDICT = 1_800;

function pace(found: number): number {
  return Math.max(QUICKEST, Math.min(SLOWEST, IN_ALL / Math.max(1, found)));
}

/** How long a check is looked at, in milliseconds. */
export function lookAt({ found }: Pick<CheckView, "found">): number {
  return OPENING + found * pace(found) + VERDICT;
}

/** All hands lie open; then each card that counts is counted; then one sees who has lost. */
export function checkSteps(seen: GraView): RevealStep<GraView>[] {
  const check = openCheck(seen.public);
  if (check === null || !seen.events.some(({ type }) => type === "counted")) return [];
  const { found } = check;
  return [
    ...Array.from({ length: found + 1 }, (_, counted) => ({
      after: counted === 0 ? 0 : counted === 1 ? OPENING : pace(found),
      told: toldWith(seen, counted),
    })),
    { after: found === 0 ? OPENING : pace(found), told: seen.events.length },
  ];
}

/** With so many counted, a hand can be told if all of its cards that count are among them. */
function toldWith({ events }: GraView, counted: number): number {
  const first = events.findIndex(({ type }) => type === "shown" || type === "counted");
  const later = events.findIndex(
    (event, index) => index >= first && (event.type !== "shown" || event.found > counted),
  );
  return later;
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
  #found: () => number;
  #step: () => number | undefined;

  /** `step`: of the moment that is shown; undefined: all of it is. */
  constructor(found: () => number, step: () => number | undefined) {
    this.#found = found;
    this.#step = step;
  }

  /** So many have been counted. */
  get counted(): number {
    return Math.min(this.#step() ?? Infinity, this.#found());
  }

  /** All of them, and the verdict may be read. */
  get done(): boolean {
    return (this.#step() ?? Infinity) > this.#found();
  }
}
