/** What became of a heist, in sentences. */

import { categoryName, handName } from "./cards";
import { orderText } from "./event_text";
import { tLazy } from "./lazy_text";
import { another, person, t, type GangView } from "./view";

export interface Outcome {
  success: boolean;
  title: string;
  reasons: string[];
}

/** Null as long as it is not decided. */
export function outcomeWords(seen: GangView): Outcome | null {
  const { result, showdown, scans, target, won } = seen.public;
  if (result === null) return null;
  const reasons: string[] = [];
  for (const hand of showdown) {
    const stronger = showdown.find(({ seat }) => seat === hand.weaker_than);
    if (stronger === undefined) continue;
    reasons.push(
      tLazy("why.order", {
        ...person(hand.seat, seen),
        ...another(stronger.seat, seen),
        hand: handName(hand.best, hand.kickers),
        stronger: handName(stronger.best, stronger.kickers),
        muscle: stronger.muscle ? "yes" : "no",
      }),
    );
  }
  if (result.reasons.includes("order")) reasons.push(orderText(result.order, seen));
  for (const { asks, rank, category, right } of scans) {
    if (right === null || target === null) continue;
    const answer =
      asks === "rank" ? t(`rank.${rank ?? "2"}`) : category === null ? "" : categoryName(category);
    const said = { ...person(target, seen), asks, answer };
    if (!right || result.success) reasons.push(tLazy(right ? "why.right" : "why.wrong", said));
  }
  if (result.success && reasons.length === 0) reasons.push(tLazy("why.success"));
  if (won !== null) reasons.push(tLazy(won ? "why.won" : "why.lost"));
  return {
    success: result.success,
    title: tLazy(result.success ? "outcome.success" : "outcome.failure"),
    reasons,
  };
}
