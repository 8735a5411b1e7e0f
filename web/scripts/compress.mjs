// Beside every file of the built pages that gets smaller by it: the same as .br and .gz, for the server to choose from.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const PAGES = fileURLToPath(new URL("../../src/stolik/server/pages", import.meta.url));
const WORTHWHILE = new Set([
  ".html",
  ".js",
  ".css",
  ".svg",
  ".json",
  ".webmanifest",
  ".txt",
  ".map",
  ".ico",
  ".wasm",
]);

function squeezed(body) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { ".br": brotliCompressSync(body, { params }), ".gz": gzipSync(body, { level: 9 }) };
}

for (const entry of readdirSync(PAGES, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !WORTHWHILE.has(extname(entry.name))) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const body = readFileSync(file);
  for (const [ending, smaller] of Object.entries(squeezed(body))) {
    if (smaller.length < body.length) writeFileSync(file + ending, smaller);
  }
}
