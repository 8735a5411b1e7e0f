/** A match that bots have really played, as one seat saw it, its first two rounds and its end. Written by tools/played.py. */

import played from "./played.json";
import type { RaiseSeen } from "./seen";

export const MOMENTS = played as unknown as readonly RaiseSeen[];

export const LAST = MOMENTS.at(-1) as RaiseSeen;

/** The first moment of which something is true. */
export function when(what: (seen: RaiseSeen) => boolean): RaiseSeen {
  const found = MOMENTS.find(what);
  if (found === undefined) throw new Error("this never happened in the match");
  return found;
}

export const told = (seen: RaiseSeen, type: string): boolean =>
  seen.events.some((event) => event.type === type);

/** The moment before. */
export const before = (seen: RaiseSeen): RaiseSeen => MOMENTS[MOMENTS.indexOf(seen) - 1] as RaiseSeen;

export const mayRaise = (seen: RaiseSeen): boolean => seen.legal.some((move) => move.type === "raise");
export const mustPass = (seen: RaiseSeen): boolean => seen.legal.length === 1 && !mayRaise(seen);
export const mayChoose = (seen: RaiseSeen): boolean => seen.legal.some((move) => move.type === "play");
