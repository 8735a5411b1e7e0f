/**
 * Moves that are made by themselves, because there is only one. Whether a hand left a choice must not be told by time: unless
 * everybody knows it, the move is made after a pause like those that this player took before moves they had chosen, and
 * which everybody has seen.
 */

import type { ForcedMove, GameView, TableGame } from "../game/contract";

/** It can be read what will be done, and taken back into one's own hand. */
const KNOWN = 1_200;
const SHORTEST = 1_500;
const LONGEST = 6_000;
const SLOWEST = 12_000;
/** So many pauses of one's own say how long one thinks. */
const ENOUGH = 3;
const REMEMBERED = 12;

/** What alone can be done, by the game's own judgement or because nothing else is legal. */
export function forcedMove(game: TableGame, seen: GameView): ForcedMove | null {
  if (seen.seat === null || seen.over || seen.pause !== null || !seen.awaited.includes(seen.seat))
    return null;
  if (game.forcedMove !== undefined) return game.forcedMove(seen);
  return onlyMove(seen, false);
}

/** The one legal move, if there is one only. */
export function onlyMove<Move>(
  { legal }: { legal: readonly Move[] },
  known: boolean,
): ForcedMove<Move> | null {
  return legal.length === 1 ? { moves: [...legal], known } : null;
}

export class ThinkingTimes {
  #taken: number[] = [];
  #random: () => number;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** A move was chosen after so long. */
  note(milliseconds: number): void {
    this.#taken = [...this.#taken, milliseconds].slice(-REMEMBERED);
  }

  /** How long a forced move waits. `watched`: somebody could learn from it. */
  pause({ known }: Pick<ForcedMove, "known">, watched: boolean): number {
    if (known || !watched) return KNOWN;
    const drawn =
      this.#taken.length < ENOUGH
        ? SHORTEST + this.#random() * (LONGEST - SHORTEST)
        : (this.#taken[Math.floor(this.#random() * this.#taken.length)] ?? LONGEST);
    return Math.min(SLOWEST, Math.max(SHORTEST, drawn));
  }
}
