/**
 * The connection to one table. It keeps itself open: after a cut it connects again and goes on from the last number, and where
 * sockets do not get through it asks over HTTP. Moves that were under way are sent again; the server knows repeats.
 */

import type { Accepted, Command, Frame } from "$protocol";
import { api, asQuery, Refused, type Numbers, type Problem } from "../api";

export type ConnectionState = "connecting" | "open" | "lost" | "ended";

export interface ConnectionListener {
  /** The last numbers that have been received. */
  numbers(): Numbers;
  frame(frame: Frame): void;
  /** `ended`: there is no way on by itself; `why` says so. */
  state(state: ConnectionState, why: Problem | null): void;
}

/** What the connection needs of the world, so that tests can have another. */
export interface Platform {
  socket(address: string): WebSocket;
  feed: typeof api.feed;
  do: typeof api.do;
  later(act: () => void, milliseconds: number): number;
  forget(timer: number): void;
  now(): number;
}

const BROWSER: Platform = {
  socket: (address) => new WebSocket(address),
  feed: api.feed,
  do: api.do,
  later: (act, milliseconds) => window.setTimeout(act, milliseconds),
  forget: (timer) => window.clearTimeout(timer),
  now: () => Date.now(),
};

const BEAT = 20_000;
const SILENCE = 60_000;
const PATIENCE = 10_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;
/** So many sockets on which nothing was heard, one after the other, and we ask over HTTP. */
const BLOCKED = 2;
const POST_AGAIN = 1_500;
const LONG_POLL = 25;
const FATAL: Record<number, Problem> = {
  4404: "unknown_table",
  4403: "not_allowed",
  4401: "unknown_guest",
  4410: "damaged",
};

interface Waiting {
  command: Command;
  accept: (answer: Accepted) => void;
  refuse: (error: Refused) => void;
}

export class TableConnection {
  #table: string;
  #listener: ConnectionListener;
  #world: Platform;
  #socket: WebSocket | null = null;
  #polling: AbortController | null = null;
  #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #failures = 0;
  #silent = 0;
  /** Sockets have got through: when they fail, the server or the network is away. */
  #worked = false;
  #heard = 0;
  #timers = new Set<number>();
  #retry: number | null = null;
  #running = false;

  constructor(table: string, listener: ConnectionListener, world: Platform = BROWSER) {
    this.#table = table;
    this.#listener = listener;
    this.#world = world;
  }

  start(): void {
    this.#running = true;
    this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#clearTimers();
    this.#polling?.abort();
    this.#polling = null;
    this.#drop();
    for (const waiting of this.#waiting.values()) waiting.refuse(new Refused("unreachable", "closed"));
    this.#waiting.clear();
  }

  /** Try at once: the network, or the person, is back. */
  hurry(): void {
    if (!this.#running) return;
    if (this.#retry !== null) {
      this.#forget(this.#retry);
      this.#retry = null;
      this.#connect();
    } else if (this.#socket !== null && this.#world.now() - this.#heard > BEAT + PATIENCE) {
      this.#lost();
    }
  }

  send(command: Command): Promise<Accepted> {
    const id = this.#nextId++;
    return new Promise((accept, refuse) => {
      const waiting: Waiting = { command: { ...command, id }, accept, refuse };
      this.#waiting.set(id, waiting);
      this.#dispatch(id, waiting);
    });
  }

  get polls(): boolean {
    return this.#polling !== null;
  }

  #dispatch(id: number, waiting: Waiting): void {
    if (this.#polling !== null) void this.#post(id, waiting);
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(waiting.command));
    else if (!repeatable(waiting.command)) this.#refuse(id, new Refused("unreachable", "not connected"));
  }

  async #post(id: number, waiting: Waiting): Promise<void> {
    try {
      const answer = await this.#world.do(this.#table, waiting.command);
      this.#waiting.delete(id);
      waiting.accept(answer);
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused("unreachable", String(error));
      if (refused.code === "unreachable" && repeatable(waiting.command)) this.#postAgain(id, waiting);
      else this.#refuse(id, refused);
    }
  }

