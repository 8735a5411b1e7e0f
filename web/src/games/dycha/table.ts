import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./components/LazyHelp.svelte";
import { reasonText, hintText } from "./hint_text";
import Result from "./components/LazyResult.svelte";
import { eventText } from "./event_text";
import type { DychaView } from "./view";
import Table from "./components/Table.svelte";
import { hold, animationPaths } from "./animation";
import { revealSteps } from "./ten_reveal";
import { forcedMove } from "./payment_draft.svelte";

const dycha: TableGame<DychaView> = {
  Table,
  Help,
  Result,
  eventText,
  animationPaths,
  hold,
  revealSteps,
  guide,
  forcedMove,
  hintText,
  reasonText,
};

export default dycha;
