/** Something that is asked of the server: on its way, there, or refused. What is there stays there while it is asked again. */

import { Refused, type Problem } from "../api";

export class Resource<T> {
  value = $state.raw<T | null>(null);
  problem = $state<Problem | null>(null);
  #ask: () => Promise<T>;
  #turn = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.again();
  }

  get loading(): boolean {
    return this.value === null && this.problem === null;
  }

  async again(): Promise<void> {
    const turn = ++this.#turn;
    if (this.value === null) this.problem = null;
    try {
      const found = await this.#ask();
      if (turn !== this.#turn) return;
      this.value = found;
      this.problem = null;
    } catch (error) {
      if (turn === this.#turn) this.problem = error instanceof Refused ? error.code : "unavailable";
    }
  }
}

/** Do it now and then while the page is looked at, and when somebody comes back to it. For an effect. */
export function whileVisible(act: () => void, every: number): () => void {
  const look = (): void => {
    if (!document.hidden) act();
  };
  const timer = setInterval(look, every);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
