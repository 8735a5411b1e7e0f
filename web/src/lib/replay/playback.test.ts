import { beforeEach, describe, expect, it } from "vitest";
import { Playback, speed } from "./playback.svelte";

class Waiting {
  due: { act: () => void; after: number; timer: number }[] = [];
  #next = 1;

  later(act: () => void, after: number): number {
    this.due.push({ act, after, timer: this.#next });
    return this.#next++;
  }

  forget(timer: number): void {
    this.due = this.due.filter((one) => one.timer !== timer);
  }

  pass(): number {
    const one = this.due.shift();
    one?.act();
    return one?.after ?? Number.NaN;
  }
}

let clock: Waiting;
let playback: Playback;
/** So many moments have come. */
let arrived = 4;

beforeEach(() => {
  speed.value = 1;
  arrived = 4;
  clock = new Waiting();
  playback = new Playback(
    () => 4,
    (at) => 100 * (at + 1),
    (at) => at < arrived,
    clock,
  );
});

describe("stepping", () => {
  it("goes forward and back, and never beyond the ends", () => {
    playback.back();
    expect(playback.at).toBe(0);
    for (let step = 0; step < 9; step++) playback.forward();
    expect(playback.at).toBe(3);
    playback.jump(-5);
    expect(playback.at).toBe(0);
    playback.jump(99);
    expect(playback.at).toBe(3);
  });

  it("counts arriving at the end on foot, and not being put there", () => {
    playback.jump(3);
    expect(playback.arrivals).toBe(0);
    playback.back();
    playback.forward();
    playback.forward();
    expect(playback.arrivals).toBe(1);
    playback.first();
    playback.toEnd();
    playback.toEnd();
    expect(playback.arrivals).toBe(2);
  });
});

describe("playing", () => {
  it("holds each moment as long as it deserves, and stops at the end", () => {
    playback.play();
    expect([clock.pass(), clock.pass(), clock.pass()]).toEqual([100, 200, 300]);
    expect(playback).toMatchObject({ at: 3, playing: false, arrivals: 1 });
    expect(clock.due).toEqual([]);
  });

  it("waits for a moment that has not come yet", () => {
    arrived = 2;
    playback.play();
    clock.pass();
    expect(playback.at).toBe(1);
    expect([clock.pass(), clock.pass(), clock.pass()]).toEqual([200, 100, 100]);
    expect(playback).toMatchObject({ at: 1, playing: true });
    arrived = 4;
    clock.pass();
    expect(playback.at).toBe(2);
  });

  it("takes a new speed at the next moment", () => {
    playback.play();
    speed.value = 4;
    expect(clock.pass()).toBe(100);
    expect(clock.pass()).toBe(50);
  });

  it("begins anew from the end", () => {
    playback.jump(3);
    playback.toggle();
    expect(playback).toMatchObject({ at: 0, playing: true });
  });

  it("stops when it is told to, and when somebody steps", () => {
    for (const stop of [() => playback.toggle(), () => playback.back(), () => playback.jump(2)]) {
      playback.first();
      playback.play();
      stop();
      expect(playback.playing).toBe(false);
      expect(clock.due).toEqual([]);
    }
  });

  it("does not run twice at once", () => {
    playback.play();
    playback.play();
    expect(clock.due).toHaveLength(1);
  });
});
