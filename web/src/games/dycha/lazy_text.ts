/** Words of what is loaded later: see lazy_components.ts. */

import { lazyT } from "$lib/i18n/translations.svelte";
import type en from "./locales/lazy.en.json";

export const tLazy = lazyT<keyof typeof en>("dycha");
