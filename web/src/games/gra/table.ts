import type { TableGame } from "$lib/game/contract";
import { onlyMove } from "$lib/table/forced_moves.svelte";
import { guide } from "./guide";
import Help from "./components/Help.svelte";
import { reasonText, hintText } from "./hint_text";
import Result from "./components/Result.svelte";
import { eventText } from "./event_text";
import type { GraView } from "./view";
import Table from "./components/Table.svelte";
import { hold, animationPaths } from "./animation";
import { checkSteps } from "./check_count.svelte";

const gra: TableGame<GraView> = {
  Table,
  Help,
  Result,
  eventText,
  animationPaths,
  hold,
  revealSteps: checkSteps,
  guide,
  // the highest bid is known to all; what one's cards leave open is not
  forcedMove: (seen) => onlyMove(seen, seen.legal[0]?.type === "check"),
  hintText,
  reasonText,
};

export default gra;
