/** A suggested move, and what taking the card would change. */

import type { Reason } from "$protocol";
import type { Move } from "./messages";
import { t, type NoThanksView } from "./view";

export function hintText(move: Move, { public: { card, pot } }: NoThanksView): string {
  return t(`hint.${move.type}`, { card: card ?? "", chips: pot });
}

export function reasonText({ kind, value }: Reason, move: Move): string | null {
  if (kind !== "points") return null;
  const points = Math.round(Math.abs(value));
  if (points === 0) return t("reason.even", { move: move.type });
  return t(value < 0 ? "reason.costs" : "reason.pays", { move: move.type, points });
}
