/** Whose turn it is, in a few words. */

import type { GameView } from "../game/contract";
import { t } from "../i18n/translations.svelte";

/** `revealed`: all of the moment is shown; until then nobody is told what follows from it. */
export function turnText(
  seen: GameView | null,
  handed = false,
  revealed = true,
): { text: string; yours: boolean } {
  if (seen === null) return { text: "", yours: false };
  if (!revealed) return { text: t("table.look"), yours: false };
  if (seen.over) return { text: t("table.over"), yours: false };
  if (seen.pause !== null) return { text: t("table.look"), yours: false };
  const yours = !handed && seen.seat !== null && seen.awaited.includes(seen.seat);
  if (yours) return { text: t("table.your_turn"), yours };
  const names = seen.awaited.map((seat) => seen.names[seat] ?? "");
  if (names.length === 0) return { text: t("table.dealing"), yours };
  return { text: t("table.turn_of", { names: names.join(", ") }), yours };
}
