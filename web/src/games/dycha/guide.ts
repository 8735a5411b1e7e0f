/** The first-game guide: one thought about the decision at hand. */

import { cardName, isFiasco, may, nameOf, priceOf, t, type DychaView } from "./view";

export type Topic =
  | "goal"
  | "row"
  | "fiasco"
  | "take"
  | "market"
  | "pay"
  | "auction"
  | "jokers"
  | "end"
  | "fiasco_shopping"
  | "ten";

interface Thought {
  text: string;
  topic: Topic;
}

/** From this share of the deck on, drawing is bold. */
const BOLD = 0.34;

export function guide(seen: DychaView): Thought | null {
  if (seen.over || !seen.live || seen.seat === null || seen.private === null) return null;
  if (seen.legal.length === 0) return waiting(seen);
  if (may(seen, "pass")) return bidding(seen);
  if (may(seen, "fiasco_token")) return { text: t("guide.fiasco_shopping"), topic: "fiasco_shopping" };
  if (may(seen, "no_buy")) return shopping(seen);
  if (seen.public.phase === "pay") return { text: t("guide.pay"), topic: "pay" };
  return deciding(seen);
}

function deciding(seen: DychaView): Thought {
  const { row, deck, ten, last, seats } = seen.public;
  const own = seen.private;
  if (row.cards.length === 0) {
    if (last === null) return { text: t(ten === null ? "guide.first" : "guide.first_solo"), topic: "goal" };
    if (last.seat === "ten") return { text: t("guide.after_ten", { limit: ten?.limit ?? 0 }), topic: "ten" };
    return { text: t("guide.draw"), topic: "row" };
  }
  const gain = (own?.points_if_taken ?? own?.points ?? 0) - (own?.points ?? 0);
  if (row.breaking === 0) return { text: t("guide.safe"), topic: "fiasco" };
  const share = row.breaking / Math.max(1, deck);
  const percent = Math.round(100 * share);
  if (share >= BOLD) return { text: t("guide.bold", { percent, gain }), topic: "fiasco" };
  if (row.currency > 0 && seats.length + (ten === null ? 0 : 1) > 1)
    return { text: t("guide.gift", { currency: row.currency, percent }), topic: "take" };
  return { text: t("guide.on", { percent, gain }), topic: "fiasco" };
}

function bidding(seen: DychaView): Thought {
  const own = seen.private;
  const bidding = own?.bidding ?? null;
  if (own === null || bidding === null || bidding.highest < bidding.lowest)
    return { text: t("guide.bid_cannot"), topic: "auction" };
  const gain = bidding.points - own.points;
  return gain > 0
    ? { text: t("guide.bid", { gain }), topic: "auction" }
    : { text: t("guide.bid_later"), topic: "jokers" };
}

function shopping(seen: DychaView): Thought {
  const own = seen.private;
  const [best] = (own?.offers ?? [])
    .filter(({ why_not }) => why_not === null)
    .toSorted(
      (one, other) => other.points - one.points || priceOf(seen, one.card) - priceOf(seen, other.card),
    );
  if (own === null || best === undefined) return { text: t("guide.buy_nothing"), topic: "market" };
  const gain = best.points - own.points;
  if (gain <= 0) return { text: t("guide.buy_useless"), topic: "market" };
  const price = priceOf(seen, best.card);
  return { text: t("guide.buy", { card: cardName(best.card), gain, price }), topic: "market" };
}

function waiting(seen: DychaView): Thought | null {
  const { last, phase, turn, row } = seen.public;
  if (turn === null) return null;
  const name = nameOf(turn, seen);
  if (phase === "auction") return { text: t("guide.others_bid", { name }), topic: "auction" };
  if (last !== null && row.cards.length === 0 && isFiasco(last.end))
    return { text: t("guide.others_failed", { name: nameOf(last.seat, seen) }), topic: "fiasco" };
  return { text: t("guide.others", { name }), topic: "row" };
}
