/** Who this browser is. A name is asked for once; the server keeps the rest behind a signed cookie. */

import { api, Refused } from "./api";
import { StoredValue } from "./preferences.svelte";

/** The name is ours, not theirs: they will be asked when they sit down with people. */
const lent = new StoredValue("lent_name", false);

class Guest {
  name = $state<string | null>(null);
  /** The name is asked for now; whoever waits is told when it is there. */
  asking = $state(false);
  #waiting: { accept: (name: string) => void; refuse: (error: Error) => void }[] = [];
  #known: Promise<string | null> | null = null;

  /** Asks the server once; null: a newcomer (asked again next time: another tab may have introduced them). */
  known(): Promise<string | null> {
    this.#known ??= api.me().then(
      (me) => {
        if (me === null) this.#known = null;
        return (this.name = me?.name ?? null);
      },
      (error: unknown) => {
        this.#known = null;
        if (error instanceof Refused && error.code === "unknown_guest") return null;
        throw error;
      },
    );
    return this.#known;
  }

  /** The name, asked for if need be. Fails with `Unnamed` if the person would rather not. */
  async introduced(): Promise<string> {
    const name = await this.#asked();
    if (name !== null && !lent.fresh()) return name;
    this.asking = true;
    return new Promise((accept, refuse) => this.#waiting.push({ accept, refuse }));
  }

  /** For a game with bots nobody is asked: a newcomer is lent a name. */
  async lend(name: string): Promise<void> {
    if ((await this.#asked()) !== null) return;
    this.#become((await api.introduce(name)).name);
    lent.value = true;
  }

  async answer(name: string): Promise<void> {
    const known = (await this.#asked()) !== null; // in another tab, perhaps
    const me = await (known ? api.rename(name) : api.introduce(name));
    this.#become(me.name);
    lent.value = false;
    this.asking = false;
    for (const { accept } of this.#waiting.splice(0)) accept(me.name);
  }

  decline(): void {
    this.asking = false;
    for (const { refuse } of this.#waiting.splice(0)) refuse(new Unnamed());
  }

  async claim(key: string): Promise<string> {
    const me = await api.claim(key);
    this.#become(me.name);
    lent.value = false;
    return me.name;
  }

  async forget(): Promise<void> {
    await api.forget();
    this.name = null;
    this.#known = null;
    lent.value = false;
  }

  /** What the server says now: another tab may have introduced this browser, or made it forget. */
  #asked(): Promise<string | null> {
    this.#known = null;
    return this.known();
  }

  #become(name: string): void {
    this.name = name;
    this.#known = Promise.resolve(name);
  }
}

/** The person closed the question for a name: nothing is wrong, nothing happens. */
export class Unnamed extends Error {}

export const guest = new Guest();
