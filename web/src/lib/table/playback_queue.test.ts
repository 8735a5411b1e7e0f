import { beforeEach, describe, expect, test } from "vitest";
import type { GameView } from "../game/contract";
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

beforeEach(() => {
  time = new ByHand();
  queue = new PlaybackQueue(() => 300, time);
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
