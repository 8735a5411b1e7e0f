import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./LateHelp.svelte";
import { because, hint } from "./hint";
import Result from "./LateResult.svelte";
import { say } from "./say";
import type { Gang } from "./seen";
import Table from "./Table.svelte";
import { forgets, hold, travels } from "./travels";

const gang: TableGame<Gang> = { Table, Help, Result, say, travels, hold, guide, hint, because, forgets };

export default gang;
