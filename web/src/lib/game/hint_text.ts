/** A hint in words: what to do and, where there is one, the number behind it. */

import type { Hint } from "$protocol";
import type { GameView, TableGame } from "./contract";

export interface HintText {
  move: string;
  /** Empty: there is no number, or nobody here knows what it means. */
  because: string;
}

export function hintText(game: TableGame, { move, reason }: Hint, seen: GameView): HintText {
  return {
    move: game.hintText(move, seen),
    because: (reason === null ? null : game.reasonText(reason, move, seen)) ?? "",
  };
}

/** A chance in whole per cent. What is only nearly certain is never called certain. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= 1) return chance <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}
