/** The games that have a folder here. Which of them can be played, the server says. */

import { translations } from "../i18n/translations.svelte";
import { someFound } from "../glob";
import type { PosterGame, TableGame } from "./contract";

const posters = someFound(
  import.meta.glob<{ default: PosterGame }>("../../games/*/poster.ts"),
  "games/*/poster.ts",
);
const tables = someFound(
  import.meta.glob<{ default: TableGame }>("../../games/*/table.ts"),
  "games/*/table.ts",
);
const keyOf = (path: string): string => path.split("/").at(-2) ?? "";

export const keysWithFolders: ReadonlySet<string> = new Set(
  [...Object.keys(posters), ...Object.keys(tables)].map(keyOf),
);

const wanted = new Map<string, PosterGame>();

/** Poster, colours and words of a game: from then on `poster` has it. */
export async function wantPoster(key: string): Promise<void> {
  const load = posters[`../../games/${key}/poster.ts`];
  if (load === undefined) return;
  const [found] = await Promise.all([load(), translations.want("poster", key)]);
  wanted.set(key, found.default);
}

export function poster(key: string): PosterGame | null {
  return wanted.get(key) ?? null;
}

/** Each game is loaded with its table, words and all. Null: it has no table here. */
export async function tableGame(key: string): Promise<TableGame | null> {
  const load = tables[`../../games/${key}/table.ts`];
  if (load === undefined) return null;
  const [found] = await Promise.all([load(), wantPoster(key), translations.want("table", key)]);
  return found.default;
}
