/** Matches that bots have really played, as one seat saw them, moment by moment. Written by tools/played.py. */

import played from "./played.json";
import solo from "./played_solo.json";
import type { DychaSeen } from "./seen";

/** Two players with the Fiasko variant, each seventh moment and the last. */
export const MOMENTS = played as unknown as readonly DychaSeen[];
/** Against TEN: how it began, and its end. */
export const SOLO = solo as unknown as readonly DychaSeen[];

export const LAST = MOMENTS.at(-1) as DychaSeen;
export const SOLO_LAST = SOLO.at(-1) as DychaSeen;

/** The first moment of which something is true. */
export function when(what: (seen: DychaSeen) => boolean): DychaSeen {
  const found = [...MOMENTS, ...SOLO].find(what);
  if (found === undefined) throw new Error("this never happened in the matches");
  return found;
}

export const told = (seen: DychaSeen, type: string): boolean =>
  seen.events.some((event) => event.type === type);

export const mayDo = (seen: DychaSeen, type: string): boolean =>
  seen.legal.some((move) => move.type === type);

/** A payment of one's own that nothing has been spent for, with a choice. */
export const pays = ({ legal, public: { payment }, private: own }: DychaSeen): boolean =>
  legal.length > 0 && payment !== null && payment.open === payment.price && (own?.ways.length ?? 0) > 3;

/** There is a card that can be bought in many ways. */
export const shops = ({ private: own }: DychaSeen): boolean =>
  own?.offers.some(({ ways }) => ways.length > 5) ?? false;
