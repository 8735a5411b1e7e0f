import { translations } from "$lib/i18n/translations.svelte";

/** Brings what is loaded when it is first wanted, with its words. */
export async function loadLazy(): Promise<typeof import("./lazy_components")> {
  const [found] = await Promise.all([import("./lazy_components"), translations.want("lazy", "dycha")]);
  return found;
}
