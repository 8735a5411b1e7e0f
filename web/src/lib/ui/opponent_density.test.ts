import { describe, expect, test } from "vitest";
import { arrange } from "./opponent_density";

const FULL = { width: 148, height: 140 };

describe("opponents", () => {
  test("lie there whole where there is room, in rows that are even", () => {
    expect(arrange(6, { width: 960, height: 740 }, FULL)).toEqual({ density: "full", columns: 6 });
    expect(arrange(6, { width: 768, height: 974 }, FULL)).toEqual({ density: "full", columns: 3 });
    expect(arrange(2, { width: 390, height: 794 }, FULL)).toEqual({ density: "full", columns: 2 });
  });

  test("shrink to what matters where there is not", () => {
    expect(arrange(6, { width: 360, height: 690 }, FULL)).toEqual({ density: "compact", columns: 3 });
    expect(arrange(4, { width: 360, height: 690 }, FULL)).toEqual({ density: "compact", columns: 2 });
  });

  test("sit in one column where the table is low", () => {
    expect(arrange(6, { width: 844, height: 343 }, FULL)).toEqual({ density: "compact", columns: 1 });
    expect(arrange(2, { width: 844, height: 343 }, FULL)).toEqual({ density: "full", columns: 1 });
  });

  test("are whole as long as nothing is known of the room", () => {
    expect(arrange(6, { width: 0, height: 0 }, FULL).density).toBe("full");
  });
});
