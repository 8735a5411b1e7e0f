import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["src/protocol/messages.ts", "src/games/*/messages.ts", "coverage/", "gallery/built/"]), // generated
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { files: ["src/**", "gallery/**"], languageOptions: { globals: globals.browser } },
  { files: ["*.js", "*.ts", "scripts/*"], languageOptions: { globals: globals.node } },
  {
    // Components are checked by svelte-check: to ESLint's types their props are `any`.
    files: ["src/**/*.ts"],
    ignores: ["**/*.svelte.ts", "**/*.svelte.test.ts"],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { rules: { "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }] } },
);
