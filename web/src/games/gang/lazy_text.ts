/** Words of what is loaded later: see lazy_components.ts. */

import { lateT } from "$lib/i18n/translations.svelte";
import type en from "./locales/lazy.en.json";

export const late = lateT<keyof typeof en>("gang");
