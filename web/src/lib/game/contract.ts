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
  /** How many of the moment's `revealSteps` are shown, beyond the first; absent: all. */
  step?: number | undefined;
  /** Show all of the moment now. */
  showAll?: (() => void) | undefined;
}

/** A part of what one moment shows, one after the other. */
export interface RevealStep<S extends GameView = GameView> {
  /** Milliseconds after the step before it; of the first, 0. */
  after: number;
  /** So many of the moment's events may be told once this is seen; of the last step, all are. */
  told: number;
  /** What is seen until the next step, if it differs from the whole moment. */
  seen?: S;
}

/** Where things that appear come from, and where those that vanish go: `[key of the thing, name of a place]`. */
export interface AnimationPaths {
  from: ReadonlyMap<string, string>;
  to: ReadonlyMap<string, string>;
}

/** What can only be done in one way. */
export interface ForcedMove<Move = unknown> {
  moves: Move[];
  /** Everybody knows that nothing else was possible: it says nothing about a hand. */
  known: boolean;
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
  /** How long to look at a moment before the next is shown, its steps counted in, in milliseconds. Default 350. */
  hold?(seen: S): number;
  /** What a moment shows one thing after the other; none, or one step: all at once. Log, sound and result keep to it. */
  revealSteps?(seen: S, before: S | null): readonly RevealStep<S>[];
  /** First-game guide: words about the decision at hand, and the part of the rules it belongs to. */
  guide(seen: S): { text: string; topic: string } | null;
  /** A move that is suggested, in one sentence that says what to do. */
  hintText(move: S["legal"][number], seen: S): string;
  /** The number behind a suggested move, in one sentence; null: of a kind that has no words here. */
  reasonText(reason: Reason, move: S["legal"][number], seen: S): string | null;
  /** What alone can be done now, if it may be done by itself. Default: the only legal move, of which others do not know. */
  forcedMove?(seen: S): ForcedMove<S["legal"][number]> | null;
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
