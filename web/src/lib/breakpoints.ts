/** How much room there is. */

import { MediaQuery } from "svelte/reactivity";

/** Beside the table, for what happened and what is said; otherwise both are in drawers. Styles say the same in their words. */
export const roomBeside = new MediaQuery("(min-width: 900px) and (min-height: 560px)");
