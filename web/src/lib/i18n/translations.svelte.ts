/** The words on the page, in the language that is chosen now. Reading them in markup keeps them up to date. */

import { IntlMessageFormat } from "intl-messageformat";
import { SvelteMap } from "svelte/reactivity";
import type shellKeys from "../../locales/en";
import {
  LANGUAGES,
  lateWords,
  posterWords,
  shellWords,
  tableWords,
  type Catalogue,
  type LanguageCode,
} from "./locales";

export type ShellKey = keyof typeof shellKeys;
export type Values = Readonly<Record<string, string | number | boolean>>;

const KEPT = "stolik.language";

const OF_GAMES = { poster: posterWords, table: tableWords, late: lateWords };

class Words {
  /** Language of what is shown; changes only when all its catalogues are there. */
  language = $state<LanguageCode>("en");
  #catalogues = new SvelteMap<string, Catalogue>();
  #formats = new Map<string, IntlMessageFormat>();
  #wanted = new Map<string, (language: LanguageCode) => Promise<Catalogue>>([["", shellWords]]);

  async choose(language: LanguageCode): Promise<void> {
    await Promise.all([...this.#wanted.keys()].map((scope) => this.#load(scope, language)));
    this.language = language;
    document.documentElement.lang = language;
    try {
      localStorage.setItem(KEPT, language);
    } catch {
      // a browser that keeps nothing asks its own language again next time
    }
  }

  /** The words of one game: for the lobby (`poster`), the table, or what is loaded later than that. */
  async want(kind: keyof typeof OF_GAMES, game: string): Promise<void> {
    const scope = `${kind}:${game}`;
    this.#wanted.set(scope, (language) => OF_GAMES[kind](game, language));
    await this.#load(scope, this.language);
  }

  has(scope: string, key: string): boolean {
    return this.#catalogues.get(`${this.language}|${scope}`)?.[key] !== undefined;
  }

  say(scope: string, key: string, values?: Values): string {
    const text = this.#catalogues.get(`${this.language}|${scope}`)?.[key];
    if (text === undefined) return key;
    const name = `${this.language}|${scope}|${key}`;
    let format = this.#formats.get(name);
    if (format === undefined) {
      format = new IntlMessageFormat(text, this.language, undefined, { ignoreTag: true });
      this.#formats.set(name, format);
    }
    return String(format.format(values as Record<string, string>));
  }

  async #load(scope: string, language: LanguageCode): Promise<void> {
    const name = `${language}|${scope}`;
    const loader = this.#wanted.get(scope);
    if (loader === undefined || this.#catalogues.has(name)) return;
    this.#catalogues.set(name, await loader(language));
  }
}

export const words = new Words();

export function t(key: ShellKey, values?: Values): string {
  return words.say("", key, values);
}

/** For texts whose key is put together, such as the words for a refusal. */
export function tMaybe(key: string, values?: Values): string | null {
  return words.has("", key) ? words.say("", key, values) : null;
}

/** `t` for the table of one game: `const t = tableT<keyof typeof en>("no_thanks")`. */
export function tableT<Key extends string>(game: string): (key: Key, values?: Values) => string {
  return (key, values) => words.say(`table:${game}`, key, values);
}

/** `t` for parts of a game that are loaded later, once their words are wanted. */
export function lateT<Key extends string>(game: string): (key: Key, values?: Values) => string {
  return (key, values) => words.say(`late:${game}`, key, values);
}

/** `t` for a game's poster and options; null if its folder has no such words. */
export function posterT(game: string, key: string, values?: Values): string | null {
  return words.has(`poster:${game}`, key) ? words.say(`poster:${game}`, key, values) : null;
}

/** What was chosen before, or the first language of the browser that we speak. */
export function preferredLanguage(): LanguageCode {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    kept = null;
  }
  const wanted = [kept ?? "", ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
  return (
    LANGUAGES.find((code) => code === wanted.find((one) => LANGUAGES.includes(one as LanguageCode))) ?? "en"
  );
}

/** Minus as printers set it. */
export function number(value: number): string {
  return `${value}`.replace("-", "−");
}
