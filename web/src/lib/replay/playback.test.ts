import { beforeEach, describe, expect, it } from "vitest";
import { Player, speed } from "./playback.svelte";

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
let player: Player;

beforeEach(() => {
  speed.value = 1;
  clock = new Waiting();
  player = new Player(
    () => 4,
    (at) => 100 * (at + 1),
    clock,
  );
});

describe("stepping", () => {
  it("goes forward and back, and never beyond the ends", () => {
    player.back();
    expect(player.at).toBe(0);
    for (let step = 0; step < 9; step++) player.forward();
    expect(player.at).toBe(3);
    player.jump(-5);
    expect(player.at).toBe(0);
    player.jump(99);
    expect(player.at).toBe(3);
  });

  it("counts arriving at the end on foot, and not being put there", () => {
    player.jump(3);
    expect(player.arrivals).toBe(0);
    player.back();
    player.forward();
    player.forward();
    expect(player.arrivals).toBe(1);
    player.first();
    player.toEnd();
    player.toEnd();
    expect(player.arrivals).toBe(2);
  });
});

describe("playing", () => {
  it("holds each moment as long as it deserves, and stops at the end", () => {
    player.play();
    expect([clock.pass(), clock.pass(), clock.pass()]).toEqual([100, 200, 300]);
    expect(player).toMatchObject({ at: 3, playing: false, arrivals: 1 });
    expect(clock.due).toEqual([]);
  });

  it("takes a new speed at the next moment", () => {
    player.play();
    speed.value = 4;
    expect(clock.pass()).toBe(100);
    expect(clock.pass()).toBe(50);
  });

  it("begins anew from the end", () => {
    player.jump(3);
    player.toggle();
    expect(player).toMatchObject({ at: 0, playing: true });
  });

  it("stops when it is told to, and when somebody steps", () => {
    for (const stop of [() => player.toggle(), () => player.back(), () => player.jump(2)]) {
      player.first();
      player.play();
      stop();
      expect(player.playing).toBe(false);
      expect(clock.due).toEqual([]);
    }
  });

  it("does not run twice at once", () => {
    player.play();
    player.play();
    expect(clock.due).toHaveLength(1);
  });
});
