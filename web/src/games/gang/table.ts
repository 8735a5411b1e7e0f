import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./components/LazyHelp.svelte";
import { because, hint } from "./hint_text";
import Result from "./components/LazyResult.svelte";
import { say } from "./event_text";
import type { Gang } from "./view";
import Table from "./components/Table.svelte";
import { forgets, hold, travels } from "./animation";

const gang: TableGame<Gang> = { Table, Help, Result, say, travels, hold, guide, hint, because, forgets };

export default gang;
