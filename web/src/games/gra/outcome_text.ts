/** A check told in sentences: what was found, and what follows from it. */

import type { CheckView } from "./messages";
import { another, bidText, listed, person, t, type GraView } from "./view";

/** Who checked whose bid. */
export function doubt(seen: GraView, check: CheckView): string {
  return t("event.checked", {
    ...person(check.checker, seen),
    ...another(check.bidder, seen),
    bid: bidText(check),
  });
}

export function verdict({ right, found, count }: CheckView): string {
  if (right) return t("verdict.right", { found });
  return t("verdict.wrong", { found, missing: count - found });
}

/** What the loser has to bear, and what follows for all. */
export function effects(seen: GraView, check: CheckView): string[] {
  const { loser, size_before: before, size_after: after } = check;
  const found = [t(`effect.${check.effect}`, { ...person(loser, seen), before, after })];
  if (seen.public.extra && !check.extra) {
    const tied = seen.public.seats.flatMap(({ status }, seat) =>
      status === "playing" || status === "out" ? [seen.names[seat] ?? ""] : [],
    );
    found.push(t("effect.tied", { names: listed(tied) }));
  }
  if (seen.public.winner !== null) found.push(t("event.won", person(seen.public.winner, seen)));
  return found;
}
