/** Whatever may be suggested in any game has words: every move that was legal in a match that was really played. */

import { beforeEach, describe, expect, test } from "vitest";
import { tableGame } from "$lib/game/registry";
import type { GameView, TableGame } from "$lib/game/contract";
import { hintText, percent } from "$lib/game/hint_text";
import { someFound } from "$lib/glob";
import { translations } from "$lib/i18n/translations.svelte";

const played = import.meta.glob<readonly GameView[]>("./*/fixtures/played*.json", {
  eager: true,
  import: "default",
});
someFound(played, "games/*/fixtures/played*.json");
const keys = [...new Set(Object.keys(played).map((path) => path.split("/")[1] ?? ""))];
const types = import.meta.glob<string>("./*/messages.ts", { eager: true, query: "?raw", import: "default" });

/** Of the numbers that the game's bots give behind a move. */
function kindsOf(key: string): string[] {
  const [, kinds = ""] = /export type ReasonKind =([^;]*);/.exec(types[`./${key}/messages.ts`] ?? "") ?? [];
  return [...kinds.matchAll(/"(\w+)"/g)].map(([, kind]) => kind ?? "").sort();
}

function* moves(key: string): Generator<[unknown, GameView]> {
  for (const [path, moments] of Object.entries(played)) {
    if (!path.startsWith(`./${key}/`)) continue;
    for (const seen of moments) for (const move of seen.legal) yield [move, seen];
  }
}

describe.each(keys)("hints in %s", (key) => {
  let game: TableGame;

  beforeEach(async () => {
    game = (await tableGame(key)) as TableGame;
  });

  test.each(["en", "pl"] as const)(
    "there are words for every move and every number (%s)",
    async (language) => {
      await translations.choose(language);
      const explained = new Set<string>();
      for (const [move, seen] of moves(key)) {
        const hint = game.hintText(move, seen);
        expect(hint).toMatch(/^\p{Lu}.*[^:\s]\.$/u);
        expect(hint).not.toMatch(/undefined|null|hint\.|[{}]/);
        for (const kind of kindsOf(key)) {
          const because = game.reasonText({ kind, value: 0.31 }, move, seen);
          if (because === null) continue;
          explained.add(kind);
          expect(because).toMatch(/^\p{Lu}.*\.$/u);
          expect(because).not.toMatch(/undefined|null|because\.|[{}]/);
        }
      }
      expect(explained.size).toBeGreaterThan(0);
      expect([...explained].sort()).toEqual(kindsOf(key));
    },
  );

  test("a number of another kind is left out", () => {
    const [move, seen] = moves(key).next().value as [Record<string, unknown>, GameView];
    const given = { match: seen.match, seq: seen.seq, move };
    expect(hintText(game, { ...given, reason: { kind: "new", value: 3 } }, seen).because).toBe("");
    expect(hintText(game, { ...given, reason: null }, seen).because).toBe("");
  });
});

test("what is nearly certain is not called certain", () => {
  expect([0, 0.001, 0.314, 0.999, 1].map(percent)).toEqual([0, 1, 31, 99, 100]);
});
