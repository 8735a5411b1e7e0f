/** A table as this browser knows it: the feed's frames go in, what the page shows comes out. */

import type {
  Accepted,
  Command,
  Frame,
  MatchShown,
  ReactionFrame,
  Said,
  TableShown,
  UpdateFrame,
  You,
} from "$protocol";
import { Refused, type Numbers, type Problem } from "../api";
import {
  TableConnection,
  type ConnectionListener,
  type ConnectionState,
} from "../connection/table_connection";
import type { GameView, TableGame } from "../game/contract";
import { clientEntropyFor } from "./client_entropy";
import { keepRead, readSoFar } from "./chat_read_marker";
import { isAlone, speedOf } from "./pace";
import { PlaybackQueue } from "./playback_queue.svelte";
import type { Silence } from "./silence";

/** A reaction floats over its player for so long. */
const FLOATING = 2_500;

/** An event, and who sat where when it was told. */
export interface LoggedEvent {
  event: unknown;
  names: readonly string[];
}

export interface FloatingReaction {
  id: number;
  seat: number;
  reaction: ReactionFrame["reaction"];
}

type MakeConnection = (
  table: string,
  listener: ConnectionListener,
) => Pick<TableConnection, "start" | "stop" | "hurry" | "send" | "polls">;

export class TableStore {
  readonly id: string;
  table = $state.raw<TableShown | null>(null);
  you = $state.raw<You>({ seat: null, host: false, left_chair: null, same_network: [] });
  /** The newest moment; `playback.shown` may still be on its way there. */
  newest = $state.raw<GameView | null>(null);
  /** All that this seat was told in this match, as far as it has been seen. */
  told = $state.raw<readonly LoggedEvent[]>([]);
  header = $state.raw<MatchShown["header"] | null>(null);
  clocks = $state.raw<Readonly<Record<number, number>>>({});
  /** The seats that may not talk now, and those of them that may not react either. */
  silence = $state.raw<Silence>({ may_not_talk: [], may_not_react: [] });
  chat = $state.raw<readonly Said[]>([]);
  /** The host has freed my chair: now I watch. */
  freed = $state(false);
  floating = $state.raw<readonly FloatingReaction[]>([]);
  connectionState = $state<ConnectionState>("connecting");
  /** Why the connection has ended. */
  ended = $state<Problem | null>(null);
  /** A move is under way. */
  moving = $state(false);
  /** The server's clock less ours. */
  ahead = $state(0);
  playback: PlaybackQueue;

  #game: TableGame;
  #number: number | null = null;
  #connection: ReturnType<MakeConnection>;
  #reactions = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #listeners = new Set<(told: LoggedEvent) => void>();
  #read = $state(0);
  /** Until it is my turn, or something is revealed, nothing is shown that lies between. */
  #skipping = false;
  /** I get up myself. */
  #leaving = false;

