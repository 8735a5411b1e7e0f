/** The first-game guide: one thought about the decision at hand, and what challenges and specialists have to do with it. */

import { handName } from "./cards";
import { effectThoughts } from "./guide_effects";
import type { Chip } from "./messages";
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

/** By round: so many cards lie on the table when its chips come out. */
const COMMUNITY = [0, 0, 3, 4, 5] as const;

export function guide(seen: GangView): Thought | null {
  if (seen.over || !seen.live || seen.seat === null) return null;
  const { phase, target, challenges } = seen.public;
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
      return { text: result(seen), topic: "showdown" };
    case "chips":
      return chips(seen, seen.seat);
    default: {
      const cards = challenges.some(({ number }) => number === 10) ? "3" : "2";
      return { text: t("guide.dealing", { cards }), topic: "heist" };
    }
  }
}

function result({ public: { result: outcome, scans } }: GangView): string {
  if (outcome?.success === true) return t("guide.success", { scan: scans.length > 0 ? "yes" : "no" });
  return t("guide.failure", { why: outcome?.reasons.includes("order") === false ? "scan" : "order" });
}

function chips(seen: GangView, seat: number): Thought {
  const { proposal, round, seats, specialist, community } = seen.public;
  if (community.flat().length < (COMMUNITY[round] ?? 0))
    return { text: t("guide.revealing"), topic: "heist" };
  if (seen.private?.choose != null) return { text: t("guide.choose"), topic: "specialists" };
  const what = specialist === null ? "" : t(`specialist.${specialist.number}.text` as Key);
  if (proposal !== null) {
    if (may(seen, "agree") !== undefined) return { text: t("guide.vote", { what }), topic: "propose" };
    return { text: t("guide.voting"), topic: "propose" };
  }
  const chip = seats[seat]?.chips[round - 1] ?? null;
  if (chip === null) return { text: andEffects(take(seen), seen, seat), topic: "chips" };
  return withChip(seen, seat, chip, what);
}

function take(seen: GangView): string {
  const { round, seats, colors, challenges } = seen.public;
  const dark = challenges.some(({ number }) => number === 8);
  return t(`guide.take.${round}` as Key, {
    hand: hand(seen),
    players: seats.length,
    cards: String(seen.private?.hand.length ?? 2),
    earlier: colors.includes("white") && !dark ? "yes" : "no",
    both: colors.includes("orange") ? "no" : "yes",
  });
}

function withChip(seen: GangView, seat: number, chip: Chip, what: string): Thought {
  const { waits_for: waits, round_end: end, seats, round } = seen.public;
  const mine = hand(seen);
  if (waits === "chips") {
    const text = t(chip.locked ? "guide.locked" : "guide.others", { hand: mine });
    return { text: andEffects(text, seen, seat), topic: "chips" };
  }
  if (end === "ready" && seats[seat]?.ready === true) return { text: t("guide.ready_said"), topic: "ready" };
  if (proposals(seen).length > 0 && seen.public.proposals === 0)
    return { text: t("guide.specialist", { what }), topic: "propose" };
  const key = chip.locked ? "guide.compare_locked" : round === 4 ? "guide.last" : "guide.compare";
  return { text: andEffects(t(key, { hand: mine }), seen, seat), topic: "ready" };
}

function hand({ private: own }: GangView): string {
  return own?.best == null ? "" : handName(own.best);
}

function andEffects(text: string, seen: GangView, seat: number): string {
  return [text, ...effectThoughts(seen, seat)].join(" ");
}
