/** What is loaded when it is first wanted, all at once: so the table itself is there sooner. */

export { default as ChoosingCard } from "./components/ChooseActions.svelte";
export { default as Guessing } from "./components/GuessActions.svelte";
export { default as Help } from "./components/Help.svelte";
export { default as LookedAt } from "./components/HandDetails.svelte";
export { default as OwnNotes } from "./components/PrivateNotes.svelte";
export { default as ProposalNote } from "./components/ProposalNotice.svelte";
export { default as Proposing } from "./components/ProposalActions.svelte";
export { default as Result } from "./components/Result.svelte";
export { default as Showdown } from "./components/Showdown.svelte";
export { default as Voting } from "./components/VoteActions.svelte";
