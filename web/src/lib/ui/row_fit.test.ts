import { expect, test } from "vitest";
import { fitRows } from "./row_fit";

const SHAPE = { gap: 4, ratio: 1.4, most: 60 };

test("few things are as large as they may be", () => {
  expect(fitRows([1, 1], { width: 300, height: 90 }, SHAPE)).toBe(60);
  expect(fitRows([], { width: 300, height: 90 }, SHAPE)).toBe(60);
});

test("a low box makes them lower, a narrow one narrower", () => {
  expect(fitRows([1], { width: 300, height: 56 }, SHAPE)).toBe(40);
  expect(fitRows([1, 1], { width: 84, height: 42 }, SHAPE)).toBe(30);
});

test("a second row is used where that leaves them larger", () => {
  const eight = Array.from({ length: 8 }, () => 1);
  expect(fitRows(eight, { width: 200, height: 124 }, SHAPE)).toBe(42); // four and four
  expect(fitRows(eight, { width: 200, height: 50 }, SHAPE)).toBe(21); // no height for it
});

test("what was not measured has no size", () => {
  expect(fitRows([1], { width: 0, height: 0 }, SHAPE)).toBeNull();
});
