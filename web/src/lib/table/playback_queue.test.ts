import { beforeEach, describe, expect, test } from "vitest";
import type { Seen } from "../game/contract";
import { Stage, type Timing } from "./playback_queue.svelte";

function moment(seq: number): Seen {
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
let stage: Stage;

beforeEach(() => {
  time = new ByHand();
  stage = new Stage(() => 300, time);
  stage.reset(moment(1));
});

describe("the stage", () => {
  test("what has been seen is not held any longer", () => {
    stage.push(moment(2));
    stage.push(moment(3));
    stage.enough();
    expect([stage.shown?.seq, stage.caughtUp, time.waiting.length]).toEqual([3, true, 1]);
    stage.enough();
    expect(time.waiting).toEqual([]);
    stage.push(moment(4));
    expect(stage.shown?.seq).toBe(4);
  });

  test("shows one moment after the other, each for a while", () => {
    stage.push(moment(2));
    stage.push(moment(3));
    expect([stage.shown?.seq, stage.caughtUp]).toEqual([2, false]);
    expect(time.waiting[0]?.milliseconds).toBe(300);
    time.pass();
    expect([stage.shown?.seq, stage.before?.seq, stage.caughtUp]).toEqual([3, 2, true]);
  });

  test("shows the newest at once when nothing is waiting", () => {
    stage.push(moment(2));
    time.pass();
    stage.push(moment(3));
    expect(stage.shown?.seq).toBe(3);
  });

  test("runs faster when many wait", () => {
    for (let seq = 2; seq < 12; seq++) stage.push(moment(seq));
    const first = time.waiting[0]?.milliseconds ?? 0;
    time.pass();
    expect(time.waiting[0]?.milliseconds ?? 0).toBeLessThan(first);
  });

  test("can be skipped to the newest", () => {
    for (let seq = 2; seq < 6; seq++) stage.push(moment(seq));
    stage.skip();
    expect([stage.shown?.seq, stage.caughtUp, time.waiting.length]).toEqual([5, true, 0]);
  });

  test("does not lag behind while nobody looks", () => {
    time.hidden = true;
    for (let seq = 2; seq < 6; seq++) stage.push(moment(seq));
    expect([stage.shown?.seq, stage.caughtUp]).toEqual([5, true]);
  });

  test("forgets what was waiting when all begins anew", () => {
    stage.push(moment(2));
    stage.push(moment(3));
    stage.reset(moment(9));
    expect([stage.shown?.seq, stage.caughtUp, time.waiting.length]).toEqual([9, true, 0]);
  });

  test("learns who has gone on without a new moment", () => {
    const pause = { until: 5, gone_on: [1] };
    stage.amend({ pause }, 1);
    expect(stage.shown?.pause).toEqual(pause);
    stage.amend({ pause: null }, 77);
    expect(stage.shown?.pause).toEqual(pause);
  });
});
