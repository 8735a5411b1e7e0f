/** What flies where. The names of things and places on the table are here, and nowhere else. */

import type { AnimationPaths } from "$lib/game/contract";
import { ended, SYMBOLS, type RaiseView } from "./view";
import type { Card, Event, SeatView } from "./messages";

export const STAKES = "stakes";
export const handPlace = (seat: number): string => `hand:${seat}`;
export const deckPlace = (seat: number): string => `deck:${seat}`;
export const pilePlace = (seat: number): string => `pile:${seat}`;
export const stakeKey = (points: number): string => `stake:${points}`;
export const dieKey = (die: number): string => `die:${die}`;
export const markerKey = (seat: number): string => `marker:${seat}`;

/**
 * Keys of cards, all of one player's that may be seen. Equal cards are told apart by how many are not played yet: so a card
 * has the same key in hand and on the table, and hands keep theirs when the table is cleared.
 */
export function cardKeys(
  seat: number,
  cards: readonly Card[],
  { unplayed }: SeatView,
  where: "hand" | "table",
): string[] {
  const used = new Map<string, number>();
  return cards.map(({ symbol, number }) => {
    const kind = `${symbol}${number}`;
    const row = unplayed[SYMBOLS.indexOf(symbol)] ?? [];
    const left = row.filter((each) => each === number).length;
    const nth = used.get(kind) ?? 0;
    used.set(kind, nth + 1);
    return `card:${seat}:${kind}:${where === "hand" ? left - 1 - nth : left + nth}`;
  });
}

export function handKeys(seen: RaiseView): string[] {
  const view = seen.seat === null ? undefined : seen.public.seats[seen.seat];
  if (view === undefined || seen.seat === null || seen.private === null) return [];
  const cards = seen.private.hand.map(({ card }) => card);
  return cardKeys(seen.seat, cards, view, "hand");
}

export function tableKeys(seen: RaiseView, seat: number): string[] {
  const view = seen.public.seats[seat];
  if (view === undefined) return [];
  return cardKeys(
    seat,
    view.played.map(({ card }) => card),
    view,
    "table",
  );
}

export function animationPaths(
  events: readonly Event[],
  before: RaiseView | null,
  after: RaiseView,
): AnimationPaths {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  const seats = after.public.seats.keys();
  for (const seat of seats) {
    for (const key of tableKeys(after, seat)) from.set(key, handPlace(seat));
    from.set(markerKey(seat), handPlace(seat));
    to.set(markerKey(seat), handPlace(seat));
  }
  if (after.seat !== null) for (const key of handKeys(after)) from.set(key, deckPlace(after.seat));
  for (const event of events) {
    if (event.type === "scoring_card_turned_up") from.set(stakeKey(event.points), STAKES);
    if (event.type === "rolled") after.public.dice.forEach((_, die) => from.set(dieKey(die), STAKES));
  }
  const winner = before === null ? null : (ended(before)?.winner ?? null);
  if (before !== null && winner !== null) {
    // whoever has won takes everything when the next round begins
    for (const seat of before.public.seats.keys())
      for (const key of tableKeys(before, seat)) to.set(key, pilePlace(winner));
    if (before.public.scoring_card !== null) to.set(stakeKey(before.public.scoring_card), pilePlace(winner));
  }
  return { from, to };
}

const HOLDS: Readonly<Partial<Record<Event["type"], number>>> = {
  chosen: 120,
  rolled: 500,
  played: 800,
  raised: 450,
  passed: 400,
  round_lost: 1_200,
  scored: 800,
};
const USUAL = 300;

/** A marker that moves is looked at longer than a card that is chosen. A round that is won lies there anyway, until all go on. */
export function hold(seen: RaiseView): number {
  const longest = Math.max(...seen.events.map((event) => HOLDS[event.type] ?? 0));
  return longest > 0 ? longest : USUAL;
}
