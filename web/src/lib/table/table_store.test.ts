import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Command, Frame, Said, SnapshotFrame, TableShown, You } from "$protocol";
import type { ConnectionListener } from "../connection/table_connection";
import type { GameView, RevealStep, TableGame } from "../game/contract";
import { givenEntropy, readChat } from "../preferences.svelte";
import { CHAIR, snapshot, table, update, you } from "./fixtures/frames";
import { TableStore } from "./table_store.svelte";

const steps = (store: TableStore): unknown[] => store.told.map(({ event }) => (event as { n: number }).n);

/** One event, which is told when all is seen. */
const STAGED: RevealStep[] = [
  { after: 0, told: 0 },
  { after: 500, told: 1 },
];

let store: TableStore;
let line: ConnectionListener;
let sent: Command[];
let answer: () => Promise<{ type: "accepted"; id: null; seq: null }>;

function make(game: Partial<TableGame> = {}): void {
  sent = [];
  answer = () => Promise.resolve({ type: "accepted", id: null, seq: null });
  store = new TableStore("abc", game as TableGame, (_, listener) => {
    line = listener;
    return {
      start: () => undefined,
      stop: () => undefined,
      hurry: () => undefined,
      polls: false,
      send: (command) => {
        sent.push(command);
        return answer();
      },
    };
  });
}

const take = (...frames: Frame[]): void => frames.forEach((frame) => line.frame(frame));

beforeEach(() => make());

