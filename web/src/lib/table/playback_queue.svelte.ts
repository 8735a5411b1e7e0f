/**
 * What the table shows. Moments come as fast as the server sends them and are shown one after the other, each long enough to
 * be seen. What is shown is always a true moment of the match; moves are offered only for the newest.
 */

import type { GameView } from "../game/contract";

export interface Timing {
  later(act: () => void, milliseconds: number): number;
  forget(timer: number): void;
  /** Nobody looks, or no movement is wanted: show the newest at once. */
  atOnce(): boolean;
}

const BROWSER: Timing = {
  later: (act, milliseconds) => window.setTimeout(act, milliseconds),
  forget: (timer) => window.clearTimeout(timer),
  atOnce: () => document.hidden,
};

const USUAL = 350;
/** With so many waiting, time runs faster. */
const CROWD = 3;

export class PlaybackQueue {
  shown = $state.raw<GameView | null>(null);
  /** The moment before the one that is shown, for movement. */
  before: GameView | null = null;
  waiting = $state(0);
  #queue: GameView[] = [];
  #timer: number | null = null;
  #hold: (seen: GameView) => number;
  #timing: Timing;

  constructor(hold: (seen: GameView) => number = () => USUAL, timing: Timing = BROWSER) {
    this.#hold = hold;
    this.#timing = timing;
  }

  get caughtUp(): boolean {
    return this.waiting === 0;
  }

  /** Everything anew: a first snapshot, or another match. */
  reset(seen: GameView | null): void {
    this.#stop();
    this.#queue = [];
    this.waiting = 0;
    this.before = null;
    this.shown = seen;
  }

  push(seen: GameView): void {
    this.#queue.push(seen);
    this.waiting = this.#queue.length;
    if (this.#timing.atOnce()) this.skip();
    else if (this.#timer === null) this.#next();
  }

  /** Who has gone on, and who sits where: that changes without a move. */
  amend(change: Partial<Pick<GameView, "pause" | "names">>, seq: number): void {
    this.#queue = this.#queue.map((seen) => (seen.seq === seq ? { ...seen, ...change } : seen));
    if (this.shown?.seq === seq) this.shown = { ...this.shown, ...change };
  }

  /** What is shown has been seen: what comes next is shown as soon as it is there. */
  enough(): void {
    this.#stop();
    if (this.#queue.length > 0) this.#next();
  }

  /** Show the newest now. */
  skip(): void {
    const newest = this.#queue.at(-1);
    if (newest === undefined) return;
    this.#stop();
    this.#queue = [];
    this.waiting = 0;
    this.#show(newest);
  }

  #next(): void {
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.waiting = this.#queue.length;
    this.#show(next);
    const crowd = Math.max(1, this.#queue.length - CROWD + 1);
    this.#timer = this.#timing.later(
      () => {
        this.#timer = null;
        if (this.#queue.length > 0) this.#next();
      },
      this.#hold(next) / crowd,
    );
  }

  #show(seen: GameView): void {
    this.before = this.shown;
    this.shown = seen;
  }

  #stop(): void {
    if (this.#timer !== null) this.#timing.forget(this.#timer);
    this.#timer = null;
  }
}
