/** Where in a replay we are, and whether it runs by itself. */

import { StoredValue } from "../preferences.svelte";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export const speed = new StoredValue<number>("speed", 1);

/** A moment that has not come yet is looked for again after so many milliseconds. */
const ON_ITS_WAY = 100;

export interface Clock {
  later(act: () => void, milliseconds: number): number;
  forget(timer: number): void;
}

const BROWSER: Clock = {
  later: (act, milliseconds) => window.setTimeout(act, milliseconds),
  forget: (timer) => window.clearTimeout(timer),
};

export class Playback {
  at = $state(0);
  playing = $state(false);
  /** How often the end has been reached by walking there, not by pointing at it. */
  arrivals = $state(0);
  #count: () => number;
  #hold: (at: number) => number;
  #there: (at: number) => boolean;
  #clock: Clock;
  #timer: number | null = null;

  /** `hold`: how long a moment is looked at, at the usual speed. `there`: whether it can be shown yet. */
  constructor(
    count: () => number,
    hold: (at: number) => number,
    there: (at: number) => boolean = () => true,
    clock: Clock = BROWSER,
  ) {
    this.#count = count;
    this.#hold = hold;
    this.#there = there;
    this.#clock = clock;
  }

  get last(): number {
    return Math.max(0, this.#count() - 1);
  }

  get atEnd(): boolean {
    return this.at >= this.last;
  }

  /** To a moment that was pointed at. */
  jump(to: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.last, to));
  }

  first(): void {
    this.jump(0);
  }

  back(): void {
    this.jump(this.at - 1);
  }

  forward(): void {
    this.pause();
    this.#step();
  }

  toEnd(): void {
    if (this.atEnd) return;
    this.jump(this.last);
    this.arrivals++;
  }

  /** From the end it begins anew. */
  play(): void {
    if (this.playing || this.last === 0) return;
    if (this.atEnd) this.at = 0;
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    if (this.#timer !== null) this.#clock.forget(this.#timer);
    this.#timer = null;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  #step(): void {
    if (this.atEnd) return;
    this.at++;
    if (this.atEnd) this.arrivals++;
  }

  #wait(): void {
    this.#later(this.#hold(this.at) / speed.value);
  }

  #later(milliseconds: number): void {
    this.#timer = this.#clock.later(() => {
      this.#timer = null;
      if (!this.#there(this.at) || !this.#there(this.at + 1)) {
        this.#later(ON_ITS_WAY);
        return;
      }
      this.#step();
      if (this.atEnd) this.pause();
      else this.#wait();
    }, milliseconds);
  }
}
