/** What sentences about people need, in every game. */

import { translations } from "../i18n/translations.svelte";
import type { GameView } from "./contract";

/** Who reads: the seat whose eyes it is seen with, and who sits where. */
export type Viewer = Pick<GameView, "seat" | "names">;

/** `who` and `name` for a sentence about a seat. */
export function person(seat: number, { seat: me, names }: Viewer): { who: "you" | "other"; name: string } {
  return { who: seat === me ? "you" : "other", name: names[seat] ?? "" };
}

/** The same for a second person in one sentence. */
export function another(
  seat: number | null,
  viewer: Viewer,
): { whom: "you" | "other" | "nobody"; other: string } {
  if (seat === null) return { whom: "nobody", other: "" };
  const { who, name } = person(seat, viewer);
  return { whom: who, other: name };
}

/** "a, b and c". */
export function listed(items: readonly (string | number)[]): string {
  return new Intl.ListFormat(translations.language, { type: "conjunction" }).format(items.map(String));
}
