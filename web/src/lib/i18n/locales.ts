/** Where the messages are. Each language is a file of its own, and each game brings its messages along. */

import { someFound } from "../glob";

export const LANGUAGES = ["pl", "en"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];
export type Messages = Readonly<Record<string, string>>;

type Loaders = Readonly<Record<string, () => Promise<{ default: Messages }>>>;

const shell: Loaders = someFound(
  import.meta.glob<{ default: Messages }>("../../locales/*.ts"),
  "locales/*.ts",
);
const games: Loaders = someFound(
  import.meta.glob<{ default: Messages }>("../../games/*/locales/*.json"),
  "games/*/locales/*.json",
);

/** Fails if there is no such file: a page full of keys would be worse. */
async function read(loaders: Loaders, path: string): Promise<Messages> {
  const load = loaders[path];
  if (load === undefined) throw new Error(`no messages in ${path}`);
  return (await load()).default;
}

export function shellMessages(language: LanguageCode): Promise<Messages> {
  return read(shell, `../../locales/${language}.ts`);
}

/**
 * Of one game: what the lobby says about it (`poster`), what is said at its table, or in parts that are loaded when they are
 * first wanted (`lazy`).
 */
export type GameScope = "poster" | "table" | "lazy";

export function gameMessages(scope: GameScope, game: string, language: LanguageCode): Promise<Messages> {
  return read(games, `../../games/${game}/locales/${scope}.${language}.json`);
}