  /** Asking for news may go on although this got lost; if not, it is sent when the connection is open again. */
  #postAgain(id: number, waiting: Waiting): void {
    this.#after(POST_AGAIN, () => {
      if (this.#polling !== null && this.#waiting.has(id)) void this.#post(id, waiting);
    });
  }

  #refuse(id: number, error: Refused): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.refuse(error);
  }

  #connect(): void {
    this.#retry = null;
    if (!this.#running) return;
    this.#listener.state(this.#failures === 0 ? "connecting" : "lost", null);
    if (this.#silent >= BLOCKED) void this.#poll();
    else this.#open();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = asQuery({ ...this.#listener.numbers() });
    let socket: WebSocket;
    try {
      socket = this.#world.socket(`${scheme}//${location.host}/api/tables/${this.#table}/socket?${query}`);
    } catch {
      this.#silent++;
      this.#lost();
      return;
    }
    this.#socket = socket;
    let heard = false;
    const slow = this.#after(PATIENCE, () => {
      if (!heard && socket === this.#socket) {
        this.#silent++;
        this.#lost();
      }
    });
    socket.onopen = () => {
      this.#heard = this.#world.now();
      this.#watch(socket);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      heard = true;
      this.#forget(slow);
      this.#heard = this.#world.now();
      this.#hear(JSON.parse(message.data) as Frame);
    };
    socket.onclose = (event) => {
      this.#forget(slow);
      if (socket !== this.#socket) return;
      if (!heard) this.#silent++; // some proxies open a socket and drop it
      const why = FATAL[event.code];
      if (why !== undefined) this.#end(why);
      else this.#lost(event.code === 1012 ? 1_000 : 0);
    };
  }

  /** Say now and then that we are here; a connection that is silent for long is cut. */
  #watch(socket: WebSocket): void {
    this.#after(BEAT, () => {
      if (socket !== this.#socket) return;
      if (this.#world.now() - this.#heard > SILENCE) {
        this.#lost();
        return;
      }
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"beat"}');
      this.#watch(socket);
    });
  }

  async #poll(): Promise<void> {
    const polling = new AbortController();
    const subscriber = `page-${Math.random().toString(36).slice(2)}`;
    let wait = 0;
    let first = true;
    this.#polling = polling;
    while (this.#running && this.#polling === polling) {
      try {
        const frames = await this.#world.feed(
          this.#table,
          subscriber,
          this.#listener.numbers(),
          wait,
          polling.signal,
        );
        wait = LONG_POLL;
        for (const frame of frames) this.#hear(frame);
        if (this.#worked) {
          this.#backToSocket();
          return;
        }
        if (first) this.#resend();
        first = false;
      } catch (error) {
        if (this.#polling !== polling) return;
        this.#polling = null;
        if (error instanceof Refused && (error.code === "unknown_table" || error.code === "damaged"))
          this.#end(error.code);
        else {
          this.#silent = 0; // perhaps the server was away: try a socket first when it is back
          this.#lost();
        }
        return;
      }
    }
  }

  /** The server was away and is back. If sockets are blocked now, this is the only time that we try in vain. */
  #backToSocket(): void {
    this.#worked = false;
    this.#silent = BLOCKED - 1;
    this.#polling = null;
    this.#connect();
  }

  #hear(frame: Frame): void {
    if (frame.type === "accepted" || frame.type === "refused") {
      this.#answered(frame);
      return;
    }
    if (frame.type === "snapshot") {
      this.#failures = 0;
      this.#listener.frame(frame);
      this.#listener.state("open", null);
      if (this.#polling === null) {
        this.#silent = 0;
        this.#worked = true;
        this.#resend();
      }
      return;
    }
    this.#listener.frame(frame);
  }

  #answered(frame: Extract<Frame, { type: "accepted" | "refused" }>): void {
    if (frame.id === null || frame.id === undefined) {
      this.#listener.frame(frame);
      return;
    }
    const waiting = this.#waiting.get(frame.id);
    this.#waiting.delete(frame.id);
    if (frame.type === "accepted") waiting?.accept(frame);
    else waiting?.refuse(new Refused(frame.code, frame.text, frame.legal));
  }

  #resend(): void {
    for (const [id, waiting] of [...this.#waiting]) this.#dispatch(id, waiting);
  }

  #lost(atLeast = 0): void {
    this.#clearTimers();
    this.#drop();
    if (!this.#running) return;
    for (const [id, waiting] of [...this.#waiting]) {
      if (!repeatable(waiting.command))
        this.#refuse(id, new Refused("unreachable", "the connection was cut"));
    }
    this.#listener.state("lost", null);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures++;
    this.#retry = this.#after(Math.max(wait, atLeast), () => this.#connect());
  }

  #end(why: Problem): void {
    this.stop();
    this.#listener.state("ended", why);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  #after(milliseconds: number, act: () => void): number {
    const timer = this.#world.later(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  #forget(timer: number): void {
    this.#timers.delete(timer);
    this.#world.forget(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) this.#world.forget(timer);
    this.#timers.clear();
    this.#retry = null;
  }
}

/** Whether it does no harm to send it twice. Not so with talk, for one. */
function repeatable(command: Command): boolean {
  return command.type === "move" || command.type === "go_on" || command.type === "beat";
}
