/** A match to be looked at again: who played, by which options, and what one pair of eyes saw. */

import type { Moment, Result, TableShown } from "$protocol";
import { api, Refused } from "../api";
import type { TableGame } from "../game/contract";
import { tableGame } from "../game/registry";
import { game } from "../lobby/catalog";
import { guest } from "../guest.svelte";
import type { Viewpoint } from "./address";
import { matchId, type MatchId } from "../match_id";
import { isGivenUp } from "../proof/proof_data";

export interface Viewed {
  seat: number | null;
  moments: readonly Moment[];
  /** Other eyes were asked for than are allowed while the match runs. */
  ownEyesOnly: boolean;
}

export interface ReplayData {
  id: MatchId;
  match: string;
  key: string;
  name: string;
  /** Null: these pages have no table for it. */
  game: TableGame | null;
  names: readonly string[];
  bots: readonly boolean[];
  options: Readonly<Record<string, unknown>>;
  finished: boolean;
  givenUp: boolean;
  result: Result | null;
}

export async function replayData(match: string): Promise<ReplayData> {
  const id = matchId(match);
  const { finished } = await api.proof(match);
  const [table, header] = await Promise.all([
    api.table(id.table),
    finished ? api.record(match).then((record) => record.header) : null,
  ]);
  const key = header?.game ?? table.game;
  const [found, shown] = await Promise.all([tableGame(key), game(key)]);
  const sitting = table.chairs.map((chair) => chair.name);
  const names = header === null || header.seats.length === 0 ? sitting : header.seats;
  return {
    id,
    match,
    key,
    name: shown?.name ?? key,
    game: found,
    names,
    bots: names.map((name, seat) => table.chairs[seat]?.kind === "bot" && sitting[seat] === name),
    options: header?.options ?? table.options,
    finished,
    givenUp: !finished && isGivenUp(table, id.number),
    result: resultIn(table, id.number),
  };
}

function resultIn({ history }: TableShown, number: number): Result | null {
  const found = history.find((score) => score.match === number);
  if (found === undefined) return null;
  const winners = [...found.places.keys()].filter((seat) => found.places[seat] === 1);
  return { scores: found.scores, places: found.places, winners };
}

/** A finished match with any eyes; one that runs with one's own only, whatever was asked for. */
export async function viewed(data: ReplayData, eyes: Viewpoint): Promise<Viewed> {
  if (!data.finished) return await withOwnEyes(data, eyes);
  const seat = eyes === null ? await ownSeatByName(data.names) : eyes === "watch" ? null : eyes;
  const there = seat !== null && seat < data.names.length ? seat : null;
  return { seat: there, moments: await api.replay(data.match, there), ownEyesOnly: false };
}

async function withOwnEyes(data: ReplayData, eyes: Viewpoint): Promise<Viewed> {
  const moments = await api.replay(data.match, null);
  const seat = moments.some((moment) => moment.view.private !== null) ? await ownSeat(data, eyes) : null;
  return { seat, moments, ownEyesOnly: eyes !== null && eyes !== (seat ?? "watch") };
}

/** The server shows our own eyes but does not say which seat is ours. Names are a good guess; it knows for sure. */
async function ownSeat({ match, names, bots }: ReplayData, eyes: Viewpoint): Promise<number | null> {
  const guesses = [await ownSeatByName(names), eyes, ...names.keys()];
  const seats = new Set(guesses.filter((guess) => typeof guess === "number" && bots[guess] === false));
  for (const seat of seats as Set<number>) {
    if (await isAllowed(match, seat)) return seat;
  }
  return null;
}

async function isAllowed(match: string, seat: number): Promise<boolean> {
  try {
    await api.replay(match, seat);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.code === "not_allowed") return false;
    throw error;
  }
}

/** Where somebody with this guest's name sat: a beginning, not a claim. */
async function ownSeatByName(names: readonly string[]): Promise<number | null> {
  const own = await guest.known().catch(() => null);
  const seats = [...names.keys()].filter((seat) => names[seat] === own);
  return own !== null && seats.length === 1 ? (seats[0] ?? null) : null;
}
