import { expect, test } from "vitest";
import { table, you } from "./fixtures/frames";
import { silenced } from "./silence";

const at = (seat: number | null, status: "playing" | "over" = "playing"): ReturnType<typeof silenced> =>
  silenced({
    silence: { may_not_talk: [0, 1], may_not_react: [1] },
    table: { ...table(), status },
    you: { ...you(0, false), seat },
  });

test("one may be asked for silence, another for more than that, a third for nothing", () => {
  expect([at(0), at(1), at(2), at(null)]).toEqual(["quiet", "muted", "no", "no"]);
});

test("when the match is over, all may talk", () => {
  expect(at(1, "over")).toBe("no");
});
