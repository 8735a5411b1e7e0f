/** A moment that shows one thing after the other: a check that is counted, a showdown, cards that are drawn one by one. */

import type { GameView, RevealStep } from "../game/contract";

/** Who has tapped waits for this part of the time. */
const HURRIED = 0.3;

export interface StepTimer {
  later(act: () => void, milliseconds: number): number;
  forget(timer: number): void;
}

interface Staged {
  /** What is to be seen, now or when it is over. */
  moment: GameView;
  steps: readonly RevealStep[];
}

/** The steps of a moment, timed. What of it may be told is told in the same instant in which it is seen. */
export class StagedReveal {
  /** So many steps beyond the first are shown. */
  step = $state(0);
  /** All of it is shown. */
  done = $state(true);
  #staged: Staged | null = null;
  #told = 0;
  #timer: number | null = null;
  #hurried = false;
  #clock: StepTimer;
  #show: (seen: GameView) => void;
  #tell: (moment: GameView, from: number, to: number) => void;
  #after: () => void = () => {};

  constructor(
    clock: StepTimer,
    show: (seen: GameView) => void,
    tell: (moment: GameView, from: number, to: number) => void,
  ) {
    this.#clock = clock;
    this.#show = show;
    this.#tell = tell;
  }

  /** Show a moment; `after` is called once all of it is seen. `speed`: how much faster than usual. */
  begin(moment: GameView, steps: readonly RevealStep[], after: () => void, speed = 1): void {
    this.stop();
    this.#staged = { moment, steps };
    this.#told = 0;
    this.#hurried = false;
    this.#after = after;
    this.step = 0;
    this.done = steps.length <= 1;
    this.#present();
    if (this.done) after();
    else this.#wait(speed);
  }

  /** A tap: the next step now, and the others sooner; a second tap: all of it. */
  hurry(): void {
    if (this.done) return;
    if (this.#hurried) this.finish();
    else {
      this.#hurried = true;
      this.#forgetTimer();
      this.#next(1);
    }
  }

  /** No need to wait any longer: all of it. */
  finish(): void {
    const staged = this.#staged;
    if (staged === null || this.done) return;
    this.#forgetTimer();
    this.step = staged.steps.length - 1;
    this.done = true;
    this.#present();
    this.#after();
  }

  /** Something of the moment has changed while it is shown. */
  amend(change: Partial<GameView>): void {
    if (this.#staged === null) return;
    const { moment, steps } = this.#staged;
    this.#staged = {
      moment: { ...moment, ...change },
      steps: steps.map((step) =>
        step.seen === undefined ? step : { ...step, seen: { ...step.seen, ...change } },
      ),
    };
  }

  /** Nothing of it is shown any more. */
  stop(): void {
    this.#forgetTimer();
    this.#staged = null;
    this.step = 0;
    this.done = true;
  }

  #wait(speed: number): void {
    const next = this.#staged?.steps[this.step + 1];
    if (next === undefined) return;
    const time = (next.after / speed) * (this.#hurried ? HURRIED : 1);
    this.#timer = this.#clock.later(() => {
      this.#timer = null;
      this.#next(speed);
    }, time);
  }

  #next(speed: number): void {
    const last = (this.#staged?.steps.length ?? 1) - 1;
    this.step++;
    this.done = this.step >= last;
    this.#present();
    if (this.done) this.#after();
    else this.#wait(speed);
  }

  #present(): void {
    if (this.#staged === null) return;
    const { moment, steps } = this.#staged;
    const now = this.done ? undefined : steps[this.step];
    this.#show(now?.seen ?? moment);
    const told = now?.told ?? moment.events.length;
    if (told > this.#told) this.#tell(moment, this.#told, told);
    this.#told = Math.max(this.#told, told);
  }

  #forgetTimer(): void {
    if (this.#timer !== null) this.#clock.forget(this.#timer);
    this.#timer = null;
  }
}
