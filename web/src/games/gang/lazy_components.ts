/** What is loaded when it is first wanted, all at once: so the table itself is there sooner. */

export { default as ChooseActions } from "./components/ChooseActions.svelte";
export { default as GuessActions } from "./components/GuessActions.svelte";
export { default as Help } from "./components/Help.svelte";
export { default as HandDetails } from "./components/HandDetails.svelte";
export { default as PrivateNotes } from "./components/PrivateNotes.svelte";
export { default as ProposalNotice } from "./components/ProposalNotice.svelte";
export { default as ProposalActions } from "./components/ProposalActions.svelte";
export { default as Result } from "./components/Result.svelte";
export { default as Showdown } from "./components/Showdown.svelte";
export { default as VoteActions } from "./components/VoteActions.svelte";
