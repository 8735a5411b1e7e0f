/** The words on the page, in the language that is chosen now. Reading them in markup keeps them up to date. */

import { IntlMessageFormat } from "intl-messageformat";
import { SvelteMap } from "svelte/reactivity";
import type shellKeys from "../../locales/en";
import {
  gameMessages,
  LANGUAGES,
  shellMessages,
  type GameScope,
  type LanguageCode,
  type Messages,
} from "./locales";

export type ShellKey = keyof typeof shellKeys;
export type Values = Readonly<Record<string, string | number | boolean>>;

const KEPT = "stolik.language";

class Translations {
  /** Language of what is shown; changes only when all its messages are there. */
  language = $state<LanguageCode>("en");
  #messages = new SvelteMap<string, Messages>();
  #formats = new Map<string, IntlMessageFormat>();
  #wanted = new Map<string, (language: LanguageCode) => Promise<Messages>>([["", shellMessages]]);

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
  async want(kind: GameScope, game: string): Promise<void> {
    const scope = `${kind}:${game}`;
    this.#wanted.set(scope, (language) => gameMessages(kind, game, language));
    await this.#load(scope, this.language);
  }

  has(scope: string, key: string): boolean {
    return this.#messages.get(`${this.language}|${scope}`)?.[key] !== undefined;
  }

  say(scope: string, key: string, values?: Values): string {
    const text = this.#messages.get(`${this.language}|${scope}`)?.[key];
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
    if (loader === undefined || this.#messages.has(name)) return;
    this.#messages.set(name, await loader(language));
  }
}

export const translations = new Translations();

export function t(key: ShellKey, values?: Values): string {
  return translations.say("", key, values);
}

/** For texts whose key is put together, such as the words for a refusal. */
export function tMaybe(key: string, values?: Values): string | null {
  return translations.has("", key) ? translations.say("", key, values) : null;
}

/** `t` for the table of one game: `const t = tableT<keyof typeof en>("no_thanks")`. */
export function tableT<Key extends string>(game: string): (key: Key, values?: Values) => string {
  return (key, values) => translations.say(`table:${game}`, key, values);
}

/** `t` for parts of a game that are loaded later, once their words are wanted. */
export function lazyT<Key extends string>(game: string): (key: Key, values?: Values) => string {
  return (key, values) => translations.say(`lazy:${game}`, key, values);
}

/** `t` for a game's poster and options; null if its folder has no such words. */
export function posterT(game: string, key: string, values?: Values): string | null {
  return translations.has(`poster:${game}`, key) ? translations.say(`poster:${game}`, key, values) : null;
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
