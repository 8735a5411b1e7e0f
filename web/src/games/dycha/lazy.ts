import { words } from "$lib/i18n/translations.svelte";

/** Brings what is loaded when it is first wanted, with its words. */
export async function later(): Promise<typeof import("./lazy_components")> {
  const [late] = await Promise.all([import("./lazy_components"), words.want("late", "dycha")]);
  return late;
}
