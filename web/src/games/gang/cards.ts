/** Cards and poker hands in words and pictures. */

import type { ShapeName } from "$lib/ui/shapes";
import type { Tone } from "$lib/ui/tones";
import type { Best, PickCategory, PickRank } from "./messages";
import { t, type Key } from "./view";

export type Rank = PickRank["rank"];
export type Category = PickCategory["category"];

export const RANKS: readonly Rank[] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
export const CATEGORIES: readonly Category[] = [
  "high_card",
  "pair",
  "two_pairs",
  "three_of_a_kind",
  "straight",
  "flush",
  "full_house",
  "four_of_a_kind",
  "straight_flush",
  "royal_flush",
];

const SUITS: Readonly<Record<string, { shape: ShapeName; tone: Tone }>> = {
  c: { shape: "club", tone: "green" },
  d: { shape: "diamond", tone: "blue" },
  h: { shape: "heart", tone: "red" },
  s: { shape: "spade", tone: "ink" },
  "*": { shape: "star", tone: "violet" },
};

export const rankOf = (card: string): Rank => (card[0] ?? "2") as Rank;

/** As it is printed. */
export const printed = (rank: string): string => (rank === "T" ? "10" : rank);

export function suitOf(card: string): { shape: ShapeName; tone: Tone } {
  return SUITS[card[1] ?? ""] ?? { shape: "star", tone: "violet" };
}

/** "king of spades". */
export function cardName(card: string): string {
  if (card === "J*") return t("card.jack");
  return t("card", { rank: t(`rank.${rankOf(card)}`), suit: card[1] ?? "" });
}

/** Short, as in the log: "K♠". */
const SIGNS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠", "*": "★" };
export const brief = (card: string): string => `${printed(rankOf(card))}${SIGNS[card[1] ?? ""] ?? ""}`;

/** The ranks of a hand: those that come most often first, then the highest. */
function ranksByCount(cards: readonly string[]): Rank[] {
  const count = new Map<Rank, number>();
  for (const card of cards) count.set(rankOf(card), (count.get(rankOf(card)) ?? 0) + 1);
  return [...count.keys()].sort(
    (one, other) =>
      (count.get(other) ?? 0) - (count.get(one) ?? 0) || RANKS.indexOf(other) - RANKS.indexOf(one),
  );
}

/** From five down to ace: there the ace is low. */
const isWheel = (ranks: readonly Rank[]): boolean => ranks[0] === "A" && ranks.includes("2");

/** "Two pairs: kings and fours"; with kickers, where these decide: "Pair of eights, king kicker". */
export function handName(best: Best, kickers: readonly Rank[] = []): string {
  const hand = plainName(best);
  if (kickers.length === 0) return hand;
  return t(best.category === "flush" ? "hand.next" : "hand.kickers", {
    hand,
    number: kickers.length === 1 ? "one" : "more",
    kickers: kickers.map((rank) => t(`rank.${rank}`)).join(", "),
  });
}

function plainName({ category, cards }: Best): string {
  const ranks = ranksByCount(cards);
  const [first = "2", second = "2"] = ranks;
  const runs = category === "straight" || category === "straight_flush";
  const top = runs && isWheel(ranks) ? "5" : first;
  return t(`hand.${category}`, {
    rank: t(`rank.${top}`),
    many: t(`ranks.${first}` as Key),
    to: t(`rank_to.${top}` as Key),
    others: t(`ranks.${second}` as Key),
    pairs: t(`pairs.${first}` as Key),
    lower: t(`pairs.${second}` as Key),
  });
}

export const categoryName = (category: Category): string => t(`category.${category}`);
