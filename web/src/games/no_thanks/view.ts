/** A moment of No Thanks!, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { number, tableT } from "$lib/i18n/translations.svelte";
import type { Event, Move, Private, Public } from "./messages";
import type en from "./locales/table.en.json";
export { may } from "$lib/game/legal_move";
export { person, listed, type Viewer } from "$lib/game/view_text";

export type NoThanksView = GameView<Public, Private, Move, Event>;

export const t = tableT<keyof typeof en>("no_thanks");

/** Words for a number of points, which may be below zero: the number as it is written, and how much it is. */
export function counted(points: number): { points: string; count: number } {
  return { points: number(points), count: Math.abs(points) };
}

/** Chips as far as these eyes may see them; null: in a fist. */
export function chipsOf(seen: NoThanksView, seat: number): number | null {
  return (seat === seen.seat ? seen.private?.chips : undefined) ?? seen.public.seats[seat]?.chips ?? null;
}