  constructor(
    id: string,
    game: TableGame,
    connect: MakeConnection = (table, listener) => new TableConnection(table, listener),
  ) {
    this.id = id;
    this.#game = game;
    this.playback = new PlaybackQueue({
      hold: game.hold === undefined ? undefined : (seen) => game.hold?.(seen) ?? 0,
      steps: (seen, before) => game.revealSteps?.(seen, before) ?? [],
      speed: () => (this.table === null ? 1 : speedOf(this.table)),
      skips: () => this.#skipping,
      tell: ({ events, names }, from, to) => this.#remember(events.slice(from, to), names, true),
    });
    this.#connection = connect(id, {
      numbers: () => this.#numbers(),
      frame: (frame) => this.#take(frame),
      state: (state, why) => {
        this.connectionState = state;
        this.ended = why;
      },
    });
  }

  open(): () => void {
    const hurry = (): void => {
      if (!document.hidden) this.#connection.hurry();
    };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    this.#connection.start();
    return () => {
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      this.#connection.stop();
    };
  }

  /** Connect anew: the guest has just introduced themselves, and the old connection does not know them. */
  reconnect(): void {
    this.#connection.stop();
    this.#connection.start();
  }

  hurry(): void {
    this.#connection.hurry();
  }

  /** Hear of what happens, as soon as it has been seen; also of what is to be forgotten at once. Gives back how to stop. */
  listen(hear: (told: LoggedEvent) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** A bot plays in my chair: it is not my turn, and nothing is mine to choose. */
  get handed(): boolean {
    const seat = this.you.seat;
    return seat !== null && this.table?.chairs[seat]?.stand_in !== "";
  }

  /** How much was said that nobody has read here. */
  get unread(): number {
    return this.chat.filter((said) => said.number > this.#read).length;
  }

  /** The chat is before somebody's eyes. */
  readAll(): void {
    const newest = this.#lastSaid();
    if (newest > this.#read) this.#readTo(newest);
  }

  /** Server time, for clocks. */
  now(): number {
    return Date.now() + this.ahead;
  }

  async act(moves: unknown): Promise<void> {
    const seen = this.newest;
    if (seen === null || this.#number === null || this.moving) return;
    const pieces = moves as Record<string, unknown> | Record<string, unknown>[];
    if (!this.playback.caughtUp) {
      this.playback.skip(); // it was chosen by an older moment: it counts if it is still offered
      if (!isOffered(pieces, seen)) throw new Refused("out_of_date", "no longer offered");
    }
    this.moving = true;
    try {
      await this.do({ type: "move", match: seen.match, number: this.#number, seen: seen.seq, moves: pieces });
    } finally {
      this.moving = false;
    }
  }

  async goOn(): Promise<void> {
    const seen = this.newest;
    if (seen !== null) await this.do({ type: "go_on", match: seen.match, seq: seen.seq });
  }

  /** Something is still shown, or bots are to move who play with me alone. */
  get canSkip(): boolean {
    const { newest } = this;
    if (newest === null || this.you.seat === null) return false;
    if (!this.playback.caughtUp || !this.playback.reveal.done) return true;
    return isAlone(this) && !this.handed && !this.#concernsMe(newest);
  }

  /** To where it is my turn. Alone with bots they are asked to hurry; among people only what is shown is skipped. */
  async skipToTurn(): Promise<void> {
    this.playback.skip();
    const newest = this.newest;
    if (newest === null || !isAlone(this) || this.#concernsMe(newest)) return;
    this.#skipping = true;
    try {
      await this.do({ type: "skip_to_turn" });
    } catch (error) {
      this.#skipping = false;
      throw error;
    }
  }

  /** It waits for me, shows something, or is over. */
  #concernsMe({ over, pause, awaited, seat }: GameView): boolean {
    return over || pause !== null || (seat !== null && awaited.includes(seat));
  }

  async sit(chair: number | null = null): Promise<void> {
    await this.do({ type: "sit", chair, ...this.#freshEntropy() });
  }

  async start(fill: boolean): Promise<void> {
    await this.do({ type: "start", fill, ...(this.you.seat === null ? {} : this.#freshEntropy()) });
  }

  async rematch(): Promise<void> {
    await this.do({ type: "rematch", ...this.#freshEntropy() });
  }

  /** Resolves when it has happened; `Refused` if it has not. */
  async do(command: Command): Promise<Accepted> {
    if (command.type !== "leave") return this.#connection.send(command);
    this.#leaving = true;
    try {
      return await this.#connection.send(command);
    } catch (error) {
      this.#leaving = false;
      throw error;
    }
  }

  /** Entropy of our own for the next match's seed, kept so that the proof can find it. */
  #freshEntropy(): { entropy?: string } {
    if (this.table === null || this.table.status === "playing") return {};
    return { entropy: clientEntropyFor(`${this.id}.${this.table.match + 1}`) };
  }

  #numbers(): Numbers {
    return {
      match: this.newest?.match ?? null,
      seq: this.newest?.seq ?? null,
      chat: this.#lastSaid(),
    };
  }

  #take(frame: Frame): void {
    switch (frame.type) {
      case "snapshot": {
        const first = this.table === null;
        this.ahead = frame.now - Date.now();
        this.table = frame.table;
        this.#become(frame.you);
        this.chat = [...this.chat, ...frame.chat.filter((said) => said.number > this.#lastSaid())];
        // What was said before one ever came is not new; what was said since one was here is.
        if (first) this.#readTo(readSoFar(this.id) ?? this.#lastSaid());
        this.#takeMatch(frame.match);
        break;
      }
      case "table":
        this.table = frame.table;
        if (frame.you.seat !== this.you.seat && this.newest !== null) this.#sitAt(frame.you.seat);
        this.#become(frame.you);
        this.#rename();
        break;
      case "update":
        this.#takeUpdate(frame);
        break;
      case "clocks":
        if (frame.match !== this.newest?.match || frame.seq !== this.newest.seq) break;
        this.clocks = frame.clocks;
        this.newest = { ...this.newest, pause: frame.pause };
        this.playback.amend({ pause: frame.pause }, frame.seq);
        break;
      case "said":
        if (frame.number > this.#lastSaid()) this.chat = [...this.chat, frame];
        break;
      case "reaction":
        this.#float(frame);
        break;
      default:
        break;
    }
  }

  #become(you: You): void {
    const lost = this.you.seat !== null && you.seat === null;
    if (lost) {
      this.freed = !this.you.host && !this.#leaving; // a host gets up by leaving, here or in another window
      this.#leaving = false;
    } else if (you.seat !== null) this.freed = false;
    this.you = you;
  }

  #lastSaid(): number {
    return this.chat.at(-1)?.number ?? 0;
  }

  #readTo(number: number): void {
    this.#read = number;
    keepRead(this.id, number);
  }

  #takeMatch(match: MatchShown | null): void {
    this.#skipping = false;
    if (match === null) {
      this.newest = null;
      this.told = [];
      this.header = null;
      this.playback.reset(null);
      return;
    }
    const goesOn = this.newest?.match === match.match && this.newest.seat === this.you.seat && match.from > 0;
    const known = goesOn && this.newest !== null && match.from === this.newest.seq;
    this.header = match.header;
    const seen = this.#seen(match);
    if (!known) this.#remember(match.events, match.header.seats, false, this.newest?.match !== match.match);
    if (known) {
      if (match.seq > (this.newest?.seq ?? 0)) this.playback.push(seen);
      else this.playback.amend({ pause: seen.pause }, seen.seq);
    } else this.playback.reset(seen);
    this.#keep(seen, match);
  }

  #takeUpdate(update: UpdateFrame): void {
    if (update.match === this.newest?.match && update.seq <= this.newest.seq) return;
    const seen = this.#seen(update);
    if (this.#concernsMe(seen)) this.#skipping = false;
    this.playback.push(seen);
    this.#keep(seen, update);
  }

  #keep(seen: GameView, position: UpdateFrame | MatchShown): void {
    this.newest = seen;
    this.clocks = position.clocks;
    this.silence = position;
    this.#number = position.number;
  }

  #remember(events: readonly unknown[], names: readonly string[], goesOn: boolean, news = goesOn): void {
    const fresh = events.map((event) => ({ event, names }));
    const all = goesOn ? [...this.told, ...fresh] : fresh;
    const forgotten =
      this.#game.forgets === undefined ? -1 : all.findLastIndex(({ event }) => this.#game.forgets?.(event));
    this.told = forgotten < 0 ? all : all.slice(forgotten);
    if (news) for (const hear of this.#listeners) fresh.forEach(hear);
  }

  /** Another chair has other eyes: what it may know comes with the next snapshot. */
  #sitAt(seat: number | null): void {
    const newest = this.newest;
    if (newest === null) return;
    this.newest = { ...newest, seat, private: null, legal: [] };
    this.playback.reset(this.newest);
  }

  #seen(position: UpdateFrame | MatchShown): GameView {
    const names = this.header?.seats ?? [];
    return {
      match: position.match,
      seq: position.seq,
      seat: position.over && !this.#satThen() ? null : this.you.seat,
      names: position.over ? names : this.#namesNow(),
      options: this.header?.options ?? this.table?.options ?? {},
      public: position.public,
      private: position.private,
      legal: position.legal,
      toAct: position.to_act,
      awaited: position.awaited,
      over: position.over,
      result: position.result,
      pause: position.pause,
      events: position.events,
      live: true,
    };
  }

  /** Who sits where; a match that is over belongs to those who played it. */
  #namesNow(): readonly string[] {
    const names = this.header?.seats ?? [];
    return this.table?.chairs.map((chair, seat) => chair.name || names[seat] || "") ?? names;
  }

  #satThen(): boolean {
    const seat = this.you.seat;
    return seat === null || this.header?.seats[seat] === this.table?.chairs[seat]?.name;
  }

  /** Somebody else has sat down in the middle of the match. */
  #rename(): void {
    const newest = this.newest;
    if (newest === null || newest.over) return;
    const names = this.#namesNow();
    if (names.every((name, seat) => name === newest.names[seat])) return;
    this.newest = { ...newest, names };
    this.playback.amend({ names }, newest.seq);
  }

  #float(frame: ReactionFrame): void {
    const id = this.#reactions++;
    this.floating = [...this.floating, { id, seat: frame.seat, reaction: frame.reaction }];
    setTimeout(() => (this.floating = this.floating.filter((one) => one.id !== id)), FLOATING);
  }
}

/** Of several moves the first decides: the others become possible by it. */
function isOffered(moves: unknown, { legal }: GameView): boolean {
  const first = JSON.stringify(Array.isArray(moves) ? moves[0] : moves);
  return legal.some((move) => JSON.stringify(move) === first);
}
