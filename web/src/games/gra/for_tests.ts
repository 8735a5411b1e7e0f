/** Two matches that bots have really played, as one seat saw them; for tests. Written by tools/played.py. */

import played from "./played.json";
import variants from "./played_variants.json";
import type { Gra } from "./seen";

export const PLAIN = played as unknown as readonly Gra[];
/** Jokers, directions, count first; ends with an extra round. Every other moment. */
export const VARIANTS = variants as unknown as readonly Gra[];

export function last(moments: readonly Gra[]): Gra {
  return moments.at(-1) as Gra;
}

/** The first moment of which something is true. */
export function when(moments: readonly Gra[], what: (seen: Gra) => boolean): Gra {
  const found = moments.find(what);
  if (found === undefined) throw new Error("this never happened in the match");
  return found;
}

/** The moment before. */
export function before(moments: readonly Gra[], seen: Gra): Gra {
  return moments[moments.indexOf(seen) - 1] as Gra;
}

export const isOwnTurn = (seen: Gra): boolean =>
  seen.legal.some((move) => move.type === "bid") && seen.public.bid !== null;
