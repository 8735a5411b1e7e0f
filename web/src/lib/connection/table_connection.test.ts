import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Command, Frame } from "$protocol";
import { Refused, type Numbers } from "../api";
import { TableConnection, type Platform } from "./table_connection";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const SNAPSHOT = { type: "snapshot", now: 0, table: {}, you: { seat: 0, host: true }, match: null, chat: [] };
const MOVE: Command = { type: "move", match: 1, number: 3, seen: 7, moves: { type: "take" } };

let numbers: Numbers;
let states: string[];
let frames: Frame[];
let world: Platform;
let connection: TableConnection;

const newest = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  numbers = { match: null, seq: null, chat: 0 };
  states = [];
  frames = [];
  world = {
    socket: (address) => new FakeSocket(address) as unknown as WebSocket,
    feed: vi.fn(() => new Promise<Frame[]>(() => undefined)),
    do: vi.fn(() => Promise.resolve({ type: "accepted" as const, id: 1, seq: 8 })),
    later: (act, milliseconds) => setTimeout(act, milliseconds) as unknown as number,
    forget: (timer) => clearTimeout(timer),
    now: () => Date.now(),
  };
  connection = new TableConnection(
    "abc",
    {
      numbers: () => numbers,
      frame: (frame) => frames.push(frame),
      state: (state, why) => states.push(why === null ? state : `${state}: ${why}`),
    },
    world,
  );
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

function connect(): FakeSocket {
  newest().opens();
  newest().says(SNAPSHOT);
  return newest();
}

