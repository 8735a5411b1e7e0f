/** Lists of tables. */

import type { Listed } from "$protocol";

/** Milliseconds after which a list is asked for again while somebody looks at it. */
export const EVERY = 15_000;

/** Those where somebody else could sit down. */
export function withFreeChairs(tables: readonly Listed[]): Listed[] {
  return tables.filter((table) => table.status === "open" && table.free > 0);
}

/** Still going on, and those that are over. */
export function byStatus(tables: readonly Listed[]): { running: Listed[]; over: Listed[] } {
  return {
    running: tables.filter((table) => table.status !== "over"),
    over: tables.filter((table) => table.status === "over"),
  };
}
