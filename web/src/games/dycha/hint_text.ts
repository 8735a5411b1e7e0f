/** A suggested move, and the risk or the worth behind it. */

import type { Reason } from "$protocol";
import { percent } from "$lib/game/hint_text";
import type { Move } from "./messages";
import { cardName, priceOf, someOrNone, t, type DychaView } from "./view";

export function hintText(move: Move, seen: DychaView): string {
  switch (move.type) {
    case "draw":
      return t("hint.draw", { row: seen.public.row.cards.length === 0 ? "empty" : "begun" });
    case "take_numbers":
      return t("hint.take_numbers", { numbers: someOrNone(seen.public.row.cards) });
    case "bid":
      return t("hint.bid", { amount: move.amount });
    case "buy":
      return t("hint.buy", { card: cardName(move.card), price: priceOf(seen, move.card) });
    case "spend_card":
      return t("hint.spend_card", { card: cardName(move.card) });
    case "settle":
      return t("hint.settle", { rest: seen.public.payment?.open ?? 0 });
    default:
      return t(`hint.${move.type}`);
  }
}

export function reasonText({ kind, value }: Reason): string | null {
  switch (kind) {
    case "fiasco":
      return t("reason.fiasco", { percent: percent(value) });
    case "worth":
      return t("reason.worth", { worth: Math.round(10 * value) / 10 });
    case "market_points":
    case "row_points":
    case "row_tokens":
    case "too_dear":
      return t(`reason.${kind}`, { count: value });
    default:
      return null;
  }
}
