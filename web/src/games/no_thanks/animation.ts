/** What flies where. The names of things and places on the table are here, and nowhere else. */

import type { AnimationPaths } from "$lib/game/contract";
import type { Event } from "./messages";
import type { NoThanksView } from "./view";

export const PILE = "pile";
export const cardKey = (card: number): string => `card:${card}`;
/** Chips lying on a card; the heap adds a colon and the chip's number. */
export const potKey = (card: number): string => `pot:${card}`;
export const chipsPlace = (seat: number): string => `chips:${seat}`;

export function animationPaths(events: readonly Event[], before: NoThanksView | null): AnimationPaths {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  let card = before?.public.card ?? 0;
  let pot = before?.public.pot ?? 0;
  for (const event of events) {
    switch (event.type) {
      case "turned_up":
        from.set(cardKey(event.card), PILE);
        card = event.card;
        pot = 0;
        break;
      case "declined":
        from.set(`${potKey(card)}:${pot}`, chipsPlace(event.seat));
        pot++;
        break;
      case "taken":
        // the card itself is seen again before its owner, so it needs no place to go to
        for (let chip = 0; chip < event.chips; chip++) {
          to.set(`${potKey(event.card)}:${chip}`, chipsPlace(event.seat));
        }
        pot = 0;
        break;
      default:
        break;
    }
  }
  return { from, to };
}

const TAKEN = 800;
const TURNED = 450;
const DECLINED = 380;
const COUNTED = 1_200;

/** A card that finds its owner is looked at longer than a chip. */
export function hold(seen: NoThanksView): number {
  const longest = seen.events.map((event) =>
    event.type === "taken"
      ? TAKEN
      : event.type === "turned_up"
        ? TURNED
        : event.type === "scored"
          ? COUNTED
          : 0,
  );
  return Math.max(DECLINED, ...longest);
}
