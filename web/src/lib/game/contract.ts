/** What a game brings to the table: a folder in `src/games/`, found by its name. Nothing else has to be edited. */

import type { Component, Snippet } from "svelte";
import type { Pause, Reason, Result } from "$protocol";

/** One moment of a match with one reader's eyes: live, or in a replay. */
export interface GameView<Public = unknown, Own = unknown, Move = unknown, Event = unknown> {
  match: number;
  seq: number;
  /** Whose eyes; null: a spectator. */
  seat: number | null;
  names: readonly string[];
  options: Readonly<Record<string, unknown>>;
  public: Public;
  private: Own | null;
  /** What this seat may do now. Empty in replays. */
  legal: readonly Move[];
  toAct: readonly number[];
  awaited: readonly number[];
  over: boolean;
  result: Result | null;
  pause: Pause | null;
  /** What has just happened, as this seat was told. */
  events: readonly Event[];
  /** False in replays: nothing can be done. */
  live: boolean;
}

export interface TableProps<S extends GameView = GameView> {
  seen: S;
  /** Send a move, or a short list of moves that happens all or not at all. Resolves when it has happened. */
  act: (moves: S["legal"][number] | S["legal"][number][]) => Promise<void>;
  /** A move is under way, or what is shown is not the newest: nothing can be chosen. */
  busy: boolean;
  /** Draws a player's plate: name, presence, clock, turn, reactions. The game adds what lies before that player. */
  plate: Snippet<[number]>;
}

/** Where things that appear come from, and where those that vanish go: `[key of the thing, name of a place]`. */
export interface AnimationPaths {
  from: ReadonlyMap<string, string>;
  to: ReadonlyMap<string, string>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of games holds games of different views
export interface TableGame<S extends GameView = any> {
  Table: Component<TableProps<S>>;
  /** Short illustrated rules. `topic` opens the part that matters now. */
  Help: Component<{ topic?: string | null }>;
  /** How the result came about, step by step. */
  Result: Component<{ seen: S }>;
  /** An event in words, for the log and for those who listen; null: nothing worth saying. */
  eventText(event: S["events"][number], seen: Pick<S, "seat" | "names">): string | null;
  /** Movement for what has just happened. */
  animationPaths?(events: S["events"], before: S | null, after: S): AnimationPaths;
  /** How long to look at a moment before the next is shown, in milliseconds. Default 350. */
  hold?(seen: S): number;
  /** First-game guide: words about the decision at hand, and the part of the rules it belongs to. */
  guide(seen: S): { text: string; topic: string } | null;
  /** A move that is suggested, in one sentence that says what to do. */
  hintText(move: S["legal"][number], seen: S): string;
  /** The number behind a suggested move, in one sentence; null: of a kind that has no words here. */
  reasonText(reason: Reason, move: S["legal"][number], seen: S): string | null;
  /** After this event nothing that was said before it may be shown again. */
  forgets?(event: S["events"][number]): boolean;
}

/** Colours of a game, for its poster and its table. Ink is readable on paint. */
export interface Palette {
  paint: string;
  ink: string;
  second: string;
}

/** What the lobby needs: small, loaded for all games at once. */
export interface PosterGame {
  palette: Palette;
  Poster: Component;
  /** Options in the order of the form; the rest of the catalog's options follow. */
  order?: readonly string[];
}
