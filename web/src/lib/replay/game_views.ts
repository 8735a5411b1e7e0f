/** Moments of a replay as a game's table wants to see them, and in words. */

import type { Moment } from "$protocol";
import type { GameView, TableGame, AnimationPaths } from "../game/contract";
import { translations } from "../i18n/translations.svelte";
import type { ReplayData, Viewed } from "./replay_data";

/** Null: the moment has not come yet, or there is none. */
export function viewAt(data: ReplayData, { seat, moments }: Viewed, at: number): GameView | null {
  const moment = moments.at(at);
  if (moment === undefined) return null;
  const over = data.finished && at === moments.count - 1;
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

/** What moments say, in the order of their events. Each is put into words once in every language. */
export class EventLines {
  #game: TableGame;
  #seen: Pick<GameView, "seat" | "names">;
  #said = new WeakMap<Moment, { language: string; lines: readonly string[] }>();

  constructor(game: TableGame, seen: Pick<GameView, "seat" | "names">) {
    this.#game = game;
    this.#seen = seen;
  }

  of(moment: Moment | undefined): readonly string[] {
    if (moment === undefined) return [];
    const { language } = translations;
    const known = this.#said.get(moment);
    if (known?.language === language) return known.lines;
    const lines = moment.events
      .map((event) => this.#game.eventText(event, this.#seen))
      .filter((line): line is string => line !== null);
    this.#said.set(moment, { language, lines });
    return lines;
  }
}

/** What came from a place goes back there. */
export function backwards(travels: AnimationPaths | undefined): AnimationPaths | undefined {
  return travels === undefined ? undefined : { from: travels.to, to: travels.from };
}
