/** Bots by their strength. */

import { tMaybe } from "../i18n/translations.svelte";

/** A fair opponent: `normal`, or the strongest there is. One that plays at random is none, unless there is no other. */
export function usualLevel(levels: readonly string[]): string {
  if (levels.includes("normal")) return "normal";
  return levels.findLast((level) => level !== "random") ?? levels.at(-1) ?? "random";
}

export function levelName(level: string): string {
  return tMaybe(`lobby.level.${level}`) ?? level;
}
