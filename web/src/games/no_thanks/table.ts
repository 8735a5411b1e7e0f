import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./Help.svelte";
import { because, hint } from "./hint";
import Result from "./Result.svelte";
import { say } from "./say";
import type { NoThanks } from "./seen";
import Table from "./Table.svelte";
import { hold, travels } from "./travels";

const noThanks: TableGame<NoThanks> = { Table, Help, Result, say, travels, hold, guide, hint, because };

export default noThanks;
