/** The pace of bots, and with it of what is shown of their moves. */

import type { TableShown } from "$protocol";
import type { TableStore } from "./table_store.svelte";

export type Pace = TableShown["pace"];

export const PACES: readonly Pace[] = ["slow", "normal", "fast", "at_once"];

const SPEED: Readonly<Record<Pace, number>> = { slow: 0.7, normal: 1, fast: 3, at_once: 6 };

/** With more bots each is shown for a shorter time: what one waits for is all of them together. As on the server. */
const FEW_BOTS = 2.5;

/** How much faster than usual the moves at this table are shown. */
export function speedOf({ pace, chairs }: Pick<TableShown, "pace" | "chairs">): number {
  const bots = chairs.filter(({ kind, stand_in: why }) => kind === "bot" || why !== "").length;
  return SPEED[pace] * Math.max(1, bots / FEW_BOTS);
}

/** Nobody but bots plays with whoever sits here. */
export function isAlone({ table, you }: Pick<TableStore, "table" | "you">): boolean {
  const people = table?.chairs.flatMap(({ kind, taken }, seat) => (kind === "person" && taken ? [seat] : []));
  return you.seat !== null && people?.length === 1 && people[0] === you.seat;
}

/** Whoever it concerns sets it: alone with bots oneself, among several people the host. */
export const maySetPace = (store: Pick<TableStore, "table" | "you">): boolean =>
  store.you.host || isAlone(store);
