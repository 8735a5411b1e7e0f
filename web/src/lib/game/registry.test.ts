import { expect, test } from "vitest";
import { gameMessages } from "../i18n/locales";
import { translations } from "../i18n/translations.svelte";
import { keysWithFolders, poster, tableGame, wantPoster } from "./registry";

test("every folder has a table and a poster, with their messages in both languages", async () => {
  expect(keysWithFolders.size).toBeGreaterThan(3);
  for (const key of keysWithFolders) {
    expect([key, await tableGame(key)]).not.toEqual([key, null]);
    expect([key, poster(key)]).not.toEqual([key, null]);
  }
  await translations.choose("pl");
  await translations.choose("en");
});

test("a game that has no folder has no table, and no poster", async () => {
  expect(await tableGame("unheard_of")).toBeNull();
  await wantPoster("unheard_of");
  expect(poster("unheard_of")).toBeNull();
});

test("messages that are not there are not passed over", async () => {
  await expect(gameMessages("lazy", "no_thanks", "en")).rejects.toThrow("no messages in");
});
