/** One line above the buttons: what is asked of whom. */

import { cardName, nameOf, person, t, type DychaSeen } from "./seen";

export function waiting(seen: DychaSeen): string {
  const { phase, turn, auction, payment, last_purchases: last } = seen.public;
  if (seen.over || turn === null) return ""; // the page says how it went
  const who = person(turn, seen);
  switch (phase) {
    case "decide":
      return t("waiting.decide", who);
    case "fiasco":
      return t("waiting.fiasco", who);
    case "auction":
      return auction === null ? "" : t("waiting.auction", { ...who, lowest: auction.lowest });
    case "buy":
      return t(last === null ? "waiting.buy" : "waiting.last_buy", who);
    case "pay":
      return payment === null
        ? ""
        : t("waiting.pay", { ...who, price: payment.price, card: cardName(payment.card) });
    default:
      return "";
  }
}

/** Whose turn the row is of: for a heading. */
export function whoseRow(seen: DychaSeen): string {
  const { active, last_purchases: last } = seen.public;
  if (last !== null) return t("row.last_purchases");
  return active === null ? "" : t("row.of", { ...person(active, seen), name: nameOf(active, seen) });
}
