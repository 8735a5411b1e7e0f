/** What this browser remembers: small choices, in localStorage where there is one. */

import type { TableShown } from "$protocol";

function read<T>(key: string, usual: T): T {
  try {
    const found = localStorage.getItem(key);
    return found === null ? usual : (JSON.parse(found) as T);
  } catch {
    return usual;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // then it is remembered until the page is closed
  }
}

export class StoredValue<T> {
  #key: string;
  #value: T;

  constructor(key: string, usual: T) {
    this.#key = `stolik.${key}`;
    this.#value = $state(read(this.#key, usual));
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    write(this.#key, value);
  }

  /** As another tab may have left it. */
  fresh(): T {
    this.#value = read(this.#key, this.#value);
    return this.#value;
  }
}

export type Theme = "auto" | "light" | "dark";

export const theme = new StoredValue<Theme>("theme", "auto");
export const sounds = new StoredValue("sounds", false);
export const notifications = new StoredValue("notifications", false);
/** Movement: as the system says, or less of it. */
export const calm = new StoredValue("calm", false);
/** The pace of bots that was last chosen: for the next table. */
export const pace = new StoredValue<TableShown["pace"]>("pace", "normal");
/** Whether what can only be done in one way is done by itself. */
export const forcedByThemselves = new StoredValue("forced", true);
/** Games whose first-game guide has been put away. */
export const guided = new StoredValue<string[]>("guided", []);
/** How far the chat of a table was read: table → number of what was said last. */
export const readChat = new StoredValue<Record<string, number>>("read", {});
/** The entropy this browser gave for its last matches, to be found again in the proof: `{table}.{match}` → text. */
export const givenEntropy = new StoredValue<Record<string, string>>("entropy", {});

export function prefersCalm(): boolean {
  return calm.value || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
