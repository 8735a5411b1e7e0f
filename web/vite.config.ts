import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The Python server that `npm run dev` talks to. */
const SERVER = process.env.STOLIK_SERVER ?? "http://localhost:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  resolve: { alias: { $lib: here("./src/lib"), $protocol: here("./src/protocol/messages.ts") } },
  build: {
    outDir: here("../src/stolik/server/pages"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's Content-Security-Policy allows no data: scripts, styles or fonts
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/test_setup.ts"],
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,svelte}"],
      exclude: ["src/**/*.test.ts", "src/**/fixtures/**", "src/**/messages.ts", "src/test_setup.ts"],
      reporter: ["text-summary", "html"],
    },
    isolate: false, // a browser for each file would take three times as long; what a test leaves behind has its own names
  },
});
