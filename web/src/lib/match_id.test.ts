import { expect, it } from "vitest";
import { Refused } from "./api";
import { matchId } from "./match_id";

it("reads a table and a number", () => {
  expect(matchId("a-B_9.x.12")).toEqual({ table: "a-B_9.x", number: 12 });
});

it.each(["", "table", "table.", "table.0", ".1", "table.1a"])("knows that %j is no match", (text) => {
  expect(() => matchId(text)).toThrow(Refused);
});
