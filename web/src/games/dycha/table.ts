import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./LateHelp.svelte";
import { because, hint } from "./hint";
import Result from "./LateResult.svelte";
import { say } from "./say";
import type { DychaSeen } from "./seen";
import Table from "./Table.svelte";
import { hold, travels } from "./travels";

const dycha: TableGame<DychaSeen> = { Table, Help, Result, say, travels, hold, guide, hint, because };

export default dycha;
