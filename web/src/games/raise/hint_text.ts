/** A suggested move, and the chance to win the round. */

import type { Reason } from "$protocol";
import { percent } from "$lib/game/hint_text";
import type { Move } from "./messages";
import { cardName, listed, t } from "./view";

export function hintText(move: Move): string {
  switch (move.type) {
    case "play":
      return t("hint.play", { card: cardName(move.card) });
    case "raise":
      return t("hint.raise", { cards: listed(move.cards.map(cardName)) });
    case "pass":
      return t("hint.pass");
  }
}

export function reasonText({ kind, value }: Reason): string | null {
  if (kind === "win") return t("reason.win", { percent: percent(value) });
  return kind === "stay" ? t("reason.stay", { percent: percent(value) }) : null;
}
