/** How the market is laid out in the place it has: a line for each colour, or one after the other. */

import { fitRows, type Box } from "$lib/ui/row_fit";

export interface Stalls {
  /** Pixels; null: nothing was measured yet. */
  tile: number | null;
  /** Each colour has a line of its own. */
  lined: boolean;
  /** There is no room for all of them. */
  scrolls: boolean;
  /** Too small for tiles: the numbers of each colour on one slip. */
  slips: boolean;
}

const GAP = 6;
/** Inside the box, around the tiles: tabs at their corners stick out. And what was rounded. */
const ACROSS = 11;
const DOWN = 11;
const MOST = 52;
/** What is pressed is no smaller. */
const TOUCH = 44;
/** Of a line for each colour, where they are only looked at. */
const EASE = 30;
/** Smaller tiles cannot be read. */
const LEAST = 24;
const COLORS = 4;
const NUMBERS = 9;

/** `groups`: how many cards of each colour there are. */
export function stallsIn(groups: readonly number[], { width, height }: Box, pressed: boolean): Stalls {
  if (width === 0 || height === 0) return { tile: null, lined: false, scrolls: false, slips: false };
  const box = { width: width - ACROSS, height: height - DOWN };
  // as if all of them lay there: so nothing jumps when one comes
  const inLines = Math.floor(
    Math.min(MOST, (box.width + GAP) / NUMBERS - GAP, (box.height + GAP) / COLORS - GAP),
  );
  if (inLines >= (pressed ? TOUCH : EASE))
    return { tile: inLines, lined: true, scrolls: false, slips: false };
  const all = groups.flatMap((count) => Array.from({ length: count }, () => 1));
  const tile = fitRows(all, box, { gap: GAP, ratio: 1, most: MOST }) ?? TOUCH;
  return {
    tile: pressed ? Math.max(TOUCH, tile) : tile,
    lined: false,
    scrolls: pressed && tile < TOUCH,
    slips: !pressed && tile < LEAST,
  };
}
