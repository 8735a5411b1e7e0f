/** Time that passes on the page: a number that changes four times a second while something is counted down. */

const OFTEN = 250;

export class Countdown {
  now = $state(0);
  #read: () => number;

  constructor(read: () => number) {
    this.#read = read;
    this.now = read();
  }

  /** For an effect: ticks until the effect ends. */
  run(): () => void {
    this.now = this.#read();
    const timer = setInterval(() => (this.now = this.#read()), OFTEN);
    return () => clearInterval(timer);
  }

  /** Whole seconds until a moment; never below zero. */
  left(until: number): number {
    return Math.max(0, Math.ceil((until - this.now) / 1000));
  }
}

/** 75 → 1:15, 7 → 0:07; days and hours for slow games. */
export function clockFace(seconds: number): string {
  const two = (value: number): string => `${value}`.padStart(2, "0");
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3600)}h`;
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
