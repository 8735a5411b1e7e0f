/** Something that is asked of the server: its answer, or why there is none. */

import { Refused } from "../api";

export class Asked<T> {
  value = $state.raw<T | null>(null);
  trouble = $state.raw<Refused | null>(null);
  asking = $state(false);
  #ask: () => Promise<T>;
  #turn = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.again();
  }

  /** The last answer stays until there is a new one. */
  async again(): Promise<void> {
    const turn = ++this.#turn;
    this.asking = true;
    this.trouble = null;
    try {
      const value = await this.#ask();
      if (turn === this.#turn) this.value = value;
    } catch (error) {
      const trouble = error instanceof Refused ? error : new Refused("unavailable", String(error));
      if (turn === this.#turn) this.trouble = trouble;
    } finally {
      if (turn === this.#turn) this.asking = false;
    }
  }
}
