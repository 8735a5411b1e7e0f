// How much a browser loads for a table, compressed; the build fails when it is too much.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const MOST = 200_000;
const PAGES = fileURLToPath(new URL("../../src/stolik/server/pages", import.meta.url));
const LANGUAGE = "src/locales/pl.ts"; // the longer one

const manifest = JSON.parse(readFileSync(join(PAGES, ".vite/manifest.json"), "utf8"));

/** Everything that loading these chunks brings along. */
function reached(keys) {
  const found = new Set();
  const waiting = [...keys];
  while (waiting.length > 0) {
    const key = waiting.pop();
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no ${key}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const file of chunk.css ?? []) found.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return found;
}

function compressed(file) {
  const path = join(PAGES, file);
  return Math.min(
    ...[path, `${path}.br`].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? Infinity),
  );
}

const sum = (files) => [...files].reduce((total, file) => total + compressed(file), 0);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

// The letters of both languages, both faces; browsers fetch other letters only where somebody's name has them.
const listed = Object.values(manifest)
  .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
  .filter((file) => /(display|text)-(first|polish)-[^/]*\.woff2$/.test(file));
const fonts = [...new Set(listed)];
const everyTable = ["index.html", "src/pages/Table.svelte", LANGUAGE];
const games = Object.keys(manifest).filter((key) => /^src\/games\/[^/]+\/table\.ts$/.test(key));
if (fonts.length !== 4) throw new Error(`four fonts are expected, not ${fonts}`);
if (games.length === 0) throw new Error("no game has a table");

let tooMuch = false;
for (const table of games) {
  const folder = table.slice(0, -"table.ts".length);
  const words = ["locales/table.pl.json", "poster.ts", "locales/poster.pl.json"].map((name) => folder + name);
  const files = new Set(["index.html", ...reached([...everyTable, table, ...words]), ...fonts]);
  const size = sum(files);
  tooMuch ||= size > MOST;
  console.log(
    `first load of ${folder.split("/").at(-2)}: ${kilobytes(size)} (${kilobytes(sum(fonts))} fonts)`,
  );
}
if (tooMuch) {
  console.error(`A table may take ${kilobytes(MOST)} at most.`);
  process.exit(1);
}
