/** A table that is about to be made: what the form holds, and what becomes of it. */

import type { ChairWanted, GameShown, NewTable } from "$protocol";
import { pace } from "../preferences.svelte";
import { usualLevel } from "./bot_levels";
import { hasMeaning, offered, optionsOf, playable, usual, type Option } from "./options";

export interface Seat {
  kind: ChairWanted["kind"];
  level: string;
}

export interface Draft {
  players: number;
  /** One for each that could be there; those beyond the number of players wait. */
  seats: readonly Seat[];
  /** What was asked for. It may not go with the number of players that is chosen now. */
  wishes: Readonly<Record<string, unknown>>;
  clock: number | null;
  public: boolean;
  /** Whoever plays may ask for a suggestion. */
  hints: boolean;
  /** A chair that is left in the middle of a match stays its owner's. */
  keepChairs: boolean;
}

const USUAL_PLAYERS = 4;
/** Seconds for a move. */
export const CLOCKS: readonly (number | null)[] = [null, 15, 30, 60, 120, 86_400];

/** Four, or as near as the game allows. */
export function usualPlayers(game: GameShown): number {
  const distance = (players: number): number => Math.abs(players - USUAL_PLAYERS);
  return playable(game).reduce(
    (best, players) => (distance(players) < distance(best) ? players : best),
    game.most,
  );
}

/** Me and my friends, or me and bots. */
export function freshDraft(game: GameShown, others: "person" | "bot" = "person"): Draft {
  const level = usualLevel(game.levels);
  return {
    players: usualPlayers(game),
    seats: Array.from({ length: game.most }, (_, chair) => ({ kind: chair === 0 ? "me" : others, level })),
    wishes: {},
    clock: null,
    public: false,
    hints: false,
    keepChairs: true,
  };
}

/** What was chosen last time, as far as it still makes sense. */
export function restoredDraft(game: GameShown, kept: unknown): Draft {
  const fresh = freshDraft(game);
  if (typeof kept !== "object" || kept === null) return fresh;
  const found = kept as Partial<Record<keyof Draft, unknown>>;
  const players = playable(game).find((number) => number === found.players) ?? fresh.players;
  const wishes = typeof found.wishes === "object" && found.wishes !== null ? found.wishes : {};
  return withPlayers(
    {
      players,
      seats: restoredSeats(game, fresh.seats, found.seats),
      wishes: { ...wishes },
      clock: CLOCKS.find((seconds) => seconds === found.clock) ?? null,
      public: found.public === true,
      hints: found.hints === true,
      keepChairs: found.keepChairs !== false,
    },
    players,
  );
}

function restoredSeats(game: GameShown, fresh: readonly Seat[], kept: unknown): Seat[] {
  const found = Array.isArray(kept) ? (kept as (Partial<Seat> | null)[]) : [];
  let seated = false;
  return fresh.map((usualSeat, chair) => {
    const { kind, level } = found[chair] ?? usualSeat;
    const known = kind === "person" || kind === "bot" || (kind === "me" && !seated) ? kind : "person";
    seated ||= known === "me";
    return { kind: known, level: game.levels.find((one) => one === level) ?? usualSeat.level };
  });
}

/** Whoever makes the table keeps a chair when there are fewer. */
export function withPlayers(draft: Draft, players: number): Draft {
  const mine = myChair(draft);
  const moved = mine !== null && mine >= players ? swapped(draft.seats, mine, players - 1) : draft.seats;
  return { ...draft, players, seats: moved };
}

/** One sits in one chair only: taking another gives the old one to whoever was to sit there. */
export function withSeat(draft: Draft, chair: number, seat: Seat): Draft {
  const mine = myChair(draft);
  if (seat.kind === "me" && mine !== null && mine !== chair)
    return { ...draft, seats: swapped(draft.seats, mine, chair) };
  return { ...draft, seats: draft.seats.map((old, number) => (number === chair ? seat : old)) };
}

function swapped(seats: readonly Seat[], one: number, other: number): Seat[] {
  const from = (number: number): number => (number === one ? other : number === other ? one : number);
  return seats.map((seat, number) => seats[from(number)] ?? seat);
}

/** Null: I only watch. */
export function myChair(draft: Draft): number | null {
  const found = draft.seats.findIndex((seat) => seat.kind === "me");
  return found < 0 ? null : found;
}

export function seatsShown(draft: Draft): readonly Seat[] {
  return draft.seats.slice(0, draft.players);
}

export function freeSeats(draft: Draft): number {
  return seatsShown(draft).filter((seat) => seat.kind === "person").length;
}

/** What was wished for, where it goes with the number of players; otherwise as usual. */
export function optionValue(game: GameShown, draft: Draft, name: string): unknown {
  const wish = draft.wishes[name];
  const possible = offered(game, draft.players, name);
  return possible.includes(wish) ? wish : usual(game, draft.players, name);
}

/** What can be chosen now: not what has no meaning beside the rest. */
export function choosable(game: GameShown, draft: Draft, order: readonly string[] = []): Option[] {
  return optionsOf(game, order).filter(({ name }) =>
    hasMeaning(game, name, (other) => optionValue(game, draft, other)),
  );
}

export function asTable(game: GameShown, draft: Draft): NewTable {
  const chosen = choosable(game, draft).map(({ name }) => [name, optionValue(game, draft, name)] as const);
  return {
    game: game.key,
    options: { players: draft.players, ...Object.fromEntries(chosen) },
    chairs: seatsShown(draft).map(({ kind, level }) => (kind === "bot" ? { kind, level } : { kind })),
    clock: draft.clock,
    public: draft.public,
    hints: draft.hints,
    keep_chairs: draft.keepChairs,
    pace: pace.value,
  };
}
