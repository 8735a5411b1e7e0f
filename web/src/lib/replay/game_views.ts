/** Moments of a replay as a game's table wants to see them, and in words. */

import type { Moment } from "$protocol";
import type { GameView, TableGame, AnimationPaths } from "../game/contract";
import type { ReplayData, Viewed } from "./replay_data";

export function viewAt(data: ReplayData, { seat, moments }: Viewed, at: number): GameView | null {
  const moment = moments[at];
  if (moment === undefined) return null;
  const over = data.finished && at === moments.length - 1;
  const turn = over ? [] : turnIn(moment.view.public, data.names.length);
  return {
    match: data.id.number,
    seq: moment.seq,
    seat,
    names: data.names,
    options: data.options,
    public: moment.view.public,
    private: moment.view.private,
    legal: [],
    toAct: turn,
    awaited: turn,
    over,
    result: over ? data.result : null,
    pause: null,
    events: moment.events,
    live: false,
  };
}

/** Games that have turns say whose it is under this name. */
function turnIn(shown: unknown, players: number): number[] {
  const turn = (shown as { turn?: unknown } | null)?.turn;
  return typeof turn === "number" && Number.isInteger(turn) && turn >= 0 && turn < players ? [turn] : [];
}

/** What each moment says, in the order of the events. */
export function eventLines(
  game: TableGame,
  moments: readonly Moment[],
  seen: Pick<GameView, "seat" | "names">,
): string[][] {
  return moments.map(({ events }) =>
    events.map((event) => game.eventText(event, seen)).filter((line): line is string => line !== null),
  );
}

/** The moment with this number, or the nearest there is. */
export function indexOf(moments: readonly Moment[], seq: number): number {
  const first = moments[0]?.seq ?? 0;
  return Math.max(0, Math.min(moments.length - 1, seq - first));
}

/** What came from a place goes back there. */
export function backwards(travels: AnimationPaths | undefined): AnimationPaths | undefined {
  return travels === undefined ? undefined : { from: travels.to, to: travels.from };
}
