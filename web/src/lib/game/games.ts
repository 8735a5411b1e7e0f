/** The games that have a folder here. Which of them can be played, the server says. */

import type { PosterGame, TableGame } from "./game";

const posters = import.meta.glob<{ default: PosterGame }>("../../games/*/poster.ts", { eager: true });
const tables = import.meta.glob<{ default: TableGame }>("../../games/*/table.ts");

export function poster(key: string): PosterGame | null {
  return posters[`../../games/${key}/poster.ts`]?.default ?? null;
}

/** Each game is loaded with its table. */
export async function tableGame(key: string): Promise<TableGame | null> {
  const found = tables[`../../games/${key}/table.ts`];
  return found === undefined ? null : (await found()).default;
}

export const keysWithTables: readonly string[] = Object.keys(tables).map(
  (path) => path.split("/").at(-2) ?? "",
);
