/** The first-game guide: one thought about the decision at hand. */

import { handName } from "./cards";
import { may, openScan, person, proposals, t, type GangView, type Key } from "./view";

export type Topic =
  | "goal"
  | "heist"
  | "chips"
  | "ready"
  | "hands"
  | "showdown"
  | "talk"
  | "modes"
  | "challenges"
  | "specialists"
  | "propose"
  | "scans";

interface Thought {
  text: string;
  topic: Topic;
}

export function guide(seen: GangView): Thought | null {
  if (seen.over || !seen.live || seen.seat === null) return null;
  const { phase, target } = seen.public;
  switch (phase) {
    case "looking":
      return { text: t("guide.looking"), topic: "specialists" };
    case "passing":
      return { text: t("guide.passing"), topic: "specialists" };
    case "guessing_rank":
    case "guessing_category":
      if (target === seen.seat) return { text: t("guide.target"), topic: "scans" };
      return {
        text: t(openScan(seen.public)?.can_confirm === true ? "guide.confirm" : "guide.guess", {
          name: person(target ?? 0, seen).name,
        }),
        topic: "scans",
      };
    case "result":
      return {
        text: t(seen.public.result?.success === true ? "guide.success" : "guide.failure"),
        topic: "showdown",
      };
    case "chips":
      return chips(seen, seen.seat);
    default:
      return { text: t("guide.dealing"), topic: "heist" };
  }
}

function chips(seen: GangView, seat: number): Thought {
  const { proposal, round, seats, waits_for: waits, round_end: end } = seen.public;
  if (seen.private?.choose != null) return { text: t("guide.choose"), topic: "specialists" };
  if (proposal !== null) {
    if (may(seen, "agree") !== undefined) return { text: t("guide.vote"), topic: "propose" };
    return { text: t("guide.voting"), topic: "propose" };
  }
  const best = seen.private?.best;
  const hand = best == null ? "" : handName(best);
  const chip = seats[seat]?.chips[round - 1] ?? null;
  if (chip === null)
    return { text: t(`guide.take.${round}` as Key, { hand, players: seats.length }), topic: "chips" };
  if (waits === "chips") return { text: t("guide.others", { hand }), topic: "chips" };
  if (end === "ready" && seats[seat]?.ready === true) return { text: t("guide.ready_said"), topic: "ready" };
  if (proposals(seen).length > 0 && seen.public.proposals === 0) {
    return { text: t("guide.specialist"), topic: "propose" };
  }
  return { text: t(round === 4 ? "guide.last" : "guide.compare", { hand }), topic: "ready" };
}
