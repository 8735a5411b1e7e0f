import { describe, expect, it } from "vitest";
import { joinTarget } from "./join_code";

describe("a code", () => {
  it.each([
    ["ABCDEF", "ABCDEF"],
    [" abc def\n", "ABCDEF"],
    ["abc-def", "ABCDEF"],
    ["https://cards.example/c/abcdef", "ABCDEF"],
    ["come: https://cards.example/c/abcdef?x=1", "ABCDEF"],
  ])("is found in %j", (typed, code) => expect(joinTarget(typed)).toEqual({ code }));

  it("may be the whole link of a table, whose id is not a code", () =>
    expect(joinTarget("https://cards.example/t/aB-c_9#x")).toEqual({ table: "aB-c_9" }));

  it.each(["", "  ", "–!?"])("is not in %j", (typed) => expect(joinTarget(typed)).toBeNull());
});
