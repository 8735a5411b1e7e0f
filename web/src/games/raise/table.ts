import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./components/Help.svelte";
import { because, hint } from "./hint_text";
import Result from "./components/Result.svelte";
import { say } from "./event_text";
import type { RaiseSeen } from "./view";
import Table from "./components/Table.svelte";
import { hold, travels } from "./animation";

const raise: TableGame<RaiseSeen> = { Table, Help, Result, say, travels, hold, guide, hint, because };

export default raise;
