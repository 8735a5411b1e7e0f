/** What is loaded when it is first wanted, all at once: so the table itself is there sooner. */

export { default as ChoosingCard } from "./ChoosingCard.svelte";
export { default as Guessing } from "./Guessing.svelte";
export { default as Help } from "./Help.svelte";
export { default as LookedAt } from "./LookedAt.svelte";
export { default as OwnNotes } from "./OwnNotes.svelte";
export { default as ProposalNote } from "./ProposalNote.svelte";
export { default as Proposing } from "./Proposing.svelte";
export { default as Result } from "./Result.svelte";
export { default as Showdown } from "./Showdown.svelte";
export { default as Voting } from "./Voting.svelte";
