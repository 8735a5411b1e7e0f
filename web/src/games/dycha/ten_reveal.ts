/** In a solo game TEN draws in the same moment in which one's own turn ends: what happened is shown one after the other. */

import type { RevealStep } from "$lib/game/contract";
import type { Failed, Public, TurnedUp } from "./messages";
import type { AnyCard, DychaView } from "./view";

const EACH_CARD = 650;
/** One's own row that broke. */
const OWN_FIASCO = 2_600;

export function revealSteps(seen: DychaView, before: DychaView | null): RevealStep<DychaView>[] {
  if (before === null || seen.public.ten === null) return [];
  const drawn = seen.events.findIndex((event) => event.type === "turned_up" && event.seat === "ten");
  if (drawn < 0) return [];
  const steps: RevealStep<DychaView>[] = [];
  const fiasco = ownFiasco(seen, before, drawn);
  if (fiasco !== null) steps.push({ after: 0, told: drawn, seen: fiasco });
  // TEN's row may have waited for an auction
  let row: Public["row"] =
    before.public.active === "ten" ? before.public.row : { ...seen.public.row, ...NO_CARDS };
  seen.events.forEach((event, index) => {
    if (event.type !== "turned_up" || event.seat !== "ten") return;
    row = withCard(row, event);
    const after = steps.length === 0 ? 0 : index === drawn ? OWN_FIASCO : EACH_CARD;
    steps.push({ after, told: index + 1, seen: whileDrawing(seen, before, row, event, index) });
  });
  return [...steps, { after: EACH_CARD, told: seen.events.length }];
}

function withCard(row: Public["row"], { card, total, currency }: TurnedUp): Public["row"] {
  const cards = card.kind === "joker" ? row.cards : [...row.cards, card];
  return { ...row, cards, total, currency, numbers: total + currency };
}

/** Of what TEN's cards lead to nothing is seen yet. */
function whileDrawing(
  seen: DychaView,
  before: DychaView,
  row: Public["row"],
  { deck }: TurnedUp,
  index: number,
): DychaView {
  const limit = seen.public.ten?.limit ?? row.limit;
  return {
    ...calm(seen),
    events: seen.events.slice(0, index + 1),
    public: {
      ...seen.public,
      ...UNDECIDED,
      active: "ten",
      deck,
      row: { ...row, limit, safe_number: null, breaking: 0 },
      ten: before.public.ten,
      last: null,
    },
  };
}

/** One's own row, broken by the card that was turned up last. */
function ownFiasco(seen: DychaView, before: DychaView, drawn: number): DychaView | null {
  const events = seen.events.slice(0, drawn);
  const failed = events.find((event): event is Failed => event.type === "failed");
  if (failed === undefined) return null;
  const broke = events.findLast((event): event is TurnedUp => event.type === "turned_up");
  const cards: AnyCard[] = [...before.public.row.cards, ...(broke === undefined ? [] : [broke.card])];
  return {
    ...calm(seen),
    events,
    public: {
      ...seen.public,
      ...UNDECIDED,
      active: before.public.active,
      deck: broke?.deck ?? before.public.deck,
      row: { ...before.public.row, cards: [] },
      ten: before.public.ten,
      last: {
        seat: failed.seat,
        end: failed.by === "number" ? "fiasco_by_number" : "fiasco_by_currency",
        cards: cards.filter((card) => card.kind !== "joker"),
        total: failed.total,
        currency: failed.currency,
      },
    },
  };
}

const NO_CARDS = { cards: [], numbers: 0, currency: 0, total: 0 } satisfies Partial<Public["row"]>;
const UNDECIDED = {
  phase: "turn_up",
  turn: null,
  auction: null,
  payment: null,
  last_purchases: null,
  standings: [],
  solo: null,
} satisfies Partial<Public>;

/** Nothing can be done, and nothing is over. */
const calm = (seen: DychaView): DychaView => ({
  ...seen,
  legal: [],
  toAct: [],
  awaited: [],
  over: false,
  result: null,
});
