import { expect, test } from "vitest";
import { someFound } from "./glob";

test("a pattern that finds nothing is a mistake", () => {
  const nothing = import.meta.glob("../games/*/words.*.json");
  expect(() => someFound(nothing, "../games/*/words.*.json")).toThrow(
    "no file matches ../games/*/words.*.json",
  );
});

test("what a pattern finds is given back", () => {
  const games = import.meta.glob("../games/*/table.ts");
  expect(Object.keys(someFound(games, "table.ts")).length).toBeGreaterThan(1);
});
