/**
 * What the table shows. Moments come as fast as the server sends them and are shown one after the other, each long enough to
 * be seen. What is shown is always a true moment of the match, or a part of one that shows its things one by one; moves are
 * offered only for the newest. What is told of a moment is told when it is seen.
 */

import type { GameView, RevealStep } from "../game/contract";
import { StagedReveal, type StepTimer } from "./staged_reveal.svelte";

export interface Timing extends StepTimer {
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
/** What is looked at for so long is meant to be seen, however many wait. */
const LONG = 1_500;
/** What came step by step lies there for so long at least, or as long as the game wants the moment looked at. */
const AFTERWARDS = 1_000;

/** However fast bots are, what comes step by step is to be followed. */
const FASTEST_STEPS = 2;

export interface PlaybackRules {
  hold?: ((seen: GameView) => number) | undefined;
  steps?: ((seen: GameView, before: GameView | null) => readonly RevealStep[]) | undefined;
  /** Events `from` … `to` of this moment have been seen. */
  tell?: ((moment: GameView, from: number, to: number) => void) | undefined;
  /** How much faster than usual. */
  speed?: (() => number) | undefined;
  /** Whoever skips wants the newest at once. */
  skips?: (() => boolean) | undefined;
}

export class PlaybackQueue {
  shown = $state.raw<GameView | null>(null);
  /** The moment before the one that is shown, for movement. */
  before: GameView | null = null;
  waiting = $state(0);
  /** The moment that is shown, step by step. */
  readonly reveal: StagedReveal;
  #queue: GameView[] = [];
  #timer: number | null = null;
  #rules: PlaybackRules;
  #timing: Timing;

  constructor(rules: PlaybackRules = {}, timing: Timing = BROWSER) {
    this.#rules = rules;
    this.#timing = timing;
    this.reveal = new StagedReveal(
      timing,
      (seen) => (this.shown = seen),
      (moment, from, to) => rules.tell?.(moment, from, to),
    );
  }

  get caughtUp(): boolean {
    return this.waiting === 0;
  }

  /** Everything anew: a first snapshot, or another match. */
  reset(seen: GameView | null): void {
    this.#stop();
    this.reveal.stop();
    this.#queue = [];
    this.waiting = 0;
    this.before = null;
    this.shown = seen;
  }

  push(seen: GameView): void {
    this.#queue.push(seen);
    this.waiting = this.#queue.length;
    if (this.#timing.atOnce() || this.#rules.skips?.() === true) this.skip();
    else if (this.#timer === null && this.reveal.done) this.#next();
  }

  /** Who has gone on, and who sits where: that changes without a move. Whoever has gone on has seen enough. */
  amend(change: Partial<Pick<GameView, "pause" | "names">>, seq: number): void {
    this.#queue = this.#queue.map((seen) => (seen.seq === seq ? { ...seen, ...change } : seen));
    if (this.shown?.seq !== seq) return;
    this.shown = { ...this.shown, ...change };
    this.reveal.amend(change);
    const { seat } = this.shown;
    if (seat !== null && change.pause?.gone_on.includes(seat) === true) this.reveal.finish();
  }

  /** What is shown has been seen: what comes next is shown as soon as it is there. */
  enough(): void {
    this.reveal.finish();
    this.#stop();
    if (this.#queue.length > 0) this.#next();
  }

  /** A tap: what is shown step by step comes faster; else the newest, or the next that comes step by step. */
  hurry(): void {
    if (!this.reveal.done) this.reveal.hurry();
    else this.#leap((seen, before) => this.#stepsOf(seen, before).length > 1);
  }

  /** Show the newest now, all of it. */
  skip(): void {
    this.reveal.finish();
    if (this.#queue.length === 0) return;
    this.#leap(() => false);
    this.reveal.finish();
    this.#stop();
  }

  /** Past what waits, to the newest, or to the first at which one must stop. */
  #leap(stopsAt: (seen: GameView, before: GameView | null) => boolean): void {
    if (this.#queue.length === 0) return;
    this.#stop();
    let last = this.shown;
    while (this.#queue.length > 1) {
      const next = this.#queue[0];
      if (next === undefined || stopsAt(next, last)) break;
      this.#queue.shift();
      this.#rules.tell?.(next, 0, next.events.length);
      last = next;
    }
    this.#next();
  }

  #next(): void {
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.waiting = this.#queue.length;
    this.before = this.shown;
    const speed = this.#rules.speed?.() ?? 1;
    const steps = this.#stepsOf(next, this.before);
    const { seat } = next;
    this.reveal.begin(next, steps, () => this.#lookAt(next, steps, speed), Math.min(speed, FASTEST_STEPS));
    if (seat !== null && next.pause?.gone_on.includes(seat) === true) this.reveal.finish();
  }

  #stepsOf(seen: GameView, before: GameView | null): readonly RevealStep[] {
    return this.#rules.steps?.(seen, before?.match === seen.match ? before : null) ?? [];
  }

  /** All of it is shown. */
  #lookAt(seen: GameView, steps: readonly RevealStep[], speed: number): void {
    const whole = this.#rules.hold?.(seen) ?? USUAL;
    const passed = steps.reduce((sum, { after }) => sum + after, 0);
    const hold = (passed === 0 ? whole : Math.max(whole - passed, Math.min(whole, AFTERWARDS))) / speed;
    const crowd = whole >= LONG ? 1 : Math.max(1, this.#queue.length - CROWD + 1);
    this.#timer = this.#timing.later(() => {
      this.#timer = null;
      if (this.#queue.length > 0) this.#next();
    }, hold / crowd);
  }

  #stop(): void {
    if (this.#timer !== null) this.#timing.forget(this.#timer);
    this.#timer = null;
  }
}
