import { describe, expect, it } from "vitest";
import { stallsIn } from "./market_stalls";

describe("the market", () => {
  it("has a line for each colour where there is room, however many there are", () => {
    const wide = { width: 470, height: 220 };
    expect(stallsIn([1], wide, true)).toEqual(stallsIn([9, 9, 9, 9], wide, true));
    expect(stallsIn([9, 9, 9, 9], wide, true)).toMatchObject({ lined: true, scrolls: false });
  });

  it("is never too small to be pressed, and scrolls rather than that", () => {
    const low = { width: 240, height: 160 };
    expect(stallsIn([4, 4], low, true)).toMatchObject({ tile: 52, scrolls: false });
    expect(stallsIn([9, 9, 9], low, true)).toMatchObject({ tile: 44, scrolls: true });
  });

  it("is drawn as large as its place lets it be where it is only looked at", () => {
    const strip = { width: 300, height: 46 };
    expect(stallsIn([2, 2], strip, false)).toEqual({ tile: 35, lined: false, scrolls: false, slips: false });
    expect(stallsIn([9, 9, 3], strip, false)).toMatchObject({ slips: true, scrolls: false });
  });

  it("waits to be measured", () => {
    expect(stallsIn([2], { width: 0, height: 0 }, true).tile).toBeNull();
  });
});
