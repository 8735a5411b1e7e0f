/** Who may import what: a game knows `lib` and itself, nothing else; nobody outside its folder names a game. */

import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map((found) => found[1] ?? "");
}

/** Whether what is imported from there lies in the same game's folder. */
function staysInGame(path: string, imported: string): boolean {
  const [game] = /^\.\/games\/[^/]+\//.exec(path) ?? [""];
  const target = new URL(imported, `file:///${path}`).pathname;
  return imported.startsWith(".") && target.startsWith(game.slice(1));
}

const ofGames = Object.entries(sources).filter(([path]) => /^\.\/games\/[^/]+\//.test(path));
/** What every game has, whatever else it has. */
const EVERY_GAME = [
  "messages.ts",
  "poster.ts",
  "table.ts",
  "view.ts",
  "event_text.ts",
  "hint_text.ts",
  "animation.ts",
  "guide.ts",
  "fixtures/for_tests.ts",
  ...["Table", "OwnArea", "OpponentArea", "CentreArea", "Actions", "Help", "Result", "Poster"].map(
    (name) => `components/${name}.svelte`,
  ),
];

test("every game has the same rooms", () => {
  const keys = [...new Set(ofGames.map(([path]) => path.split("/")[2] ?? ""))];
  const missing = keys
    .flatMap((key) => EVERY_GAME.map((file) => `./games/${key}/${file}`))
    .filter((path) => sources[path] === undefined);
  expect(missing).toEqual([]);
  const misplaced = ofGames
    .map(([path]) => path)
    .filter((path) => path.endsWith(".svelte") !== path.includes("/components/"));
  expect(misplaced).toEqual([]);
});

test("games import lib, svelte and themselves only", () => {
  expect(ofGames.length).toBeGreaterThan(3);
  const wrong = ofGames.flatMap(([path, text]) =>
    imports(text)
      .filter((one) => !/^(\$lib\/|\$protocol$|svelte($|\/))/.test(one) && !staysInGame(path, one))
      .map((one) => `${path}: ${one}`),
  );
  expect(wrong).toEqual([]);
});

test("a way out of a game's folder is seen as one", () => {
  const from = "./games/gra/components/Help.svelte";
  expect(staysInGame(from, "../view")).toBe(true);
  expect(staysInGame(from, "./Bids.svelte")).toBe(true);
  expect(staysInGame(from, "../../gang/view")).toBe(false);
  expect(staysInGame(from, "../../../lib/api")).toBe(false);
});

test("games ask the server nothing and open no line", () => {
  expect(Object.keys(sources)).toEqual(
    expect.arrayContaining(["./lib/api.ts", "./lib/connection/table_connection.ts"]),
  );
  const wrong = ofGames
    .filter(([, text]) => /\bfetch\(|WebSocket|lib\/api|lib\/connection/.test(text))
    .map(([path]) => path);
  expect(wrong).toEqual([]);
});

/** Whether a text names a game: its key in quotes, as a property, or its folder. (Keys may be words that mean other things, too.) */
function names(text: string, key: string): boolean {
  const code = text.replace(/\/\*\*?[\s\S]*?\*\//g, "");
  return new RegExp(`["'\`]${key}["'\`]|(?<![-\\w])${key}\\??:|[\\w)\\]]\\.${key}\\b|games/${key}\\b`).test(
    code,
  );
}

test("nothing outside its folder names a game", () => {
  const keys = [...new Set(ofGames.map(([path]) => path.split("/")[2] ?? ""))];
  const wrong = Object.entries(sources)
    .filter(([path]) => !path.startsWith("./games/"))
    .filter(([, text]) => keys.some((key) => names(text, key)))
    .map(([path]) => path);
  expect(wrong).toEqual([]);
});

test("naming a game is seen, but a word that is also a key is not", () => {
  expect(names('if (game === "gang") return;', "gang")).toBe(true);
  expect(names("const most = { gang: 6 };", "gang")).toBe(true);
  expect(names("return most.gang;", "gang")).toBe(true);
  expect(names('import("../games/gang/table")', "gang")).toBe(true);
  expect(names('/** As in "gang". */', "gang")).toBe(false);
  expect(names("transition: transform var(--quick); --quick: 120ms;", "quick")).toBe(false);
});

test("no markup has a style attribute that the server's policy would block", () => {
  const wrong = Object.entries(sources)
    .filter(([path, text]) => path.endsWith(".svelte") && /\sstyle="(?![^"]*\{)/.test(text))
    .map(([path]) => path);
  expect(wrong).toEqual([]);
});
