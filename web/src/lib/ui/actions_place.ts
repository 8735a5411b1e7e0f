/** The place of one's buttons belongs to the game; at times the page itself has something to offer there. */

import { getContext, setContext, type Snippet } from "svelte";

const KEY = Symbol("in place of actions");

/** By the page, around a game's table: what lies there instead of the game's actions; null: nothing. */
export function offerInstead(what: () => Snippet | null): void {
  setContext(KEY, what);
}

export function offeredInstead(): () => Snippet | null {
  return getContext<(() => Snippet | null) | undefined>(KEY) ?? (() => null);
}
