/** The games of this server that have a folder here, with their words. Asked for once. */

import type { GameShown } from "$protocol";
import { api } from "../api";
import { keysWithFolders, wantPoster } from "../game/registry";

let asked: Promise<GameShown[]> | null = null;

export function games(): Promise<GameShown[]> {
  asked ??= read().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function read(): Promise<GameShown[]> {
  const all = await api.games();
  const here = all.filter(({ key }) => keysWithFolders.has(key));
  await Promise.all(here.map(({ key }) => wantPoster(key)));
  return here;
}

export async function game(key: string): Promise<GameShown | null> {
  return (await games()).find((found) => found.key === key) ?? null;
}
