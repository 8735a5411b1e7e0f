import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReplayPage } from "$protocol";
import { Refused } from "../api";
import { stubPage } from "./fixtures/stub_game";
import { ReplayMoments } from "./replay_moments.svelte";

const LAST = 999;

/** A page as the server gives it: up to the next hundred, `limit` moments at most. */
function page(from: number, limit = 100, first = 0): ReplayPage {
  const end = Math.min(LAST + 1, from - (from % 100) + 100, from + limit);
  const moments = Array.from({ length: Math.max(0, end - from) }, (_, step) => ({
    seq: from + step,
    events: [],
    view: { public: { seq: from + step }, private: null },
  }));
  return stubPage(moments, { first, last: LAST, next: end > LAST ? null : end });
}

const asked: number[] = [];

function opened(from = 0, limit = 100): ReplayMoments {
  return new ReplayMoments(page(from, limit), (wanted) => {
    asked.push(wanted);
    return Promise.resolve(page(wanted, limit));
  });
}

function there(moments: ReplayMoments): string {
  return moments.spans.map(({ from, to, loaded }) => `${loaded ? "" : "not "}${from}-${to}`).join(" ");
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

describe("what is there", () => {
  it("is the first page at once, and how many there are in all", () => {
    const moments = opened();
    expect(moments.count).toBe(1000);
    expect(there(moments)).toBe("0-99 not 100-999");
    expect(moments.at(99)?.seq).toBe(99);
    expect(moments.at(100)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("is counted from the first moment that may be looked at", () => {
    const moments = new ReplayMoments(page(250, 100, 250), () => Promise.reject(new Error()));
    expect(moments.count).toBe(750);
    expect(moments.at(0)?.seq).toBe(250);
    expect([0, 250, 260, 5000].map((seq) => moments.indexOf(seq))).toEqual([0, 0, 10, 749]);
  });
});

describe("what is fetched", () => {
  it("is nothing while what follows is there, and the next page in time", async () => {
    const moments = opened();
    moments.lookAt(50);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
    moments.lookAt(60);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([100]);
    expect(there(moments)).toBe("0-199 not 200-999");
  });

  it("is the page where one points, and what lies between is left out", async () => {
    const moments = opened();
    moments.lookAt(640);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([600]);
    expect(there(moments)).toBe("0-99 not 100-599 600-699 not 700-999");
    expect(moments.at(640)?.seq).toBe(640);
  });

  it("is only where a finger rests that slides over everything", async () => {
    const moments = opened();
    for (let index = 100; index < 950; index += 10) {
      moments.lookAt(index);
      await vi.advanceTimersByTimeAsync(10);
    }
    moments.lookAt(420);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([400]);
  });

  it("goes on where a page was cut", async () => {
    const moments = opened(0, 30);
    moments.lookAt(95);
    await vi.runAllTimersAsync();
    expect(asked.slice(0, 3)).toEqual([30, 60, 90]);
    expect(moments.at(95)?.seq).toBe(95);
  });

  it("is never fetched twice at once", async () => {
    const moments = opened();
    await Promise.all([moments.fetch(300), moments.fetch(310), moments.fetch(320)]);
    expect(asked).toEqual([300]);
  });

  it("is nothing any more once the page is left", async () => {
    const moments = opened();
    moments.lookAt(500);
    moments.end();
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
  });
});

it("keeps what is near, and fetches the rest again when it is wanted", async () => {
  const far = 5_000;
  const load = (from: number): Promise<ReplayPage> => {
    asked.push(from);
    const moments = Array.from({ length: 100 }, (_, step) => ({
      seq: from + step,
      events: [],
      view: { public: null, private: null },
    }));
    return Promise.resolve(stubPage(moments, { first: 0, last: far }));
  };
  const moments = new ReplayMoments(await load(0), load);
  for (let index = 0; index <= 3_000; index += 100) await moments.fetch(index);
  expect(moments.at(3_000)?.seq).toBe(3_000);
  expect(moments.at(0)).toBeUndefined();
  expect(
    moments.spans.filter(({ loaded }) => loaded).reduce((sum, { from, to }) => sum + to - from + 1, 0),
  ).toBe(2_000);
  await moments.fetch(0);
  expect(moments.at(0)?.seq).toBe(0);
});

describe("trouble", () => {
  it("of a server that has no time is waited for", async () => {
    let refusals = 2;
    const moments = new ReplayMoments(page(0), (from) =>
      refusals-- > 0 ? Promise.reject(new Refused("too_fast", "")) : Promise.resolve(page(from)),
    );
    moments.lookAt(500);
    await vi.runAllTimersAsync();
    expect(moments.at(500)?.seq).toBe(500);
    expect(moments.problem).toBeNull();
  });

  it("is said if the moment that one looks at cannot be had, and can be tried again", async () => {
    let broken = true;
    const moments = new ReplayMoments(page(0), (from) =>
      broken ? Promise.reject(new Refused("unreachable", "")) : Promise.resolve(page(from)),
    );
    moments.lookAt(500);
    await vi.runAllTimersAsync();
    expect(moments.problem).toBe("unreachable");
    broken = false;
    moments.again();
    await vi.runAllTimersAsync();
    expect(moments.problem).toBeNull();
    expect(moments.at(500)?.seq).toBe(500);
  });

  it("with what follows says nothing: what one looks at is there", async () => {
    const moments = new ReplayMoments(page(0), () => Promise.reject(new Refused("unreachable", "")));
    moments.lookAt(90);
    await vi.runAllTimersAsync();
    expect(moments.problem).toBeNull();
  });
});
