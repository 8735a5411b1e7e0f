import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { number, preferredLanguage, t, tableT, translations } from "./translations.svelte";

type Messages = Record<string, string>;

const shells = import.meta.glob<Messages>("../../locales/*/*.json", { eager: true, import: "default" });
const games = import.meta.glob<Messages>("../../games/*/locales/*.json", {
  eager: true,
  import: "default",
});
const sources = import.meta.glob<string>(["../../**/*.{ts,svelte}", "!../../**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** [name, English, Polish] of every pair of locale files. */
const pairs: [string, Messages, Messages | undefined][] = [
  ...Object.entries(shells)
    .filter(([path]) => path.includes("/en/"))
    .map(([path, en]): [string, Messages, Messages | undefined] => [
      path,
      en,
      shells[path.replace("/en/", "/pl/")],
    ]),
  ...Object.entries(games)
    .filter(([path]) => path.endsWith(".en.json"))
    .map(([path, en]): [string, Messages, Messages | undefined] => [
      path,
      en,
      games[path.replace(".en.", ".pl.")],
    ]),
];

function argumentsOf(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(element.value);
    if ("options" in element)
      for (const option of Object.values(element.options)) argumentsOf(option.value, found);
    if ("children" in element) argumentsOf(element.children, found);
  }
  return found;
}

function pluralsOf(elements: MessageFormatElement[]): { name: string; forms: string[]; ordinal: boolean }[] {
  return elements.flatMap((element) => {
    if (!("options" in element)) return [];
    const inner = Object.values(element.options).flatMap((option) => pluralsOf(option.value));
    if (element.type !== TYPE.plural) return inner;
    const ordinal = element.pluralType === "ordinal";
    return [{ name: element.value, forms: Object.keys(element.options), ordinal }, ...inner];
  });
}

describe("the locale files", () => {
  test("every one has its counterpart", () => {
    const all = [...Object.keys(shells), ...Object.keys(games)];
    expect(all.length).toBe(2 * pairs.length);
    expect(pairs.length).toBeGreaterThanOrEqual(4);
  });

  test.each(pairs)("%s has the same keys and arguments in both languages", (_, en, pl) => {
    expect(Object.keys(pl ?? {}).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      const english = [...argumentsOf(parse(text, { ignoreTag: true }))].sort();
      const polish = [...argumentsOf(parse(pl?.[key] ?? "", { ignoreTag: true }))].sort();
      expect([key, polish]).toEqual([key, english]);
      expect(`${key}: ${pl?.[key]?.trim()}`).not.toBe(`${key}: `);
    }
  });

  test.each(pairs)("%s has all the plural forms of Polish", (_, __, pl) => {
    for (const [key, text] of Object.entries(pl ?? {})) {
      for (const { forms, ordinal } of pluralsOf(parse(text, { ignoreTag: true }))) {
        if (ordinal) continue;
        expect([key, ["one", "few", "many", "other"].filter((form) => !forms.includes(form))]).toEqual([
          key,
          [],
        ]);
      }
    }
  });

  test("every key that the pages ask for is there", () => {
    const shellKeys = new Set(
      Object.entries(shells)
        .filter(([path]) => path.includes("/en/"))
        .flatMap(([, messages]) => Object.keys(messages)),
    );
    const asked = Object.entries(sources)
      .filter(([path]) => !path.includes("/games/"))
      .flatMap(([path, text]) =>
        [...text.matchAll(/\bt\(\s*"([\w.]+)"/g)].map((found) => `${path}: ${found[1]}`),
      );
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.filter((one) => !shellKeys.has(one.split(": ")[1] ?? ""))).toEqual([]);
  });

  test("no key is there for nothing", () => {
    const text = Object.values(sources).join("\n");
    const keys = Object.entries(shells)
      .filter(([path]) => path.includes("/en/"))
      .flatMap(([, messages]) => Object.keys(messages));
    const built = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1] ?? "");
    const unused = keys.filter(
      (key) => !text.includes(`"${key}"`) && !built.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

describe("words", () => {
  test("are in the language that was chosen, and remembered", async () => {
    await translations.choose("pl");
    expect(t("shell.close")).toBe("Zamknij");
    expect(document.documentElement.lang).toBe("pl");
    expect(preferredLanguage()).toBe("pl");
    await translations.choose("en");
    expect(t("shell.close")).toBe("Close");
  });

  test("count in Polish as Poles do", async () => {
    await translations.choose("pl");
    const counted = [1, 2, 5, 12, 22].map((seconds) => t("table.goes_on", { seconds }));
    expect(counted).toEqual([
      "Dalej za 1 sekundę",
      "Dalej za 2 sekundy",
      "Dalej za 5 sekund",
      "Dalej za 12 sekund",
      "Dalej za 22 sekundy",
    ]);
  });

  test("of a game come with the game", async () => {
    await translations.choose("en");
    const game = tableT<string>("no_thanks");
    await translations.want("table", "no_thanks");
    const keys = Object.keys(games["../../games/no_thanks/locales/table.en.json"] ?? {});
    expect(keys.length).toBeGreaterThan(0);
    expect(game(keys[0] ?? "", {})).not.toBe(keys[0]);
  });

  test("minus is a minus", () => expect(number(-3)).toBe("−3"));
});
