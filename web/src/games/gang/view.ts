/** A moment of Gang, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { tableT } from "$lib/i18n/translations.svelte";
import type { Event, Move, Private, Propose, Public, Scan, ShownHand, Take } from "./messages";
import type en from "./locales/table.en.json";
import { person, listed, type Viewer } from "$lib/game/view_text";
export { may } from "$lib/game/legal_move";
export { person, another, listed, type Viewer } from "$lib/game/view_text";

export type GangView = GameView<Public, Private, Move, Event>;
export type Key = keyof typeof en;
export type Color = NonNullable<Public["color"]>;

export const t = tableT<Key>("gang");

export const COLORS: readonly Color[] = ["white", "yellow", "orange", "red"];

/** Names of seats, in the middle of a sentence; one's own is "you". */
export function namesOf(seats: readonly number[], viewer: Viewer): string {
  return listed(seats.map((seat) => t("you_or_name", person(seat, viewer))));
}

/** From so many moves on, those that are left in a round are counted down. */
const FEW_MOVES = 5;

/** How many moves a player has left, where the end is in sight; null: enough. */
export function lastMoves({ seats }: Pick<Public, "seats">, seat: number): number | null {
  const left = seats[seat]?.moves_left ?? null;
  return left !== null && left <= FEW_MOVES ? left : null;
}

/** Taking this chip from there, if one may. */
export function takeOf(seen: Pick<GangView, "legal">, stars: number, from: number | null): Take | undefined {
  return seen.legal.find(
    (move): move is Take => move.type === "take" && move.stars === stars && move.from === from,
  );
}

export function proposals(seen: Pick<GangView, "legal">): readonly Propose[] {
  return seen.legal.filter((move) => move.type === "propose");
}

/** What lies open of a player's hand. */
export function shownBy({ showdown }: Public, seat: number): ShownHand | undefined {
  return showdown.find((hand) => hand.seat === seat);
}

/** Whether its chip is the right one: against all hands, once they lie open; until then, against those before it. */
export function isRight({ ok, right, stars }: ShownHand, all: boolean): boolean {
  return all && right.length > 0 ? right.includes(stars) : ok;
}

export function openScan({ scans }: Public): Scan | undefined {
  return scans.find(({ open }) => open);
}

export function chipText(stars: number, round: number): string {
  return t("chip", { stars, color: COLORS[round - 1] ?? "white" });
}

/** Whether there is a showdown to look at. */
export function isOpen({ phase, showdown }: Public): boolean {
  return showdown.length > 0 && phase !== "chips";
}
