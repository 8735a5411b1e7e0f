/** All that nobody needs to begin with, in one piece: many small pieces would weigh more. */

export { default as Guessing } from "./Guessing.svelte";
export { default as HelpPages } from "./HelpPages.svelte";
export { default as Proposing } from "./Proposing.svelte";
export { default as ResultPages } from "./ResultPages.svelte";
