/** A moment of No Thanks!, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { number, tableT, translations } from "$lib/i18n/translations.svelte";
import type { Event, Move, Private, Public } from "./messages";
import type en from "./locales/table.en.json";

export type NoThanksView = GameView<Public, Private, Move, Event>;

export const t = tableT<keyof typeof en>("no_thanks");

/** `who` and `name` for a sentence about a seat. */
export function person(
  seat: number,
  { seat: me, names }: Pick<NoThanksView, "seat" | "names">,
): { who: "you" | "other"; name: string } {
  return { who: seat === me ? "you" : "other", name: names[seat] ?? "" };
}

/** Words for a number of points, which may be below zero: the number as it is written, and how much it is. */
export function counted(points: number): { points: string; count: number } {
  return { points: number(points), count: Math.abs(points) };
}

export function listed(items: readonly (string | number)[]): string {
  return new Intl.ListFormat(translations.language, { type: "conjunction" }).format(items.map(String));
}

export function may(seen: NoThanksView, type: Move["type"]): Move | undefined {
  return seen.legal.find((move) => move.type === type);
}

/** Chips as far as these eyes may see them; null: in a fist. */
export function chipsOf(seen: NoThanksView, seat: number): number | null {
  return (seat === seen.seat ? seen.private?.chips : undefined) ?? seen.public.seats[seat]?.chips ?? null;
}
