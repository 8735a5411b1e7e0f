/** Two matches that bots have really played, as one seat saw them; for tests. Written by tools/played.py. */

import type { Move } from "./messages";
import played from "./played.json";
import professional from "./played_professional.json";
import type { Gang } from "./seen";

/** The first heist, the beginning of the second, and the end. */
export const PLAIN = played as unknown as readonly Gang[];
/** With the Fingerprint scan; in the second heist the Informant helps, and it is one's own card that is shown. */
export const PROFESSIONAL = professional as unknown as readonly Gang[];

export function last(moments: readonly Gang[]): Gang {
  return moments.at(-1) as Gang;
}

/** The first moment of which something is true. */
export function when(moments: readonly Gang[], what: (seen: Gang) => boolean): Gang {
  const found = moments.find(what);
  if (found === undefined) throw new Error("this never happened in the match");
  return found;
}

/** The moment before. */
export function before(moments: readonly Gang[], seen: Gang): Gang {
  return moments[moments.indexOf(seen) - 1] as Gang;
}

export const may = (seen: Gang, type: Move["type"]): boolean => seen.legal.some((move) => move.type === type);

/** The same moment, but for some things that all can see. */
export function but(seen: Gang, change: Partial<Gang["public"]>): Gang {
  return { ...seen, public: { ...seen.public, ...change } };
}
