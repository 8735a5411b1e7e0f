/** Community cards that come together are laid one after the other. */

import type { RevealStep } from "$lib/game/contract";
import type { GangView } from "./view";

const EACH_CARD = 450;

/** Until the last of them lies there, everything else is as it was: what they make of a hand is not told before. */
export function flopSteps(seen: GangView, before: GangView | null): RevealStep<GangView>[] {
  const laid = seen.events.flatMap((event, index) =>
    event.type === "revealed" ? [{ card: event.card, index }] : [],
  );
  if (before === null || laid.length < 2) return [];
  return laid.map(({ index }, nth) => {
    const after = nth === 0 ? 0 : EACH_CARD;
    if (nth === laid.length - 1) return { after, told: seen.events.length };
    const late = new Set(laid.slice(nth + 1).map(({ card }) => card));
    return { after, told: index + 1, seen: partly(seen, before, index, late) };
  });
}

function partly(seen: GangView, before: GangView, index: number, late: ReadonlySet<string>): GangView {
  const community = seen.public.community.map((cards) => cards.filter((card) => !late.has(card)));
  return {
    ...seen,
    public: { ...before.public, round: seen.public.round, community },
    private: before.private,
    events: seen.events.slice(0, index + 1),
    legal: [],
    toAct: [],
    awaited: [],
  };
}
