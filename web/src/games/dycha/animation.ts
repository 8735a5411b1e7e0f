/** What flies where. The names of things and places on the table are here, and nowhere else. */

import type { AnimationPaths } from "$lib/game/contract";
import type { Event, NumberCard } from "./messages";
import { kindOf, type AnyCard, type DychaView, type Who } from "./view";

export const DECK = "deck";
export const ROW = "row";
export const MARKET = "market";
export const JOKER = "joker";
export const thingsPlace = (who: Who): string => `things:${who}`;
export const moneyPlace = (who: Who): string => `money:${who}`;
export const rowKey = (card: AnyCard, index: number): string => `row:${index}:${kindOf(card)}`;
export const lastKey = (card: AnyCard, index: number): string => `last:${index}:${kindOf(card)}`;
export const offerKey = (card: NumberCard): string => `offer:${kindOf(card)}`;

export function animationPaths(
  events: readonly Event[],
  before: DychaView | null,
  after: DychaView,
): AnimationPaths {
  const from = new Map<string, string>([[JOKER, DECK]]);
  const to = new Map<string, string>();
  const { row, market, last } = after.public;
  row.cards.forEach((card, index) => from.set(rowKey(card, index), DECK));
  for (const { card } of market) from.set(offerKey(card), ROW);
  // TEN's row that is looked back at lay there already, if it was drawn before one's eyes
  if (last?.seat === "ten" && (before === null || before.public.row.cards.length === 0))
    last.cards.forEach((card, index) => from.set(lastKey(card, index), DECK));
  const lay = (before?.public.row.cards ?? []).map((card, index) => [card, rowKey(card, index)] as const);
  const leave = (kind: AnyCard["kind"], place: string): void => {
    for (const [card, key] of lay) if (card.kind === kind) to.set(key, place);
  };
  for (const event of events) {
    switch (event.type) {
      case "took_numbers":
        leave("number", thingsPlace(event.seat));
        break;
      case "took_currency":
        leave("currency", moneyPlace(event.seat));
        break;
      case "joker_won":
        to.set(JOKER, thingsPlace(event.seat));
        break;
      case "joker_discarded":
        to.set(JOKER, DECK);
        break;
      case "bought":
        to.set(offerKey(event.card), thingsPlace(event.seat));
        break;
    }
  }
  return { from, to };
}

const HOLDS: Readonly<Partial<Record<Event["type"], number>>> = {
  started: 600,
  turned_up: 450,
  took_numbers: 500,
  took_currency: 500,
  failed: 1_500,
  bid_made: 400,
  passed: 250,
  joker_won: 500,
  joker_discarded: 400,
  bought: 500,
  bought_nothing: 100,
  last_purchases_began: 1_200,
  scored: 1_200,
};
const USUAL = 150;
/** Of TEN, which turns up one card after the other in one moment. */
const EACH_CARD = 350;
const LONGEST = 3_500;
/** What has gone wrong with one's own row is to be understood before another's begins; a tap goes on sooner. */
const OWN_FIASCO = 4_500;

export function hold(seen: DychaView): number {
  if (seen.events.some((event) => event.type === "failed" && event.seat === seen.seat)) return OWN_FIASCO;
  const longest = Math.max(USUAL, ...seen.events.map((event) => HOLDS[event.type] ?? 0));
  const drawn = seen.events.filter((event) => event.type === "turned_up" && event.seat === "ten").length;
  return Math.min(LONGEST, longest + EACH_CARD * drawn);
}
