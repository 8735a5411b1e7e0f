/** Words of what is loaded later: see late.ts. */

import { lateT } from "$lib/i18n/translations.svelte";
import type en from "./late.en.json";

export const late = lateT<keyof typeof en>("gang");
