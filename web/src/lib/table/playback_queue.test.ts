import { beforeEach, describe, expect, test } from "vitest";
import type { GameView, RevealStep } from "../game/contract";
import { PlaybackQueue, type Timing } from "./playback_queue.svelte";

function moment(seq: number): GameView {
  return {
    match: 1,
    seq,
    seat: 0,
    names: [],
    options: {},
    public: {},
    private: null,
    legal: [],
    toAct: [],
    awaited: [],
    over: false,
    result: null,
    pause: null,
    events: [],
    live: true,
  };
}

class ByHand implements Timing {
  waiting: { act: () => void; milliseconds: number; id: number }[] = [];
  hidden = false;
  #next = 0;

  later(act: () => void, milliseconds: number): number {
    this.waiting.push({ act, milliseconds, id: ++this.#next });
    return this.#next;
  }
  forget(timer: number): void {
    this.waiting = this.waiting.filter(({ id }) => id !== timer);
  }
  atOnce(): boolean {
    return this.hidden;
  }
  pass(): void {
    this.waiting.shift()?.act();
  }
}

let time: ByHand;
let queue: PlaybackQueue;
let told: string[];
let staged: Readonly<Record<number, RevealStep[]>>;
const tell = ({ seq }: GameView, from: number, to: number): void => {
  told.push(`${seq}: ${from}-${to}`);
};
const steps = ({ seq }: GameView): RevealStep[] => staged[seq] ?? [];

beforeEach(() => {
  told = [];
  staged = {};
  time = new ByHand();
  queue = new PlaybackQueue({ hold: () => 300, tell, steps }, time);
  queue.reset(moment(1));
});

describe("the queue", () => {
  test("what has been seen is not held any longer", () => {
    queue.push(moment(2));
    queue.push(moment(3));
    queue.enough();
    expect([queue.shown?.seq, queue.caughtUp, time.waiting.length]).toEqual([3, true, 1]);
    queue.enough();
    expect(time.waiting).toEqual([]);
    queue.push(moment(4));
    expect(queue.shown?.seq).toBe(4);
  });

  test("shows one moment after the other, each for a while", () => {
    queue.push(moment(2));
    queue.push(moment(3));
    expect([queue.shown?.seq, queue.caughtUp]).toEqual([2, false]);
    expect(time.waiting[0]?.milliseconds).toBe(300);
    time.pass();
    expect([queue.shown?.seq, queue.before?.seq, queue.caughtUp]).toEqual([3, 2, true]);
  });

  test("shows the newest at once when nothing is waiting", () => {
    queue.push(moment(2));
    time.pass();
    queue.push(moment(3));
    expect(queue.shown?.seq).toBe(3);
  });

  test("runs faster when many wait", () => {
    for (let seq = 2; seq < 12; seq++) queue.push(moment(seq));
    const first = time.waiting[0]?.milliseconds ?? 0;
    time.pass();
    expect(time.waiting[0]?.milliseconds ?? 0).toBeLessThan(first);
  });

  test("can be skipped to the newest", () => {
    for (let seq = 2; seq < 6; seq++) queue.push(moment(seq));
    queue.skip();
    expect([queue.shown?.seq, queue.caughtUp, time.waiting.length]).toEqual([5, true, 0]);
  });

  test("does not lag behind while nobody looks", () => {
    time.hidden = true;
    for (let seq = 2; seq < 6; seq++) queue.push(moment(seq));
    expect([queue.shown?.seq, queue.caughtUp]).toEqual([5, true]);
  });

  test("forgets what was waiting when all begins anew", () => {
    queue.push(moment(2));
    queue.push(moment(3));
    queue.reset(moment(9));
    expect([queue.shown?.seq, queue.caughtUp, time.waiting.length]).toEqual([9, true, 0]);
  });

  test("learns who has gone on without a new moment", () => {
    const pause = { until: 5, gone_on: [1] };
    queue.amend({ pause }, 1);
    expect(queue.shown?.pause).toEqual(pause);
    queue.amend({ pause: null }, 77);
    expect(queue.shown?.pause).toEqual(pause);
  });
});

describe("a moment that comes step by step", () => {
  const events = ["turned", "counted", "lost"];
  const check = (seq: number): GameView => ({ ...moment(seq), events });

  beforeEach(() => {
    staged = {
      2: [
        { after: 0, told: 1 },
        { after: 100, told: 2 },
        { after: 50, told: 3 },
      ],
    };
  });

  const state = (): [number | undefined, number, boolean] => [
    queue.shown?.seq,
    queue.reveal.step,
    queue.reveal.done,
  ];

  test("is told as it is seen", () => {
    queue.push(check(2));
    expect([state(), told]).toEqual([[2, 0, false], ["2: 0-1"]]);
    expect(time.waiting[0]?.milliseconds).toBe(100);
    time.pass();
    expect([state(), told]).toEqual([
      [2, 1, false],
      ["2: 0-1", "2: 1-2"],
    ]);
    time.pass();
    expect([state(), told.at(-1)]).toEqual([[2, 2, true], "2: 2-3"]);
  });

  test("keeps what comes next waiting, and is not hurried by it", () => {
    queue.push(check(2));
    for (let seq = 3; seq < 12; seq++) queue.push(moment(seq));
    expect(time.waiting.map(({ milliseconds }) => milliseconds)).toEqual([100]);
    time.pass();
    time.pass();
    expect(queue.shown?.seq).toBe(2);
    time.pass();
    expect(queue.shown?.seq).toBe(3);
  });

  test("comes sooner after a tap, wholly after another, and then what waits is skipped", () => {
    queue.push(check(2));
    queue.push(moment(3));
    queue.push(moment(4));
    queue.hurry();
    expect(state()).toEqual([2, 1, false]);
    expect(time.waiting[0]?.milliseconds).toBeLessThan(50);
    queue.hurry();
    expect(state()).toEqual([2, 2, true]);
    queue.hurry();
    expect(queue.shown?.seq).toBe(4);
  });

  test("is not jumped over by a tap, but is by whoever wants the newest; both are told all of it", () => {
    staged = { 4: staged[2] ?? [] };
    queue.push(moment(2));
    queue.push(moment(3));
    queue.push(check(4));
    queue.push(moment(5));
    queue.hurry();
    expect(state()).toEqual([4, 0, false]);
    queue.skip();
    expect(state()).toEqual([5, 0, true]);
    expect(told.filter((line) => line.startsWith("4"))).toEqual(["4: 0-1", "4: 1-3"]);
  });

  test("is over for whoever has gone on", () => {
    queue.push(check(2));
    queue.amend({ pause: { until: 5, gone_on: [1] } }, 2);
    expect(queue.reveal.done).toBe(false);
    queue.amend({ pause: { until: 5, gone_on: [1, 0] } }, 2);
    expect([queue.reveal.done, queue.shown?.pause?.gone_on]).toEqual([true, [1, 0]]);
  });

  test("shows what its steps want shown, and at last all of it", () => {
    const partly = { ...check(2), public: "partly" };
    staged = {
      2: [
        { after: 0, told: 1, seen: partly },
        { after: 100, told: 3 },
      ],
    };
    queue.push(check(2));
    queue.amend({ names: ["Ala"] }, 2);
    expect([queue.shown?.public, queue.shown?.names]).toEqual(["partly", ["Ala"]]);
    time.pass();
    expect([queue.shown?.public, queue.shown?.names]).toEqual([{}, ["Ala"]]);
  });

  test("is there at once while nobody looks", () => {
    time.hidden = true;
    queue.push(check(2));
    expect(state()).toEqual([2, 2, true]);
  });
});
