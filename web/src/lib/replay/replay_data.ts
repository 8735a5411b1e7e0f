/** A match to be looked at again: who played, by which options, and what one pair of eyes saw. */

import type { ReplayPage, Result, TableShown } from "$protocol";
import { api } from "../api";
import type { TableGame } from "../game/contract";
import { tableGame } from "../game/registry";
import { game } from "../lobby/catalog";
import { guest } from "../guest.svelte";
import type { Viewpoint } from "./address";
import { matchId, type MatchId } from "../match_id";
import { isGivenUp } from "../proof/proof_data";
import { ReplayMoments } from "./replay_moments.svelte";

export interface Viewed {
  seat: number | null;
  moments: ReplayMoments;
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

export interface Opened {
  data: ReplayData;
  /** Null: these pages have no table for it. */
  view: Viewed | null;
}

/** The match and its moments around the one with this number; null: the first, or of a match that runs the newest. */
export async function openReplay(match: string, eyes: Viewpoint, at: number | null): Promise<Opened> {
  const id = matchId(match);
  const [page, table] = await Promise.all([api.replay(match, null, at ?? 0), api.table(id.table)]);
  const data = await replayData(match, page, table);
  if (data.game === null) return { data, view: null };
  const view = data.finished ? await withAnyEyes(data, page, eyes, at) : withOwnEyes(data, page, eyes);
  const wanted = at ?? (data.finished ? view.moments.first : view.moments.last);
  await view.moments.fetch(view.moments.indexOf(wanted));
  return { data, view };
}

async function replayData(match: string, page: ReplayPage, table: TableShown): Promise<ReplayData> {
  const id = matchId(match);
  const { header, finished } = page;
  const [found, shown] = await Promise.all([tableGame(header.game), game(header.game)]);
  const sitting = table.chairs.map((chair) => chair.name);
  const names = !finished || header.seats.length === 0 ? sitting : header.seats;
  return {
    id,
    match,
    key: header.game,
    name: shown?.name ?? header.game,
    game: found,
    names,
    bots: names.map((name, seat) => table.chairs[seat]?.kind === "bot" && sitting[seat] === name),
    options: header.options,
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

/** Those asked for; or those of the guest, if one of that name played. `page` is what a spectator saw. */
async function withAnyEyes(
  data: ReplayData,
  page: ReplayPage,
  eyes: Viewpoint,
  at: number | null,
): Promise<Viewed> {
  const seat = eyes === null ? await ownSeatByName(data.names) : eyes === "watch" ? null : eyes;
  const there = seat !== null && seat < data.names.length ? seat : null;
  const seen = there === null ? page : await api.replay(data.match, there, at ?? 0);
  return { seat: there, moments: momentsOf(data.match, seen), ownEyesOnly: false };
}

/** One's own, whatever was asked for. */
function withOwnEyes({ match }: ReplayData, page: ReplayPage, eyes: Viewpoint): Viewed {
  const { seat } = page;
  return {
    seat,
    moments: momentsOf(match, page),
    ownEyesOnly: eyes !== null && eyes !== (seat ?? "watch"),
  };
}

function momentsOf(match: string, page: ReplayPage): ReplayMoments {
  const seat = page.finished ? page.seat : null; // while it runs the server knows which eyes are ours
  return new ReplayMoments(page, (from) => api.replay(match, seat, from));
}

/** Where somebody with this guest's name sat: a beginning, not a claim. */
async function ownSeatByName(names: readonly string[]): Promise<number | null> {
  const own = await guest.known().catch(() => null);
  const seats = [...names.keys()].filter((seat) => names[seat] === own);
  return own !== null && seats.length === 1 ? (seats[0] ?? null) : null;
}
