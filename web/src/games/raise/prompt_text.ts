/** One line above the buttons: what is asked of whom, or how much is still missing. */

import type { CardSelection } from "./card_selection.svelte";
import { ended, listed, markersAhead, passOf, t, type RaiseView } from "./view";

export function promptText(seen: RaiseView, selection: CardSelection): string {
  if (seen.over) return ""; // the page says how it went
  if (ended(seen) !== null) return next(seen);
  if (seen.public.phase === "choosing") return choosing(seen, selection);
  const { turn, overtake } = seen.public;
  if (turn === null || overtake === null) return "";
  const { field, needed } = overtake;
  const name = seen.names[overtake.seat] ?? "";
  if (passOf(seen) === undefined) return t("prompt.other", { turn: seen.names[turn] ?? "", needed });
  if (selection.wants === null)
    return t("prompt.must_pass", { name, needed, value: seen.private?.hand_value ?? 0 });
  if (selection.picked.length === 0) return t("prompt.raise", { name, field, needed });
  if (selection.move === undefined)
    return t("prompt.missing", { name, field, missing: needed - selection.value });
  return t("prompt.enough", { name, ahead: markersAhead(seen, selection.ghost ?? 0) });
}

function next({ names, public: { holder, round, rounds } }: RaiseView): string {
  return holder === null || round === rounds ? "" : t("prompt.next", { name: names[holder] ?? "" });
}

function choosing(seen: RaiseView, selection: CardSelection): string {
  const waited = seen.awaited.filter((seat) => seat !== seen.seat);
  const names = listed(waited.map((seat) => seen.names[seat] ?? ""));
  if (selection.wants === null)
    return waited.length === 0 ? "" : t("prompt.choosing", { names, count: waited.length });
  return selection.chosen === null ? t("prompt.choose") : t("prompt.chosen", { names, count: waited.length });
}