describe("the table", () => {
  test("follows the match, and knows from where to go on", () => {
    take(snapshot(0, 3), update(3, 4));
    expect(steps(store)).toEqual([0, 1, 2, 3]);
    expect(store.newest?.public).toEqual({ seq: 4 });
    expect(line.numbers()).toEqual({ match: 1, seq: 4, chat: 0 });
    expect(store.newest?.names).toEqual(["Ala", "Bob"]);
  });

  test("does not count anything twice after a cut", () => {
    take(snapshot(0, 3), update(3, 4), snapshot(4, 6));
    take(update(4, 6));
    store.playback.skip();
    expect(steps(store)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(store.playback.shown?.seq).toBe(6);
  });

  test("tells nothing before the moment that shows it", () => {
    make({ revealSteps: ({ seq }: GameView) => (seq === 5 ? STAGED : []) });
    take(snapshot(0, 3), update(3, 4), update(4, 5), update(5, 6));
    expect([store.playback.shown?.seq, steps(store)]).toEqual([4, [0, 1, 2, 3]]);
    store.playback.hurry();
    expect([store.playback.shown?.seq, steps(store)]).toEqual([5, [0, 1, 2, 3]]);
    store.playback.reveal.finish();
    expect(steps(store)).toEqual([0, 1, 2, 3, 4]);
    store.playback.skip();
    expect(steps(store)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("says what is new, also what is forgotten at once, and not what is told again", () => {
    make({ forgets: (event: unknown) => (event as { n: number }).n === 5 });
    const heard: number[] = [];
    take(snapshot(0, 3));
    store.listen(({ event }) => heard.push((event as { n: number }).n));
    take(update(3, 6));
    expect([heard, steps(store)]).toEqual([[3, 4, 5], [5]]);
    take(snapshot(0, 6));
    expect(heard).toEqual([3, 4, 5]);
    take(snapshot(0, 2, 2));
    expect(heard).toEqual([3, 4, 5, 0, 1]);
  });

  test("begins anew with a whole snapshot", () => {
    take(snapshot(0, 3), snapshot(0, 5));
    expect(steps(store)).toEqual([0, 1, 2, 3, 4]);
    expect(store.playback.shown?.seq).toBe(5);
  });

  test("begins anew with another match", () => {
    take(snapshot(0, 9), snapshot(0, 2, 2));
    expect(steps(store)).toEqual([0, 1]);
    expect([store.playback.shown?.match, store.playback.shown?.seq]).toEqual([2, 2]);
  });

  test("sends a move with its numbers", async () => {
    take(snapshot(0, 3));
    await store.act({ type: "go" });
    expect(sent).toEqual([{ type: "move", match: 1, number: 3, seen: 3, moves: { type: "go" } }]);
  });

  test("sends one move at a time", async () => {
    take(snapshot(0, 3));
    const first = store.act({ type: "go" });
    await store.act({ type: "go" });
    await first;
    expect(sent).toHaveLength(1);
  });

  test("takes a move that was chosen while others moved, if it is still offered", async () => {
    take(snapshot(0, 3), update(3, 4), update(4, 5));
    expect(store.playback.caughtUp).toBe(false);
    await store.act([{ type: "go" }, { type: "further" }]);
    expect(store.playback.shown?.seq).toBe(5);
    expect(sent).toHaveLength(1);
    take(update(5, 6), { ...update(6, 7), legal: [{ type: "else" }] });
    expect(store.playback.caughtUp).toBe(false);
    await expect(store.act({ type: "go" })).rejects.toMatchObject({ code: "out_of_date" });
    expect(store.playback.shown?.seq).toBe(7);
    expect(sent).toHaveLength(1);
  });

  test("passes a refusal on and can move again", async () => {
    take(snapshot(0, 3));
    answer = () => Promise.reject(new Error("no"));
    await expect(store.act({ type: "go" })).rejects.toThrow("no");
    expect(store.moving).toBe(false);
  });

  test("a spectator cannot move", async () => {
    take({
      ...snapshot(0, 3),
      you: you(null),
      match: { ...snapshot(0, 3).match!, number: null },
    });
    await store.act({ type: "go" });
    expect(sent).toEqual([]);
  });

  test("another chair sees nothing of the old one", () => {
    take(snapshot(0, 3), { type: "table", table: table(), you: you(1) });
    expect([store.newest?.private, store.newest?.legal, store.playback.shown?.private]).toEqual([
      null,
      [],
      null,
    ]);
  });

  test("forgets what the game says must be forgotten", () => {
    make({ forgets: (event: unknown) => (event as { n: number }).n === 2 });
    take(snapshot(0, 4), update(4, 5));
    expect(steps(store)).toEqual([2, 3, 4]);
  });

  test("takes new clocks for the moment they belong to only", () => {
    const pause = { until: 9, gone_on: [1] };
    take(snapshot(0, 3), { type: "clocks", match: 1, seq: 3, clocks: { 1: 77 }, pause });
    expect([store.clocks, store.playback.shown?.pause]).toEqual([{ 1: 77 }, pause]);
    take({ type: "clocks", match: 1, seq: 2, clocks: {}, pause: null });
    expect(store.clocks).toEqual({ 1: 77 });
  });

  test("remembers the entropy it gave for the next match", async () => {
    take({ ...snapshot(0, 3), table: table("over", 1) });
    await store.rematch();
    const given = (sent[0] as { entropy?: string }).entropy ?? "";
    expect(given).toMatch(/^[0-9a-f]{32}$/);
    expect(givenEntropy.value["abc.2"]).toBe(given);
  });

  test("says of a match that is over who played it, not who sits there now", () => {
    const over = snapshot(0, 3);
    const match = { ...over.match!, over: true };
    const left = { ...table("over"), chairs: [{ ...CHAIR, name: "Nowy" }, table().chairs[1]!] };
    take({ ...over, table: left, match });
    expect([store.newest?.names, store.newest?.seat]).toEqual([["Ala", "Bob"], null]);
  });

  test("a newcomer in the middle of a match is called by name from then on", () => {
    take(snapshot(0, 3));
    const chairs = [table().chairs[0]!, { ...CHAIR, name: "Cela" }];
    take({ type: "table", table: { ...table(), chairs }, you: you(0, true) }, update(3, 4));
    expect(store.newest?.names).toEqual(["Ala", "Cela"]);
    expect(store.told.map(({ names }) => names[1])).toEqual(["Bob", "Bob", "Bob", "Cela"]);
  });

  test("hears what is said once", () => {
    const said = { type: "said" as const, number: 1, seat: 0, name: "Ala", text: "hej", at: 0 };
    take(snapshot(0, 3), said, said, { ...snapshot(3, 3), chat: [said] });
    expect(store.chat).toHaveLength(1);
    expect(line.numbers().chat).toBe(1);
  });

  test("does not call unread what was said before one came, but what is said since", () => {
    readChat.value = {};
    const said = (number: number): Said => ({
      type: "said",
      number,
      seat: 1,
      name: "Bob",
      text: "hej",
      at: 0,
    });
    take({ ...snapshot(0, 3), chat: [said(1), said(2)] });
    expect(store.unread).toBe(0);
    take(said(3));
    expect(store.unread).toBe(1);
    make();
    take({ ...snapshot(0, 3), chat: [said(1), said(2), said(3), said(4)] });
    expect(store.unread).toBe(2);
    store.readAll();
    expect(store.unread).toBe(0);
  });
});

describe("a chair that is free again", () => {
  const seat = (at: You["seat"], host = false): Frame => ({
    type: "table",
    table: table("open"),
    you: you(at, host),
  });
  const seated = { ...snapshot(0, 3), you: you(1) };

  test("was freed by somebody else, until one sits again", () => {
    take(seated, seat(null));
    expect(store.freed).toBe(true);
    take(seat(0));
    expect(store.freed).toBe(false);
  });

  test("was freed while the connection was gone", () => {
    take(seated, { ...seated, you: you(null) });
    expect(store.freed).toBe(true);
  });

  test("was not taken from whoever got up", async () => {
    take(seated);
    await store.do({ type: "leave" });
    take(seat(null));
    expect(store.freed).toBe(false);
  });

  test("was taken from whoever was refused to get up", async () => {
    take(seated);
    answer = () => Promise.reject(new Error("no"));
    await expect(store.do({ type: "leave" })).rejects.toThrow("no");
    take(seat(null));
    expect(store.freed).toBe(true);
  });

  test("was not taken from the host", () => {
    take({ ...seated, you: you(1, true) }, seat(null));
    expect(store.freed).toBe(false);
  });
});

describe("skipping to one's turn", () => {
  const others = { to_act: [1], awaited: [1], legal: [] };
  const withBot = (): TableShown => ({
    ...table(),
    chairs: [
      { ...CHAIR, name: "Ala" },
      { ...CHAIR, name: "Bot", kind: "bot", level: "easy" },
    ],
  });
  const waitingFor = (frame: SnapshotFrame): SnapshotFrame => ({
    ...frame,
    match: { ...frame.match!, ...others },
  });

  test("alone with bots asks them to hurry, and shows nothing that lies between", async () => {
    take({ ...waitingFor(snapshot(0, 3)), table: withBot() });
    expect(store.canSkip).toBe(true);
    await store.skipToTurn();
    expect(sent).toEqual([{ type: "skip_to_turn" }]);
    take({ ...update(3, 4), ...others }, { ...update(4, 5), ...others });
    expect([store.playback.shown?.seq, store.playback.caughtUp, steps(store)]).toEqual([
      5,
      true,
      [0, 1, 2, 3, 4],
    ]);
    take(update(5, 6));
    expect([store.playback.shown?.seq, store.canSkip]).toEqual([6, false]);
    take({ ...update(6, 7), ...others }, { ...update(7, 8), ...others });
    expect(store.playback.caughtUp).toBe(false);
  });

  test("stops at what is revealed, which comes step by step", async () => {
    make({ revealSteps: ({ seq }: GameView) => (seq === 4 ? STAGED : []) });
    take({ ...waitingFor(snapshot(0, 3)), table: withBot() });
    await store.skipToTurn();
    take({ ...update(3, 4), ...others, pause: { until: null, gone_on: [] } });
    expect([store.playback.shown?.seq, store.playback.reveal.done, steps(store)]).toEqual([
      4,
      false,
      [0, 1, 2],
    ]);
  });

  test("among people skips what is shown, and hurries nobody", async () => {
    take(waitingFor(snapshot(0, 3)), { ...update(3, 4), ...others }, { ...update(4, 5), ...others });
    expect(store.canSkip).toBe(true);
    await store.skipToTurn();
    expect([sent, store.playback.shown?.seq, store.canSkip]).toEqual([[], 5, false]);
  });
});

test("a faster pace shows the moves of bots for a shorter time", () => {
  vi.useFakeTimers();
  const after = (pace: TableShown["pace"]): number | undefined => {
    make();
    take({ ...snapshot(0, 3), table: { ...table(), pace } }, update(3, 4), update(4, 5));
    vi.advanceTimersByTime(200);
    return store.playback.shown?.seq;
  };
  expect([after("normal"), after("fast"), after("at_once")]).toEqual([4, 5, 5]);
  vi.useRealTimers();
});
