import type { TableGame } from "$lib/game/contract";
import { guide } from "./guide";
import Help from "./components/LazyHelp.svelte";
import { reasonText, hintText } from "./hint_text";
import Result from "./components/LazyResult.svelte";
import { eventText } from "./event_text";
import type { GangView } from "./view";
import Table from "./components/Table.svelte";
import { forgets, hold, animationPaths, revealSteps } from "./animation";

const gang: TableGame<GangView> = {
  Table,
  Help,
  Result,
  eventText,
  animationPaths,
  hold,
  revealSteps,
  guide,
  // to have looked, to be ready and to agree is said by oneself
  forcedMove: () => null,
  hintText,
  reasonText,
  forgets,
};

export default gang;
