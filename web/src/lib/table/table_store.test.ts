import { beforeEach, describe, expect, test } from "vitest";
import type { Command, Frame, Said, You } from "$protocol";
import type { ConnectionListener } from "../connection/table_connection";
import type { TableGame } from "../game/contract";
import { givenEntropy, readChat } from "../preferences.svelte";
import { CHAIR, snapshot, table, update } from "./fixtures/frames";
import { TableStore } from "./table_store.svelte";

const steps = (store: TableStore): unknown[] => store.told.map(({ event }) => (event as { n: number }).n);

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
    expect(steps(store)).toEqual([0, 1, 2, 3, 4, 5]);
    take(update(4, 6));
    expect(steps(store)).toEqual([0, 1, 2, 3, 4, 5]);
    store.playback.skip();
    expect(store.playback.shown?.seq).toBe(6);
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
      you: { seat: null, host: false },
      match: { ...snapshot(0, 3).match!, number: null },
    });
    await store.act({ type: "go" });
    expect(sent).toEqual([]);
  });

  test("another chair sees nothing of the old one", () => {
    take(snapshot(0, 3), { type: "table", table: table(), you: { seat: 1, host: false } });
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
    take({ type: "table", table: { ...table(), chairs }, you: { seat: 0, host: true } }, update(3, 4));
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
  const seat = (you: You["seat"], host = false): Frame => ({
    type: "table",
    table: table("open"),
    you: { seat: you, host },
  });
  const seated = { ...snapshot(0, 3), you: { seat: 1, host: false } };

  test("was freed by somebody else, until one sits again", () => {
    take(seated, seat(null));
    expect(store.freed).toBe(true);
    take(seat(0));
    expect(store.freed).toBe(false);
  });

  test("was freed while the connection was gone", () => {
    take(seated, { ...seated, you: { seat: null, host: false } });
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
    take({ ...seated, you: { seat: 1, host: true } }, seat(null));
    expect(store.freed).toBe(false);
  });
});
