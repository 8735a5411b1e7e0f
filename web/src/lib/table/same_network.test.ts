import { beforeEach, describe, expect, it } from "vitest";
import type { You } from "$protocol";
import { translations } from "../i18n/translations.svelte";
import { CHAIR, table, you } from "./fixtures/frames";
import { sharingGroups, sharingText } from "./same_network";

beforeEach(() => translations.choose("en"));

describe("who shares a network", () => {
  const chairs = ["Ala", "Bob", "Cyd", "Dan"].map((name) => ({ ...CHAIR, name }));
  const host = (...pairs: You["same_network"]): You => ({ ...you(0, true), same_network: pairs });
  const said = (reader: You): string[] =>
    chairs.map((_, seat) => sharingText(reader, seat, { ...table(), chairs }));

  it("is said from both sides, by name if it is one", () => {
    expect(said(host([0, 2]))).toEqual(["same network as Cyd", "", "same network as Ala", ""]);
  });

  it("is counted if there are more", () => {
    expect(said(host([0, 2], [1, 2]))[2]).toBe("same network as 2 others");
  });

  it("is nothing for those who are not told", () => {
    expect(said(you(1))).toEqual(["", "", "", ""]);
  });
});

describe("a group", () => {
  it.each<{ pairs: You["same_network"]; groups: number[][] }>([
    { pairs: [], groups: [] },
    { pairs: [[1, 3]], groups: [[1, 3]] },
    {
      pairs: [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      groups: [[0, 1, 2]],
    },
    {
      pairs: [
        [0, 1],
        [0, 2],
      ],
      groups: [
        [0, 1],
        [0, 2],
      ],
    }, // a laptop at home with 1, a phone elsewhere with 2
    {
      pairs: [
        [0, 1],
        [2, 3],
      ],
      groups: [
        [0, 1],
        [2, 3],
      ],
    },
  ])("has all who share with all of it: $pairs", ({ pairs, groups }) => {
    expect(sharingGroups(pairs)).toEqual(groups);
  });
});
