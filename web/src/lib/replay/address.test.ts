import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AddressKeeper, viewpointIn, momentIn, replayAddress } from "./address";

it.each([
  ["?seat=2", 2],
  ["?x=1&seat=0", 0],
  ["?seat=watch", "watch"],
  ["?seat=", null],
  ["?seat=-1", null],
  ["?seat=two", null],
  ["", null],
])("reads whose eyes %s means", (search, eyes) => {
  expect(viewpointIn(search)).toBe(eyes);
});

it.each([
  ["#12", 12],
  ["#0", 0],
  ["#", null],
  ["#main", null],
  ["#1.5", null],
])("reads which moment %s means", (hash, moment) => {
  expect(momentIn(hash)).toBe(moment);
});

it.each([2, 0, null])("writes what it can read again: seat %s", (seat) => {
  const address = new URL(replayAddress("t-_a.1", seat, 7), "http://stolik.test");
  expect(address.pathname).toBe("/replay/t-_a.1");
  expect(viewpointIn(address.search)).toBe(seat ?? "watch");
  expect(momentIn(address.hash)).toBe(7);
});

describe("keeping the address", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes the first at once, then the newest, and not more often than browsers allow", () => {
    const written: string[] = [];
    const keeper = new AddressKeeper((address) => written.push(address));
    for (let moment = 0; moment < 300; moment++) {
      keeper.keep(`#${moment}`);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(1_000);
    expect(written[0]).toBe("#0");
    expect(written.at(-1)).toBe("#299");
    expect(written.length).toBeLessThan(90);
  });

  it("writes nothing any more once the page is left", () => {
    const written: string[] = [];
    const keeper = new AddressKeeper((address) => written.push(address));
    keeper.keep("#1");
    keeper.keep("#2");
    keeper.stop();
    vi.advanceTimersByTime(5_000);
    expect(written).toEqual(["#1"]);
  });
});
