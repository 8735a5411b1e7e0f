/** A moment of Gang, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { tableT, translations } from "$lib/i18n/translations.svelte";
import type { Event, Move, Private, Propose, Public, Scan, ShownHand, Take } from "./messages";
import type en from "./locales/table.en.json";

export type GangView = GameView<Public, Private, Move, Event>;
export type Viewer = Pick<GangView, "seat" | "names">;
export type Key = keyof typeof en;
export type Color = NonNullable<Public["colour"]>;

export const t = tableT<Key>("gang");

export const COLORS: readonly Color[] = ["white", "yellow", "orange", "red"];

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

export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(translations.language, { type: "conjunction" }).format(items);
}

/** Names of seats, in the middle of a sentence; one's own is "you". */
export function namesOf(seats: readonly number[], viewer: Viewer): string {
  return listed(seats.map((seat) => t("you_or_name", person(seat, viewer))));
}

export function may<Type extends Move["type"]>(
  seen: Pick<GangView, "legal">,
  type: Type,
): Extract<Move, { type: Type }> | undefined {
  return seen.legal.find((move): move is Extract<Move, { type: Type }> => move.type === type);
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

export function openScan({ scans }: Public): Scan | undefined {
  return scans.find(({ open }) => open);
}

export function chipText(stars: number, round: number): string {
  return t("chip", { stars, colour: COLORS[round - 1] ?? "white" });
}

/** Whether there is a showdown to look at. */
export function isOpen({ phase, showdown }: Public): boolean {
  return showdown.length > 0 && phase !== "chips";
}
