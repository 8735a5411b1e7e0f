/** The games that have a folder here. Which of them can be played, the server says. */

import { words } from "../i18n/translations.svelte";
import type { PosterGame, TableGame } from "./contract";

const posters = import.meta.glob<{ default: PosterGame }>("../../games/*/poster.ts");
const tables = import.meta.glob<{ default: TableGame }>("../../games/*/table.ts");
const keyOf = (path: string): string => path.split("/").at(-2) ?? "";

export const keysWithFolders: ReadonlySet<string> = new Set(
  [...Object.keys(posters), ...Object.keys(tables)].map(keyOf),
);

const wanted = new Map<string, PosterGame>();

/** Poster, colours and words of a game: from then on `poster` has it. */
export async function wantPoster(key: string): Promise<void> {
  const [found] = await Promise.all([posters[`../../games/${key}/poster.ts`]?.(), words.want("poster", key)]);
  if (found !== undefined) wanted.set(key, found.default);
}

export function poster(key: string): PosterGame | null {
  return wanted.get(key) ?? null;
}

/** Each game is loaded with its table, words and all. */
export async function tableGame(key: string): Promise<TableGame | null> {
  const [found] = await Promise.all([
    tables[`../../games/${key}/table.ts`]?.(),
    wantPoster(key),
    words.want("table", key),
  ]);
  return found?.default ?? null;
}
