import { words } from "$lib/i18n/translations.svelte";

type Late = typeof import("./lazy_components");

let here: Late | null = null;

/** Brings what is loaded when it is first wanted, with its words. */
export async function later(): Promise<Late> {
  const [late] = await Promise.all([import("./lazy_components"), words.want("late", "gang")]);
  here = late;
  return late;
}

/** One part of it: at once, if it is here already. */
export function part<Name extends keyof Late>(name: Name): Late[Name] | Promise<Late[Name]> {
  return here?.[name] ?? later().then((late) => late[name]);
}
