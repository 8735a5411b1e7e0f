/** Addresses and their pages. Each page is loaded when it is first needed. */

import type { AnyComponent } from "$lib/ui/any_component";

type Page = { default: AnyComponent };

export interface Found {
  /** Another key is another page. */
  key: string;
  load: () => Promise<Page>;
  props: Record<string, string>;
}

interface Route {
  pattern: RegExp;
  load: () => Promise<Page>;
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/$/, load: () => import("./Home.svelte") },
  { pattern: /^\/new\/(?<game>[\w-]+)$/, load: () => import("./NewTable.svelte") },
  { pattern: /^\/c\/(?<code>[^/]+)$/, load: () => import("./JoinByCode.svelte") },
  { pattern: /^\/t\/(?<table>[\w-]+)$/, load: () => import("./Table.svelte") },
  { pattern: /^\/replay\/(?<match>[\w.-]+)$/, load: () => import("./Replay.svelte") },
  { pattern: /^\/proof\/(?<match>[\w.-]+)$/, load: () => import("./Proof.svelte") },
  { pattern: /^\/rules$/, load: () => import("./Rules.svelte") },
  { pattern: /^\/rules\/(?<game>[\w-]+)$/, load: () => import("./Rules.svelte") },
  { pattern: /^\/me$/, load: () => import("./Profile.svelte") },
  { pattern: /^\/move$/, load: () => import("./LinkDevice.svelte") },
];

export function pageFor(path: string): Found {
  for (const { pattern, load } of ROUTES) {
    const match = pattern.exec(path);
    if (match !== null) return { key: path, load, props: { ...match.groups } };
  }
  return { key: "nothing", load: () => import("./NotFound.svelte"), props: {} };
}
