/** The first-game guide: one thought about the decision at hand. */

import { may, person, t, type NoThanksView } from "./view";

export type Topic = "goal" | "turn" | "chips" | "runs" | "end" | "tactical" | "open_chips";

interface Thought {
  text: string;
  topic: Topic;
}

const FEW_CHIPS = 2;
const LAST_CARDS = 2;
const MANY_CHIPS = 3;

export function guide(seen: NoThanksView): Thought | null {
  const { card, turn } = seen.public;
  if (seen.over || !seen.live || seen.seat === null || card === null || turn === null) return null;
  if (turn !== seen.seat) {
    return { text: t("guide.others", { name: person(turn, seen).name, card }), topic: "turn" };
  }
  return may(seen, "take") === undefined ? null : ownTurn(seen, card);
}

function ownTurn(seen: NoThanksView, card: number): Thought {
  const { pot, pile, seats } = seen.public;
  const own = seen.private;
  const chips = own?.chips ?? 0;
  const holdsNothing = (seats[seen.seat ?? 0]?.runs.length ?? 0) === 0;
  /** What taking would cost, chips included; below zero it pays. */
  const price = (own?.points_if_taken ?? 0) - (own?.points ?? 0);
  const adds = price + pot;

  if (may(seen, "decline") === undefined) return { text: t("guide.forced"), topic: "chips" };
  if (pile <= LAST_CARDS) return { text: t("guide.last", { pile }), topic: "end" };
  if (adds < 0) return { text: t("guide.lowers", { card, less: -adds }), topic: "runs" };
  if (adds < card) return { text: t("guide.joins", { card, adds }), topic: "runs" };
  if (price < 0) return { text: t("guide.pays", { pot, gain: -price }), topic: "chips" };
  if (chips <= FEW_CHIPS) return { text: t("guide.few_chips", { chips }), topic: "chips" };
  if (pot >= MANY_CHIPS) return { text: t("guide.pot", { pot, card, price }), topic: "chips" };
  if (holdsNothing) return { text: t("guide.first", { card }), topic: "goal" };
  if (pot === 0) return { text: t("guide.bare"), topic: "turn" };
  return { text: t("guide.plain", { card }), topic: "turn" };
}