describe("the connection", () => {
  test("opens a socket and passes frames on", () => {
    connect();
    newest().says({ type: "beat" });
    expect(newest().address).toMatch(/\/api\/tables\/abc\/socket\?chat=0$/);
    expect(frames.map((frame) => frame.type)).toEqual(["snapshot", "beat"]);
    expect(states).toEqual(["connecting", "open"]);
  });

  test("gives each command its answer", async () => {
    const socket = connect();
    const first = connection.send({ type: "say", text: "a" });
    const second = connection.send({ type: "say", text: "b" });
    const [one, two] = socket.sent.map((command) => command["id"]);
    socket.says({ type: "refused", id: two, code: "too_fast", text: "slowly", legal: [] });
    socket.says({ type: "accepted", id: one, seq: null });
    await expect(first).resolves.toMatchObject({ type: "accepted" });
    await expect(second).rejects.toMatchObject({ code: "too_fast" });
  });

  test("goes on from the last number after a cut", () => {
    connect();
    numbers = { match: 2, seq: 41, chat: 5 };
    newest().cut();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().address).toMatch(/match=2&seq=41&chat=5$/);
    connect();
    expect(states.at(-1)).toBe("open");
  });

  test("sends a move again that was under way, the very same one", async () => {
    const before = connect();
    const answer = connection.send(MOVE);
    before.cut();
    vi.advanceTimersByTime(1_000);
    const after = connect();
    expect(after.sent).toEqual(before.sent);
    after.says({ type: "accepted", id: after.sent[0]?.["id"], seq: 8 });
    await expect(answer).resolves.toMatchObject({ seq: 8 });
  });

  test("does not say twice what was said", async () => {
    const before = connect();
    const answer = connection.send({ type: "say", text: "hello" });
    const refused = expect(answer).rejects.toMatchObject({ code: "unreachable" });
    before.cut();
    await refused;
    vi.advanceTimersByTime(1_000);
    expect(connect().sent).toEqual([]);
  });

  test("waits longer and longer for a server that is away", () => {
    connect();
    newest().cut();
    vi.advanceTimersByTime(600);
    const soon = FakeSocket.all.length;
    newest().opens();
    newest().cut();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(soon);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(soon + 1);
  });

  test("tries at once when the network is back", () => {
    connect();
    newest().cut();
    connection.hurry();
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("beats while it is quiet, and cuts a connection that is dead", () => {
    const socket = connect();
    vi.advanceTimersByTime(21_000);
    expect(socket.sent).toEqual([{ type: "beat" }]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("ends where there is no way on", () => {
    newest().opens();
    newest().cut(4404);
    expect(states.at(-1)).toBe("ended: unknown_table");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("ends at a table that the server cannot read any more, on a socket and over HTTP", async () => {
    connect().cut(4410);
    expect(states.at(-1)).toBe("ended: damaged");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.mocked(world.feed).mockRejectedValueOnce(new Refused("damaged", "closed"));
    connection.start();
    for (let tried = 0; tried < 2; tried++) {
      newest().cut();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(world.feed).toHaveBeenCalledTimes(1);
    expect(states.at(-1)).toBe("ended: damaged");
  });

  test("asks over HTTP when sockets never open", async () => {
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    newest().cut();
    await vi.advanceTimersByTimeAsync(1_000);
    newest().cut();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(world.feed).toHaveBeenCalled();
    expect(frames.map((frame) => frame.type)).toEqual(["snapshot"]);
    expect([connection.polls, states.at(-1)]).toEqual([true, "open"]);
    await expect(connection.send(MOVE)).resolves.toMatchObject({ seq: 8 });
  });

  test("asks over HTTP when sockets open and are dropped", async () => {
    for (let tried = 0; tried < 2; tried++) {
      newest().opens();
      newest().cut();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(world.feed).toHaveBeenCalled();
  });

  test("goes back to a socket after an outage, if they worked before", async () => {
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    connect().cut();
    for (let tried = 0; tried < 2; tried++) {
      await vi.advanceTimersByTimeAsync(2_500);
      newest().cut();
    }
    const before = FakeSocket.all.length;
    const answer = connection.send(MOVE);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.feed).toHaveBeenCalledTimes(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
    connect().says({ type: "accepted", id: newest().sent[0]?.["id"], seq: 8 });
    await expect(answer).resolves.toMatchObject({ seq: 8 });
    expect([connection.polls, states.at(-1)]).toEqual([false, "open"]);
  });

  test("tries that once only", async () => {
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    connect().cut();
    for (let tried = 0; tried < 3; tried++) {
      await vi.advanceTimersByTimeAsync(5_000);
      newest().cut();
    }
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all).toHaveLength(before);
    expect([connection.polls, states.at(-1)]).toEqual([true, "open"]);
  });

  test("a move that got lost while asking went on is sent again", async () => {
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    vi.mocked(world.do).mockRejectedValueOnce(new Refused("unreachable", ""));
    newest().cut();
    await vi.advanceTimersByTimeAsync(1_000);
    newest().cut();
    await vi.advanceTimersByTimeAsync(3_000);
    const answer = connection.send(MOVE);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(answer).resolves.toMatchObject({ seq: 8 });
  });

  test("a refusal over HTTP is a refusal", async () => {
    vi.mocked(world.feed).mockResolvedValueOnce([SNAPSHOT as unknown as Frame]);
    vi.mocked(world.do).mockRejectedValueOnce(new Refused("not_your_turn", "wait"));
    newest().cut();
    await vi.advanceTimersByTimeAsync(1_000);
    newest().cut();
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(connection.send(MOVE)).rejects.toMatchObject({ code: "not_your_turn" });
  });

  test("a move that got lost over HTTP is sent again", async () => {
    vi.mocked(world.feed)
      .mockResolvedValueOnce([SNAPSHOT as unknown as Frame])
      .mockImplementationOnce(
        () => new Promise((_, refuse) => setTimeout(() => refuse(new Refused("unreachable", "")), 500)),
      );
    vi.mocked(world.do).mockRejectedValueOnce(new Refused("unreachable", ""));
    newest().cut();
    await vi.advanceTimersByTimeAsync(1_000);
    newest().cut();
    await vi.advanceTimersByTimeAsync(1_200);
    const answer = connection.send(MOVE);
    await vi.advanceTimersByTimeAsync(2_000);
    newest().opens();
    newest().says(SNAPSHOT);
    expect(newest().sent).toMatchObject([{ type: "move", number: 3 }]);
    newest().says({ type: "accepted", id: newest().sent[0]?.["id"], seq: 8 });
    await expect(answer).resolves.toMatchObject({ seq: 8 });
  });

  test("says nothing more when it is stopped", async () => {
    const socket = connect();
    const answer = connection.send(MOVE);
    const refused = expect(answer).rejects.toMatchObject({ code: "unreachable" });
    connection.stop();
    await refused;
    expect(socket.readyState).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
