/** What is loaded when it is first wanted, all at once: so the table itself is there sooner. */

export { default as BestRuns } from "./components/BestRuns.svelte";
export { default as DeckSheet } from "./components/DeckSheet.svelte";
export { default as Help } from "./components/Help.svelte";
export { default as Result } from "./components/Result.svelte";
export { default as PaymentItems } from "./components/PaymentItems.svelte";
