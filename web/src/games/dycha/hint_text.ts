/** A suggested move, and the risk or the worth behind it. */

import type { Reason } from "$protocol";
import { percent } from "$lib/game/hint_text";
import type { Move } from "./messages";
import { cardName, priceOf, t, type DychaView } from "./view";

export function hintText(move: Move, seen: DychaView): string {
  switch (move.type) {
    case "draw":
      return t("hint.draw", { row: seen.public.row.cards.length === 0 ? "empty" : "begun" });
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

/** What a move is about that is made because of what something is worth. */
const WORTH: Partial<Readonly<Record<Move["type"], "joker" | "card">>> = {
  bid: "joker",
  pass: "joker",
  buy: "card",
};

export function reasonText({ kind, value }: Reason, { type }: Move): string | null {
  const what = WORTH[type];
  if (kind === "fiasco") return t("reason.fiasco", { percent: percent(value) });
  if (kind !== "worth" || what === undefined) return null;
  return t("reason.worth", { what, worth: Math.round(10 * value) / 10 });
}
