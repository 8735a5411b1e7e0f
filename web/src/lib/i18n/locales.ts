/** Where the words are. Each language is a file of its own, and each game brings its words along. */

export const LANGUAGES = ["pl", "en"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];
export type Catalogue = Readonly<Record<string, string>>;

type Loader = () => Promise<{ default: Catalogue }>;

const shell = import.meta.glob("../../locales/*.ts") as Record<string, Loader>;
const posters = import.meta.glob("../../games/*/locales/poster.*.json") as Record<string, Loader>;
const games = import.meta.glob("../../games/*/locales/table.*.json") as Record<string, Loader>;
const late = import.meta.glob("../../games/*/locales/lazy.*.json") as Record<string, Loader>;

async function read(found: Loader | undefined): Promise<Catalogue> {
  return found === undefined ? {} : (await found()).default;
}

export function shellWords(language: LanguageCode): Promise<Catalogue> {
  return read(shell[`../../locales/${language}.ts`]);
}

/** What the lobby says about a game. */
export function posterWords(game: string, language: LanguageCode): Promise<Catalogue> {
  return read(posters[`../../games/${game}/locales/poster.${language}.json`]);
}

/** What is said at the table of a game. */
export function tableWords(game: string, language: LanguageCode): Promise<Catalogue> {
  return read(games[`../../games/${game}/locales/table.${language}.json`]);
}

/** What a game says in parts that are loaded when they are first wanted. */
export function lateWords(game: string, language: LanguageCode): Promise<Catalogue> {
  return read(late[`../../games/${game}/locales/lazy.${language}.json`]);
}
