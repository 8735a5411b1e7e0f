/** The gallery as files, for the browser tests: `npm run gallery`, into `built` or where STOLIK_GALLERY says. */

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here(".."),
  base: "./",
  plugins: [svelte()],
  resolve: { alias: { $lib: here("../src/lib"), $protocol: here("../src/protocol/messages.ts") } },
  build: {
    outDir: process.env["STOLIK_GALLERY"] ?? here("./built"),
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: here("./page.html") },
  },
});
