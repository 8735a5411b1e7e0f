/** A hint in words: what to do and, where there is one, the number behind it. */

import type { Hint } from "$protocol";
import type { Seen, TableGame } from "./contract";

export interface HintWords {
  move: string;
  /** Empty: there is no number, or nobody here knows what it means. */
  because: string;
}

export function hintWords(game: TableGame, { move, reason }: Hint, seen: Seen): HintWords {
  return {
    move: game.hint(move, seen),
    because: (reason === null ? null : game.because(reason, move, seen)) ?? "",
  };
}

/** A chance in whole per cent. What is only nearly certain is never called certain. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= 1) return chance <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}
