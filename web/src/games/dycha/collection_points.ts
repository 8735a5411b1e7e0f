/** What number cards and jokers count, with the best use of the jokers: for what somebody would have after a payment. */

import type { Joker, NumberCard } from "./messages";
import { COLORS, NUMBERS, type Color } from "./view";

/** Points by which of the shared jokers are used for them: a set of numbers, and 512 for the full one. */
type Uses = Map<number, number>;

const FULL = 512;
const bit = (number: number): number => 1 << (number - 1);

export function pointsOf(numbers: readonly NumberCard[], jokers: readonly Joker[]): number {
  let shared = 0;
  for (const { color, number } of jokers) if (color === null) shared |= number === null ? FULL : bit(number);
  let best: Uses = new Map([[0, 0]]);
  for (const color of COLORS) {
    const own = numbers.reduce((held, card) => held | (card.color === color ? bit(card.number) : 0), 0);
    best = together(best, usesIn(own, jokersOf(jokers, color), shared));
  }
  return Math.max(...best.values());
}

const jokersOf = (jokers: readonly Joker[], wanted: Color): number =>
  jokers.filter(({ color }) => color === wanted).length;

/** What each run of a colour would count, and which of the shared jokers it would take. */
function usesIn(own: number, free: number, shared: number): Uses {
  const uses: Uses = new Map([[0, 0]]);
  for (const first of NUMBERS)
    for (let last = first; last <= NUMBERS.length; last++) {
      const length = last - first + 1;
      const missing = (((1 << length) - 1) << (first - 1)) & ~own;
      for (const used of subsets((missing | FULL) & shared)) {
        const filled = size(used & missing) + free + (used & FULL ? 1 : 0);
        if (size(missing) <= filled) put(uses, used, length === NUMBERS.length ? length + 1 : length);
      }
    }
  return uses;
}

function together(some: Uses, others: Uses): Uses {
  const both: Uses = new Map();
  for (const [used, points] of some)
    for (const [more, added] of others) if ((used & more) === 0) put(both, used | more, points + added);
  return both;
}

function put(uses: Uses, used: number, points: number): void {
  if ((uses.get(used) ?? -1) < points) uses.set(used, points);
}

function* subsets(set: number): Generator<number> {
  for (let part = set; ; part = (part - 1) & set) {
    yield part;
    if (part === 0) return;
  }
}

function size(set: number): number {
  let found = 0;
  for (let left = set; left > 0; left &= left - 1) found++;
  return found;
}
