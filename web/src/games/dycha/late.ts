/** What is loaded when it is first wanted, all at once: so the table itself is there sooner. */

export { default as Arranged } from "./Arranged.svelte";
export { default as Help } from "./Help.svelte";
export { default as Result } from "./Result.svelte";
export { default as PurseItems } from "./PurseItems.svelte";
