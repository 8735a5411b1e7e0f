/** A moment of GRA, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { tableT } from "$lib/i18n/translations.svelte";
import type { Bid, CheckView, Event, Move, Private, Public } from "./messages";
import type en from "./locales/table.en.json";
export { may } from "$lib/game/legal_move";
export { person, another, listed, type Viewer } from "$lib/game/view_text";

export type GraView = GameView<Public, Private, Move, Event>;

export const t = tableT<keyof typeof en>("gra");

export const VALUES = [1, 2, 3, 4, 5, 6] as const;

/** "3 fours". */
export function bidText({ count, value }: { count: number; value: number }): string {
  return t("bid.words", { count, value });
}

/** The bids that may be made now: for each value that may be bid its counts, rising. */
export function bidsByValue(legal: readonly Move[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const move of legal) {
    if (move.type !== "bid") continue;
    found.set(move.value, [...(found.get(move.value) ?? []), move.count]);
  }
  for (const counts of found.values()) counts.sort((one, other) => one - other);
  return found;
}

export function theBid(legal: readonly Move[], count: number, value: number): Bid | undefined {
  return legal.find(
    (move): move is Bid => move.type === "bid" && move.count === count && move.value === value,
  );
}

/** The check whose hands lie open on the table now. */
export function openCheck({ phase, last }: Public): CheckView | null {
  return phase === "reveal" || phase === "over" ? last : null;
}

/** A 1 stands for every value, as far as it is known now. */
export function wild(shown: Public): number | undefined {
  return shown.ones === "jokers" ? 1 : undefined;
}

/** The same for a check: where 1s were bid they stand for nothing else. */
export function wildIn({ jokers, value }: Pick<CheckView, "jokers" | "value">): number | undefined {
  return jokers && value !== 1 ? 1 : undefined;
}

/** One more lost round would end the match for this seat, or put it out. */
export function isAtTheEdge(shown: Public, seat: number): boolean {
  const one = shown.seats[seat];
  return (
    one !== undefined &&
    one.status === "playing" &&
    !shown.extra &&
    Math.abs(shown.last_size - one.hand_size) === 1
  );
}

/** Cards that the others hold, of those that count for bids. */
export function cardsOfOthers(seen: GraView): number {
  return seen.public.total - (seen.private?.cards.length ?? 0);
}

/** How much of the bid that stands one shows oneself, and what is missing; empty if there is none. */
export function neededText(seen: GraView): string {
  const { bid } = seen.public;
  const needed = seen.private?.needed ?? null;
  if (bid === null || needed === null) return "";
  const own = seen.private?.counts?.[bid.value - 1] ?? 0;
  return t("own.needed", { bid: bidText(bid), own, needed, cards: cardsOfOthers(seen) });
}
