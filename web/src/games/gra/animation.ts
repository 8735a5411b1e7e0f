/** What flies where. The names of things and places on the table are here, and nowhere else. */

import type { AnimationPaths } from "$lib/game/contract";
import { lookAt } from "./check_count.svelte";
import type { Event } from "./messages";
import { openCheck, type GraView } from "./view";

/** Where cards are shuffled. */
export const DECK = "deck";
export const seatPlace = (seat: number): string => `seat:${seat}`;
export const cardKey = (round: number, seat: number, place: number): string =>
  `card:${round}:${seat}:${place}`;
/** Bids are numbered within their round, from 0. */
export const bidKey = (round: number, number: number): string => `bid:${round}:${number}`;
/** The mark of a player whose cards are turned. */
export const readyKey = (round: number, seat: number): string => `ready:${round}:${seat}`;

export function animationPaths(
  events: readonly Event[],
  before: GraView | null,
  after: GraView,
): AnimationPaths {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  let round = before?.public.round ?? after.public.round;
  let bids = before?.public.bids.length ?? 0;
  for (const event of events) {
    switch (event.type) {
      case "round_began":
        for (const { seat, cards } of before?.public.last?.hands ?? []) {
          cards.forEach((_, place) => to.set(cardKey(round, seat, place), DECK));
        }
        round = event.round;
        bids = 0;
        break;
      case "dealt":
        from.set(cardKey(round, event.seat, event.number - 1), DECK);
        break;
      case "chosen":
        from.set(readyKey(round, event.seat), seatPlace(event.seat));
        break;
      case "bid_made":
        from.set(bidKey(round, bids), seatPlace(event.seat));
        bids++;
        break;
      default:
        break;
    }
  }
  return { from, to };
}

const DEALT = 900;
const TURNED = 350;
const DECLARED = 900;
const BID = 850;

/** A check takes as long as counting does; a bid is read, a card that is turned only noticed. */
export function hold(seen: GraView): number {
  const check = openCheck(seen.public);
  if (check !== null && seen.events.some(({ type }) => type === "counted")) return lookAt(check);
  const longest = seen.events.map(({ type }) =>
    type === "bid_made" ? BID : type === "declared" ? DECLARED : type === "round_began" ? DEALT : 0,
  );
  return Math.max(TURNED, ...longest);
}
