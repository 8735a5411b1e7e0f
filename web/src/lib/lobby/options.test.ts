import { describe, expect, it } from "vitest";
import { EXAMPLE } from "./fixtures/example";
import { usualLevel } from "./bot_levels";
import { fitting, offered, optionsOf, playable, spans, usual } from "./options";

describe("options", () => {
  it("shows each kind as what it is, and none that has no list of values", () => {
    expect(optionsOf(EXAMPLE).map(({ name, kind }) => [name, kind])).toEqual([
      ["tactical", "switch"],
      ["deck", "radio"],
      ["rounds", "stepper"],
    ]);
  });

  it("has the order of the game's folder first, whatever else it names", () => {
    const names = optionsOf(EXAMPLE, ["rounds", "gone", "deck"]).map(({ name }) => name);
    expect(names).toEqual(["rounds", "deck", "tactical"]);
  });

  it("lists all values, though not every number of players has them", () => {
    expect(optionsOf(EXAMPLE).find(({ name }) => name === "deck")?.values).toEqual(["small", "large"]);
  });

  it("knows what goes with how many", () => {
    expect(playable(EXAMPLE)).toEqual([2, 3, 5]);
    expect(offered(EXAMPLE, 5, "tactical")).toEqual([false]);
    expect(offered(EXAMPLE, 4, "tactical")).toEqual([]);
    expect(fitting(EXAMPLE, "tactical", true)).toEqual([2, 3]);
  });

  it("takes the default, or the first that goes", () => {
    expect(usual(EXAMPLE, 3, "deck")).toBe("small");
    expect(usual(EXAMPLE, 2, "deck")).toBe("large");
    expect(usual(EXAMPLE, 5, "rounds")).toBe(1);
  });
});

describe("spans", () => {
  it.each([
    [[3, 4, 5], "3–5"],
    [[2, 3, 5], "2–3, 5"],
    [[4], "4"],
    [[], ""],
  ])("%j is %s", (numbers, text) => expect(spans(numbers)).toBe(text));
});

describe("the usual level", () => {
  it.each([
    [["random", "easy", "normal", "hard"], "normal"],
    [["random", "easy"], "easy"],
    [["easy", "random"], "easy"],
    [["random"], "random"],
  ])("of %j is %s", (levels, level) => expect(usualLevel(levels)).toBe(level));
});
