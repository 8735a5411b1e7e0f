/** The showdown, one hand after the other. */

import type { RevealStep } from "$lib/game/contract";
import type { GangView } from "./view";

const OPENING = 600;
const SLOWEST = 1_500;
const QUICKEST = 900;
/** However many hands there are, showing them takes about so long. */
const IN_ALL = 6_600;
/** Then, what became of the heist. */
const VERDICT = 1_300;

function pace(hands: number): number {
  return Math.max(QUICKEST, Math.min(SLOWEST, IN_ALL / Math.max(1, hands)));
}

/** How long so many hands are looked at, in milliseconds. */
export function lookAt(hands: number): number {
  return OPENING + hands * pace(hands) + VERDICT;
}

export const freshHands = ({ events }: Pick<GangView, "events">): number =>
  events.filter(({ type }) => type === "hand_shown").length;

/** At first all hands are closed; then one is opened after the other, the weakest chip first; then what came of it. */
export function showdownSteps(seen: GangView): RevealStep<GangView>[] {
  const shown = seen.events.flatMap(({ type }, index) => (type === "hand_shown" ? [index] : []));
  const wait = pace(shown.length);
  return [
    { after: 0, told: shown[0] ?? 0 },
    ...shown.map((index, hand) => ({ after: hand === 0 ? OPENING : wait, told: index + 1 })),
    { after: wait, told: seen.events.length },
  ];
}

export class ShowdownReveal {
  /** Which of them somebody wants to see again; null: the newest. */
  wanted = $state<number | null>(null);
  #seen: () => GangView;
  #step: () => number | undefined;

  /** `step`: of the moment that is shown; undefined: all of it is. */
  constructor(seen: () => GangView, step: () => number | undefined) {
    this.#seen = seen;
    this.#step = step;
  }

  /** So many hands are open. */
  get open(): number {
    const all = this.#seen().public.showdown.length;
    const step = this.#step();
    const fresh = freshHands(this.#seen());
    return step === undefined ? all : all - fresh + Math.min(step, fresh);
  }

  /** All of them, and the outcome may be read. */
  get done(): boolean {
    const step = this.#step();
    return step === undefined || step > freshHands(this.#seen());
  }
}
