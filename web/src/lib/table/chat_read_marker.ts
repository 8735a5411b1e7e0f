/** How far the chat of a table was read in this browser. */

import { readChat } from "../preferences.svelte";

const MOST_KEPT = 100;

export function readSoFar(table: string): number | undefined {
  return readChat.fresh()[table];
}

export function keepRead(table: string, number: number): void {
  const others = Object.entries(readChat.fresh()).filter(([key]) => key !== table);
  readChat.value = Object.fromEntries([...others.slice(1 - MOST_KEPT), [table, number]]);
}
