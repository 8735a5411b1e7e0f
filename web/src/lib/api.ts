/** Everything that is asked of the server by HTTP. */

import type {
  Accepted,
  Claim,
  Command,
  ErrorCode,
  Frame,
  GameShown,
  Hint,
  Link,
  Listed,
  Me,
  NewTable,
  Proof,
  Record as MatchRecord,
  RefusedAnswer,
  ReplayPage,
  TableShown,
  Verdict,
} from "$protocol";

/** `unreachable`: the server did not answer at all. */
export type Problem = ErrorCode | "unreachable";

export class Refused extends Error {
  constructor(
    readonly code: Problem,
    readonly text: string,
    readonly legal: readonly unknown[] = [],
  ) {
    super(text);
  }
}

async function answer(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", signal: signal ?? null };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let found: Response;
  try {
    found = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("unreachable", String(error));
  }
  if (found.ok) return found;
  const said = (await found.json().catch(() => null)) as RefusedAnswer | null;
  if (said?.code) throw new Refused(said.code, said.text, said.legal);
  throw new Refused("unavailable", `${found.status} ${found.statusText}`);
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const found = await answer(method, path, body, signal);
  try {
    return (await found.json()) as T;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("unreachable", String(error));
  }
}

const escape = encodeURIComponent;

export interface Numbers {
  match: number | null;
  seq: number | null;
  chat: number;
}

export function asQuery(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

export const api = {
  games: () => ask<GameShown[]>("GET", "/api/games"),
  /** Null: a newcomer. */
  me: () => ask<Me | null>("GET", "/api/me"),
  introduce: (name: string) => ask<Me>("POST", "/api/guests", { name }),
  rename: (name: string) => ask<Me>("PATCH", "/api/me", { name }),
  forget: async () => void (await answer("POST", "/api/me/forget")),
  link: () => ask<Link>("POST", "/api/me/link"),
  claim: (key: string) => ask<Me>("POST", "/api/me/claim", { key } satisfies Claim),
  publicTables: (status: "open" | "playing" = "open") => ask<Listed[]>("GET", `/api/tables?status=${status}`),
  myTables: () => ask<Listed[]>("GET", "/api/me/tables"),
  makeTable: (table: NewTable) => ask<TableShown>("POST", "/api/tables", table),
  byCode: (code: string) => ask<Listed>("GET", `/api/codes/${escape(code)}`),
  table: (id: string) => ask<TableShown>("GET", `/api/tables/${escape(id)}`),
  qrAddress: (id: string) => `/api/tables/${escape(id)}/qr`,
  do: (id: string, command: Command, signal?: AbortSignal) =>
    ask<Accepted>("POST", `/api/tables/${escape(id)}/do`, command, signal),
  hint: (id: string) => ask<Hint>("GET", `/api/tables/${escape(id)}/hint`),
  feed: (id: string, subscriber: string, numbers: Numbers, wait: number, signal: AbortSignal) =>
    ask<Frame[]>(
      "GET",
      `/api/tables/${escape(id)}/feed?${asQuery({ subscriber, ...numbers, wait })}`,
      undefined,
      signal,
    ),
  replay: (match: string, seat: number | null, from: number) =>
    ask<ReplayPage>("GET", `/api/matches/${escape(match)}/replay?${asQuery({ seat, from })}`),
  record: (match: string) => ask<MatchRecord>("GET", `/api/matches/${escape(match)}/record`),
  recordAddress: (match: string) => `/api/matches/${escape(match)}/record`,
  proof: (match: string) => ask<Proof>("GET", `/api/matches/${escape(match)}/proof`),
  verify: (match: string, noted: { commitment?: string; head?: string; entropy?: string }) =>
    ask<Verdict>("GET", `/api/matches/${escape(match)}/verify?${asQuery(noted)}`),
};
