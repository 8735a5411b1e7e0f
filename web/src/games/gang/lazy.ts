import { translations } from "$lib/i18n/translations.svelte";

type LazyComponents = typeof import("./lazy_components");

let here: LazyComponents | null = null;

/** Brings what is loaded when it is first wanted, with its words. */
export async function loadLazy(): Promise<LazyComponents> {
  const [found] = await Promise.all([import("./lazy_components"), translations.want("lazy", "gang")]);
  here = found;
  return found;
}

/** One part of it: at once, if it is here already. */
export function lazyPart<Name extends keyof LazyComponents>(
  name: Name,
): LazyComponents[Name] | Promise<LazyComponents[Name]> {
  return here?.[name] ?? loadLazy().then((found) => found[name]);
}
