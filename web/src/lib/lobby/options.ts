/** What can be chosen for a game besides the number of players, as the server's catalog says. */

import type { GameShown } from "$protocol";

export interface Option {
  name: string;
  /** `switch`: yes or no; `stepper`: a small number; `radio`: one of a few. */
  kind: "switch" | "stepper" | "radio";
  /** All that it can be, with any number of players. */
  values: readonly unknown[];
  description: string;
}

interface Schema {
  default?: unknown;
  description?: unknown;
  only_with?: unknown;
}

function schema(game: GameShown, name: string): Schema {
  const found = game.options[name];
  return typeof found === "object" && found !== null ? found : {};
}

function described({ description }: Schema): string {
  return typeof description === "string" ? description : "";
}

/** How many can play, fewest first. */
export function playable(game: GameShown): number[] {
  return Object.keys(game.choices)
    .map(Number)
    .sort((one, other) => one - other);
}

/** In the order of the game's folder, then of the catalog. What has no short list of values stays as it is. */
export function optionsOf(game: GameShown, order: readonly string[] = []): Option[] {
  const names = Object.keys(game.options).filter((name) => values(game, name).length > 0);
  const first = order.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !first.includes(name))].map((name) => ({
    name,
    kind: kindOf(values(game, name)),
    values: values(game, name),
    description: described(schema(game, name)),
  }));
}

/** Whether an option means anything, given what is chosen otherwise: challenges do not where a mode has none. */
export function hasMeaning(game: GameShown, name: string, chosen: (name: string) => unknown): boolean {
  const wanted = schema(game, name).only_with;
  if (typeof wanted !== "object" || wanted === null) return true;
  return Object.entries(wanted).every(
    ([other, values]) => Array.isArray(values) && values.includes(chosen(other)),
  );
}

/** What an option may be with so many players. */
export function offered(game: GameShown, players: number, name: string): readonly unknown[] {
  return game.choices[players]?.[name] ?? [];
}

/** What it is if nobody says otherwise. */
export function usual(game: GameShown, players: number, name: string): unknown {
  const found = offered(game, players, name);
  const standard = schema(game, name).default;
  return found.includes(standard) ? standard : found[0];
}

/** Whether the catalog's own default was chosen, so that there is nothing to say about it. */
export function isUsual(game: GameShown, name: string, value: unknown): boolean {
  return schema(game, name).default === value;
}

/** The numbers of players that a value goes with. */
export function fitting(game: GameShown, name: string, value: unknown): number[] {
  return playable(game).filter((players) => offered(game, players, name).includes(value));
}

/** 3, 4, 5 and 7 as `3–5, 7`. */
export function spans(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

function values(game: GameShown, name: string): readonly unknown[] {
  const lists = playable(game).map((players) => offered(game, players, name));
  const longest = lists.reduce((one, other) => (other.length > one.length ? other : one), []);
  return [...new Set([...longest, ...lists.flat()])];
}

function kindOf(values: readonly unknown[]): Option["kind"] {
  if (values.every((value) => typeof value === "boolean")) return "switch";
  return values.every((value) => typeof value === "number") ? "stepper" : "radio";
}
