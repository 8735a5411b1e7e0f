/** Two matches that bots have really played, as one seat saw them; for tests. Written by tools/played.py. */

import played from "./played.json";
import tactical from "./played_tactical.json";
import type { NoThanks } from "./seen";

export const PLAIN = played as unknown as readonly NoThanks[];
export const TACTICAL = tactical as unknown as readonly NoThanks[];

export function last(moments: readonly NoThanks[]): NoThanks {
  return moments.at(-1) as NoThanks;
}

/** The first moment of which something is true. */
export function when(moments: readonly NoThanks[], what: (seen: NoThanks) => boolean): NoThanks {
  const found = moments.find(what);
  if (found === undefined) throw new Error("this never happened in the match");
  return found;
}
