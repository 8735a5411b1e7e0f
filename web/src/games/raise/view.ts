/** A moment of RAISE, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { tableT } from "$lib/i18n/translations.svelte";
import type { ShapeName } from "$lib/ui/shapes";
import type { Tone } from "$lib/ui/tones";
import type { Card, Event, Move, Pass, Play, Private, Public, Raise, RoundResult, Valued } from "./messages";
import type en from "./locales/table.en.json";
export { person, listed, type Viewer } from "$lib/game/view_text";

export type RaiseView = GameView<Public, Private, Move, Event>;
export type Symbol = Card["symbol"];

export const t = tableT<keyof typeof en>("raise");

/** Each symbol has a shape and a colour of its own; the shapes bear the symbols' names. */
export const TONE_OF: Readonly<Record<Symbol, Tone>> = {
  diamond: "red",
  gear: "violet",
  cloud: "blue",
  hourglass: "green",
  bell: "gold",
};
export const SYMBOLS = Object.keys(TONE_OF) as (Symbol & ShapeName)[];

export function cardName({ symbol, number }: Card): string {
  return t("card", { symbol, number });
}

/** With all that can be known of it: spoken. */
export function cardInFull({ card, value }: Valued): string {
  return t("card.full", { symbol: card.symbol, number: card.number, points: card.points, value });
}

const kind = ({ symbol, number, points }: Card): string => `${symbol} ${number} ${points}`;

export const sameCard = (one: Card, other: Card): boolean => kind(one) === kind(other);

function sameCards(some: readonly Card[], others: readonly Card[]): boolean {
  return some.map(kind).sort().join() === others.map(kind).sort().join();
}

export function playOf(seen: RaiseView, card: Card): Play | undefined {
  return seen.legal.find((move): move is Play => move.type === "play" && sameCard(move.card, card));
}

/** The raise with exactly these cards, if it is legal. */
export function raiseOf(seen: RaiseView, cards: readonly Card[]): Raise | undefined {
  return seen.legal.find((move): move is Raise => move.type === "raise" && sameCards(move.cards, cards));
}

export function passOf(seen: RaiseView): Pass | undefined {
  return seen.legal.find((move): move is Pass => move.type === "pass");
}

/** What can be chosen from the hand now: one card, or several. */
export function wants(seen: RaiseView): "play" | "raise" | null {
  return seen.legal.find((move) => move.type !== "pass")?.type ?? null;
}

/** The round that has just ended, while it lies on the table. */
export function ended({ public: { last, round, phase } }: RaiseView): RoundResult | null {
  const playing = phase === "choosing" || phase === "raising" || phase === "roll";
  return last !== null && last.round === round && !playing ? last : null;
}

export const FULL_HAND = 6;

/** So many cards somebody draws who passes or wins now: as far as the deck lasts. */
export function drawn({ public: { seats } }: Pick<RaiseView, "public">, seat: number | null): number {
  const view = seats[seat ?? -1];
  return view === undefined ? 0 : Math.max(0, Math.min(FULL_HAND - view.hand, view.deck));
}

/**
 * How many markers would be ahead of one that overtakes and lands on this field. Where others are, it is put on top, and
 * whoever is on top is behind those beneath.
 */
export function markersAhead({ public: { track } }: Pick<RaiseView, "public">, field: number): number {
  return track.filter((space) => space.field >= field).flatMap(({ seats }) => seats).length;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** What the cards of a round are worth at the end, the scoring card apart. */
export const pointsOfCards = (last: RoundResult): number => last.points - last.scoring_card;
