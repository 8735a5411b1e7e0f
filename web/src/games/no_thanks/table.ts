import type { TableGame } from "$lib/game/contract";
import { onlyMove } from "$lib/table/forced_moves.svelte";
import { guide } from "./guide";
import Help from "./components/Help.svelte";
import { reasonText, hintText } from "./hint_text";
import Result from "./components/Result.svelte";
import { eventText } from "./event_text";
import type { NoThanksView } from "./view";
import Table from "./components/Table.svelte";
import { hold, animationPaths } from "./animation";

const noThanks: TableGame<NoThanksView> = {
  Table,
  Help,
  Result,
  eventText,
  animationPaths,
  hold,
  guide,
  // chips are paid before everybody's eyes
  forcedMove: (seen) => onlyMove(seen, true),
  hintText,
  reasonText,
};

export default noThanks;
