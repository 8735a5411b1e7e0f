/** What became of a heist, in sentences. */

import { categoryName, handName, printed, rankOf } from "./cards";
import { tLazy } from "./lazy_text";
import type { Best } from "./messages";
import { another, person, type GangView } from "./view";

export interface Outcome {
  success: boolean;
  title: string;
  reasons: string[];
}

/** Two hands by name; if that is the same, with all cards, so that one sees which is weaker. */
function apart(one: Best, other: Best): [string, string] {
  const names: [string, string] = [handName(one), handName(other)];
  if (names[0] !== names[1]) return names;
  const all = (best: Best): string =>
    `${handName(best)}, ${best.cards.map((card) => printed(rankOf(card))).join(" ")}`;
  return [all(one), all(other)];
}

/** Null as long as it is not decided. */
export function outcomeWords(seen: GangView): Outcome | null {
  const { result, showdown, scans, target, won } = seen.public;
  if (result === null) return null;
  const reasons: string[] = [];
  showdown.forEach((hand, index) => {
    const before = showdown[index - 1];
    if (hand.ok || before === undefined) return;
    const [one, other] = apart(hand.best, before.best);
    reasons.push(
      tLazy("why.order", {
        ...person(hand.seat, seen),
        ...another(before.seat, seen),
        hand: one,
        stronger: other,
        muscle: before.muscle ? "yes" : "no",
      }),
    );
  });
  for (const { asks, rank, category, right } of scans) {
    if (right === null || target === null) continue;
    const answer = asks === "rank" ? printed(rank ?? "") : category === null ? "" : categoryName(category);
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
