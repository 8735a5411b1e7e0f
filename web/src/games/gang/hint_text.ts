/** A suggested move, and how strong the own hand is. */

import type { Reason } from "$protocol";
import { percent } from "$lib/game/hint_text";
import { cardName, categoryName } from "./cards";
import type { Move } from "./messages";
import { proposalText } from "./event_text";
import { another, chipText, t, type GangView } from "./view";

export function hintText(move: Move, seen: GangView): string {
  const { round, phase, specialist } = seen.public;
  switch (move.type) {
    case "take":
      return t("hint.take", { chip: chipText(move.stars, round), ...another(move.from, seen) });
    case "ready":
      return t("hint.ready", { phase });
    case "propose": {
      const { seat: user, other = null, rank = null } = move;
      const proposed = { specialist: specialist?.number ?? 0, user, other, rank };
      return t("hint.propose", { what: proposalText(proposed, seen) });
    }
    case "choose":
      return t("hint.choose", { why: seen.private?.choose ?? "discard", card: cardName(move.card) });
    case "pick_rank":
      return t("hint.pick_rank", { rank: t(`rank.${move.rank}`) });
    case "pick_category":
      return t("hint.pick_category", { category: categoryName(move.category) });
    default:
      return t(`hint.${move.type}`);
  }
}

export function reasonText({ kind, value }: Reason): string | null {
  return kind === "strength" ? t("reason.strength", { percent: percent(value) }) : null;
}
