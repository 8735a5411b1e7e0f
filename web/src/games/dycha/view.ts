/** A moment of DYCHA, and the words for it. */

import type { GameView } from "$lib/game/contract";
import { number, tableT } from "$lib/i18n/translations.svelte";
import type { ShapeName } from "$lib/ui/shapes";
import type { CurrencyCard, Event, Holdings, Joker, Move, NumberCard, Private, Public } from "./messages";
import type en from "./locales/table.en.json";
import { type Viewer } from "$lib/game/view_text";
export { may } from "$lib/game/legal_move";
export { listed, type Viewer } from "$lib/game/view_text";

export type DychaView = GameView<Public, Private, Move, Event>;
export type Color = NumberCard["color"];
export type AnyCard = NumberCard | CurrencyCard | Joker;
/** A seat, or the opponent in a solo game, who has none. */
export type Who = number | "ten";

export const t = tableT<keyof typeof en>("dycha");

/** Each colour has a shape of its own; the tones of cards bear the colours' names. */
export const SHAPE_OF: Readonly<Record<Color, ShapeName>> = {
  blue: "drop",
  green: "leaf",
  orange: "sun",
  pink: "flower",
};
export const COLORS = Object.keys(SHAPE_OF) as Color[];
export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Whether there are numbers to take: without any one may stop just to buy. */
export function someOrNone(cards: readonly AnyCard[]): "some" | "none" {
  return cards.some(({ kind }) => kind === "number") ? "some" : "none";
}

export function nameOf(who: Who, { names }: Pick<DychaView, "names">): string {
  return who === "ten" ? t("ten") : (names[who] ?? "");
}

/** `who` and `name` for a sentence about somebody. */
export function person(who: Who, seen: Viewer): { who: "you" | "other"; name: string } {
  return { who: who === seen.seat ? "you" : "other", name: nameOf(who, seen) };
}

export function cardName(card: AnyCard): string {
  switch (card.kind) {
    case "number":
      return t("card.number", { color: card.color, number: card.number });
    case "currency":
      return t("card.currency", { value: card.value });
    case "joker":
      return jokerName(card);
  }
}

export function jokerName({ color, number: which }: Joker): string {
  if (color !== null) return t("joker.color", { color });
  return which === null ? t("joker.any") : t("joker.number", { number: which });
}

export const cardNames = (cards: readonly AnyCard[]): string => cards.map(cardName).join(", ");

/** What is printed on it, in a sign or two. */
export function jokerSign({ color, number: which }: Joker): string {
  if (color !== null) return "#";
  return which === null ? "★" : `${which}`;
}

export function kindOf(card: AnyCard): string {
  switch (card.kind) {
    case "number":
      return `${card.color}${card.number}`;
    case "currency":
      return `(${card.value})`;
    case "joker":
      return `joker ${card.color} ${card.number}`;
  }
}

export const sameCard = (one: AnyCard, other: AnyCard): boolean => kindOf(one) === kindOf(other);

export function holdingsOf({ public: shown }: Pick<DychaView, "public">, who: Who): Holdings | undefined {
  return who === "ten" ? shown.ten?.holdings : shown.seats[who];
}

/** What a card of the market costs. */
export function priceOf({ public: { market } }: Pick<DychaView, "public">, card: NumberCard): number {
  return market.find((offer) => sameCard(offer.card, card))?.price ?? 0;
}

/** Nobody may have more tokens. */
const MOST_TOKENS = 10;

/** So many of these tokens somebody could keep. */
export const kept = (tokens: number, held: Holdings | undefined): number =>
  Math.min(tokens, MOST_TOKENS - (held?.tokens ?? 0));

/** What everybody else would get of the row's currency: the least and the most. */
export function gifts({ public: { row, seats, ten, turn } }: Pick<DychaView, "public">): [number, number] {
  const others = [...seats.filter((_, seat) => seat !== turn), ...(ten === null ? [] : [ten.holdings])];
  const got = others.map((held) => kept(row.currency, held));
  return [Math.min(...got), Math.max(...got)];
}

export const isFiasco = (end: string): boolean => end.startsWith("fiasco");

/** `7 − 4 = 3`, or just the sum if there is nothing to take off. */
export function sumInSigns(numbers: number, currency: number): string {
  return currency === 0 ? `${numbers}` : `${numbers} − ${currency} = ${number(numbers - currency)}`;
}
