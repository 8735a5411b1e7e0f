/** What flies where. The names of things and places on the table are here, and nowhere else. */

import type { AnimationPaths, RevealStep } from "$lib/game/contract";
import { prefersCalm } from "$lib/preferences.svelte";
import { flopSteps } from "./flop_reveal";
import type { Event } from "./messages";
import type { GangView } from "./view";
import { freshHands, lookAt, showdownSteps } from "./showdown_reveal.svelte";

/** Where cards are shuffled, and chips are kept. */
export const DECK = "deck";
/** Where chips lie that nobody has. */
export const CENTRE = "centre";
export const seatPlace = (seat: number): string => `seat:${seat}`;
export const chipKey = (heist: number, round: number, stars: number): string =>
  `chip:${heist}:${round}:${stars}`;
export const cardKey = (heist: number, card: string): string => `card:${heist}:${card}`;
/** A card of somebody else, as long as it is not known. */
export const backKey = (heist: number, seat: number, place: number): string =>
  `back:${heist}:${seat}:${place}`;

export function animationPaths(
  events: readonly Event[],
  before: GangView | null,
  after: GangView,
): AnimationPaths {
  const from = new Map<string, string>();
  const to = new Map<string, string>();
  let { heist, round } = before?.public ?? after.public;
  for (const event of events) {
    switch (event.type) {
      case "heist_began":
        sweep(before, heist, to);
        heist = event.heist;
        break;
      case "round_began":
        round = event.round;
        for (const { stars } of after.public.centre) from.set(chipKey(heist, round, stars), DECK);
        break;
      case "blacked_out":
        for (const { stars } of chipsOf(before, event.round))
          to.set(chipKey(heist, event.round, stars), DECK);
        break;
      case "took":
        from.set(chipKey(heist, round, event.stars), event.giver === null ? CENTRE : seatPlace(event.giver));
        if (event.put_back !== null) from.set(chipKey(heist, round, event.put_back), seatPlace(event.seat));
        break;
      case "returned":
        from.set(chipKey(heist, round, event.stars), seatPlace(event.seat));
        break;
      default:
        cardsOf(event, heist, after, from, to);
    }
  }
  return { from, to };
}

function cardsOf(
  event: Event,
  heist: number,
  after: GangView,
  from: Map<string, string>,
  to: Map<string, string>,
): void {
  switch (event.type) {
    case "dealt":
      if (event.card !== null) from.set(cardKey(heist, event.card), DECK);
      else {
        const { cards } = after.public.seats[event.seat] ?? { cards: 0 };
        for (let place = 0; place < cards; place++) from.set(backKey(heist, event.seat, place), DECK);
      }
      break;
    case "revealed":
      from.set(cardKey(heist, event.card), DECK);
      break;
    case "discarded":
      for (const card of event.cards ?? []) to.set(cardKey(heist, card), DECK);
      break;
    case "passed":
      if (event.card === null) break;
      from.set(cardKey(heist, event.card), seatPlace(event.seat));
      to.set(cardKey(heist, event.card), seatPlace(event.to));
      break;
    case "showed":
      if (event.card !== null) from.set(cardKey(heist, event.card), seatPlace(event.seat));
      break;
    case "hand_shown":
      for (const card of event.cards) from.set(cardKey(heist, card), seatPlace(event.seat));
      break;
    default:
      break;
  }
}

/** A heist is over: everything goes back. */
function sweep(before: GangView | null, heist: number, to: Map<string, string>): void {
  if (before === null) return;
  const { community, seats, showdown } = before.public;
  const open = [
    ...community.flat(),
    ...showdown.flatMap(({ cards }) => cards),
    ...(before.private?.hand ?? []),
  ];
  for (const card of open) to.set(cardKey(heist, card), DECK);
  for (let round = 1; round <= 4; round++) {
    for (let stars = 1; stars <= seats.length; stars++) to.set(chipKey(heist, round, stars), DECK);
  }
}

function chipsOf(before: GangView | null, round: number): { stars: number }[] {
  return (before?.public.seats ?? []).flatMap(({ chips }) => chips[round - 1] ?? []);
}

const NOTICED = 240;
const READ = 700;
const DEALT = 800;
/** A new hand, which in a blackout cannot be looked up afterwards. */
const REDRAWN = 3_400;
const LONG: ReadonlySet<Event["type"]> = new Set([
  "heist_began",
  "revealed",
  "challenge_came",
  "specialist_came",
  "blacked_out",
  "gathered",
]);
const SHORT: ReadonlySet<Event["type"]> = new Set([
  "took",
  "returned",
  "said_ready",
  "took_ready_back",
  "picked",
  "confirmed",
  "looked",
  "chose",
]);

/**
 * A showdown lies there until everybody is ready, so those who are asked take their time; whoever is not must be given it.
 * Chips move fast: nobody should have to wait before they can reach for one.
 */
export function hold(seen: GangView): number {
  const hands = freshHands(seen);
  const isAsked = seen.live && !seen.over && seen.seat !== null && seen.toAct.includes(seen.seat);
  if (hands > 0) return isAsked ? NOTICED : lookAt(hands);
  if (seen.events.some((event) => event.type === "dealt" && event.why === "redraw")) return REDRAWN;
  if (prefersCalm() || seen.events.every(({ type }) => SHORT.has(type))) return NOTICED;
  return seen.events.some(({ type }) => LONG.has(type)) ? DEALT : READ;
}

export function revealSteps(seen: GangView, before: GangView | null): RevealStep<GangView>[] {
  return freshHands(seen) > 0 ? showdownSteps(seen) : flopSteps(seen, before);
}

/** A blackout: who had which chip is not to be looked up. */
export const forgets = (event: Event): boolean => event.type === "blacked_out";
