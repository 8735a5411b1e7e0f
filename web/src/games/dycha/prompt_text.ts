/** One line above the buttons: what is asked of whom. */

import type { TurnResult } from "./messages";
import { cardName, nameOf, person, someOrNone, t, type DychaView } from "./view";

export function promptText(seen: DychaView): string {
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
export function whoseRow(seen: DychaView): string {
  const { active, last_purchases: last } = seen.public;
  if (last !== null) return t("row.last_purchases");
  return active === null ? "" : t("row.of", { ...person(active, seen), name: nameOf(active, seen) });
}

/** The row that has just ended, while nothing else lies there. */
export function lookingBack({ public: shown }: DychaView): TurnResult | null {
  const { row, auction, payment, last } = shown;
  return row.cards.length > 0 || auction !== null || payment !== null ? null : last;
}

export function verdict(seen: DychaView, { seat, end, cards, total, currency }: TurnResult): string {
  const how = end === "numbers" && someOrNone(cards) === "none" ? "no_numbers" : end;
  return t(`last.${how}`, { ...person(seat, seen), total, currency });
}

/** In a solo game TEN plays in the same moment: that one's own row broke must not be missed. */
export function missedFiasco(seen: DychaView): string {
  if (seen.public.ten === null) return "";
  const at = seen.events.findLastIndex((event) => event.type === "failed" && event.seat !== "ten");
  const event = seen.events[at];
  // Whoever has just come is told everything from the beginning: of that only the last turn is news.
  const since = seen.events.slice(at + 1).some((later) => later.type === "turned_up" && later.seat !== "ten");
  if (event?.type !== "failed" || event.seat === lookingBack(seen)?.seat || since) return "";
  const { seat, by, total, currency } = event;
  return t(`last.fiasco_by_${by}`, { ...person(seat, seen), total, currency });
}
