/** The first-game guide: one thought about the decision at hand. */

import type { TurnResult } from "./messages";
import { cardName, gifts, isFiasco, kept, may, nameOf, priceOf, someOrNone, t, type DychaView } from "./view";

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
  if (may(seen, "fiasco_token")) return shoppingAfterFiasco(seen);
  if (may(seen, "no_buy")) return shopping(seen);
  if (seen.public.phase === "pay") return paying(seen);
  return deciding(seen);
}

function deciding(seen: DychaView): Thought {
  const { row, deck, ten, last } = seen.public;
  if (row.cards.length === 0) {
    if (may(seen, "take_numbers")) return { text: t("guide.only_jokers", { deck }), topic: "take" };
    if (last === null) return { text: t(ten === null ? "guide.first" : "guide.first_solo"), topic: "goal" };
    if (last.seat === "ten") return { text: t("guide.after_ten", { limit: ten?.limit ?? 0 }), topic: "ten" };
    return { text: t("guide.draw"), topic: "row" };
  }
  const reward = rewardOf(seen);
  if (deck === 0) return { text: t("guide.used_up", reward), topic: "end" };
  if (row.breaking === 0) return { text: t("guide.safe"), topic: "fiasco" };
  const share = row.breaking / deck;
  const percent = Math.round(100 * share);
  if (share >= BOLD) return { text: t("guide.bold", { percent, ...reward }), topic: "fiasco" };
  const [least, most] = gifts(seen);
  if (most > 0 && someOrNone(row.cards) === "some")
    return {
      text: t("guide.gift", { tokens: most, each: least === most ? "all" : "some", percent }),
      topic: "take",
    };
  return { text: t("guide.on", { percent, ...reward }), topic: "fiasco" };
}

/** What stopping would bring: the numbers or, if there are none, the currency. */
function rewardOf(seen: DychaView): { what: "numbers" | "currency"; gain: number } {
  const own = seen.private;
  if (someOrNone(seen.public.row.cards) === "some") {
    const points = own?.points ?? 0;
    return { what: "numbers", gain: (own?.points_if_taken ?? points) - points };
  }
  return { what: "currency", gain: kept(seen.public.row.currency, seen.public.seats[seen.seat ?? -1]) };
}

function bidding(seen: DychaView): Thought {
  const own = seen.private;
  const bidding = own?.bidding ?? null;
  const [lowest] = bidding?.payments ?? [];
  if (own === null || bidding === null || lowest === undefined)
    return { text: t("guide.bid_cannot"), topic: "auction" };
  const gain = lowest.points - own.points;
  if (gain > 0) return { text: t("guide.bid", { gain, amount: lowest.amount }), topic: "auction" };
  return bidding.points > own.points
    ? { text: t("guide.bid_dear", { amount: lowest.amount }), topic: "pay" }
    : { text: t("guide.bid_later"), topic: "jokers" };
}

function shopping(seen: DychaView): Thought {
  const own = seen.private;
  const [best] = (own?.offers ?? [])
    .filter(({ why_not }) => why_not === null)
    .toSorted(
      (one, other) =>
        other.points_paid - one.points_paid || priceOf(seen, one.card) - priceOf(seen, other.card),
    );
  if (own === null || best === undefined)
    return { text: t(seen.public.market.length === 0 ? "buy.empty" : "guide.buy_nothing"), topic: "market" };
  const gain = best.points_paid - own.points;
  if (gain <= 0)
    return {
      text: t(seen.public.last_purchases === null ? "guide.buy_useless" : "guide.buy_last"),
      topic: "market",
    };
  const price = priceOf(seen, best.card);
  return { text: t("guide.buy", { card: cardName(best.card), gain, price }), topic: "market" };
}

function shoppingAfterFiasco({ public: { market, last } }: DychaView): Thought {
  const lost = hasNumbers(last) ? "yes" : "no";
  return {
    text: market.length === 0 ? t("guide.fiasco_token") : t("guide.fiasco_shopping", { lost }),
    topic: "fiasco_shopping",
  };
}

function paying({ public: { payment, ten } }: DychaView): Thought {
  const onlyDuplicates = ten !== null && payment?.card.kind === "joker";
  return { text: t(onlyDuplicates ? "guide.pay_ten" : "guide.pay"), topic: "pay" };
}

function waiting(seen: DychaView): Thought | null {
  const { last, phase, turn, row, deck, last_purchases } = seen.public;
  if (turn === null) return null;
  const name = nameOf(turn, seen);
  if (phase === "auction") return { text: t("guide.others_bid", { name }), topic: "auction" };
  if (phase === "pay") return { text: t("guide.others_pay", { name }), topic: "pay" };
  if (last_purchases !== null) return { text: t("guide.others_last", { name }), topic: "end" };
  if (phase === "fiasco") return { text: t("guide.others_choose", { name }), topic: "fiasco_shopping" };
  if (phase === "buy") return { text: t("guide.others_buy", { name }), topic: "market" };
  if (last !== null && row.cards.length === 0 && isFiasco(last.end))
    return {
      text: t("guide.others_failed", { name: nameOf(last.seat, seen), lost: atMarket(last) ? "yes" : "no" }),
      topic: "fiasco",
    };
  return deck === 0
    ? { text: t("guide.others_end", { name }), topic: "end" }
    : { text: t("guide.others", { name }), topic: "row" };
}

const hasNumbers = (last: TurnResult | null): boolean =>
  last?.cards.some(({ kind }) => kind === "number") ?? false;

/** TEN keeps its numbers even then. */
const atMarket = (last: TurnResult): boolean => last.seat !== "ten" && hasNumbers(last);
