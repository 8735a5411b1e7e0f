/** Who may not talk, and who may not even react: a game may ask for silence of all, or of one whose hand is guessed. */

import type { UpdateFrame } from "$protocol";
import type { TableStore } from "./table_store.svelte";

export type Silence = Pick<UpdateFrame, "may_not_talk" | "may_not_react">;

/** `quiet`: I may not talk now; `muted`: nor react. */
export function silenced(store: Pick<TableStore, "silence" | "table" | "you">): "no" | "quiet" | "muted" {
  const { seat } = store.you;
  if (seat === null || store.table?.status !== "playing") return "no";
  if (store.silence.may_not_react.includes(seat)) return "muted";
  return store.silence.may_not_talk.includes(seat) ? "quiet" : "no";
}
