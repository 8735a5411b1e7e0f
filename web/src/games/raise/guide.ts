/** The first-game guide: one thought about the decision at hand. */

import type { Card, Raise } from "./messages";
import {
  cardName,
  drawn,
  ended,
  listed,
  passOf,
  person,
  sameCard,
  sum,
  t,
  wants,
  type RaiseView,
} from "./view";

export type Topic = "goal" | "dice" | "first" | "raise" | "pass" | "round" | "cards" | "end";

interface Thought {
  text: string;
  topic: Topic;
}

/** So many points are worth a fight. */
const RICH = 13;
/** So many cards for one raise are dear. */
const DEAR = 3;

export function guide(seen: RaiseView): Thought | null {
  if (seen.over || !seen.live || seen.seat === null || seen.private === null) return null;
  const last = ended(seen);
  if (last !== null) {
    return last.winner === null
      ? { text: t("guide.round_lost", { points: last.scoring_card }), topic: "round" }
      : {
          text: t("guide.round", {
            ...person(last.winner, seen),
            points: last.points,
            next: last.round === seen.public.rounds ? "no" : "yes",
          }),
          topic: "round",
        };
  }
  const { phase, turn } = seen.public;
  if (phase === "choosing") return choosing(seen);
  if (phase !== "raising" || turn === null) return null;
  if (passOf(seen) !== undefined) return raising(seen);
  const { part, hand = 0 } = seen.public.seats[seen.seat] ?? {};
  if (part === "sitting_out") return { text: t("guide.sits_out"), topic: "pass" };
  const name = seen.names[turn] ?? "";
  return part === "passed"
    ? { text: t("guide.out", { turn: name, hand }), topic: "pass" }
    : { text: t("guide.others", { turn: name }), topic: "raise" };
}

function choosing(seen: RaiseView): Thought {
  const own = seen.private;
  const { round, rounds, scoring_card: points } = seen.public;
  if (wants(seen) === null)
    return (own?.chosen ?? null) === null
      ? { text: t("guide.sits_out"), topic: "pass" }
      : { text: t("guide.stands"), topic: "first" };
  if (own?.chosen !== null) return { text: t("guide.chosen"), topic: "first" };
  const [best] = own.hand.toSorted((one, other) => other.value - one.value);
  if (round === 1 && best !== undefined)
    return { text: t("guide.first", { card: cardName(best.card), value: best.value }), topic: "dice" };
  if ((points ?? 0) >= RICH) return { text: t("guide.rich", { points: points ?? 0 }), topic: "goal" };
  if (round === rounds) return { text: t("guide.poor_last", { points: points ?? 0 }), topic: "end" };
  const deck = seen.public.seats[seen.seat ?? -1]?.deck ?? 0;
  return { text: t("guide.poor", { points: points ?? 0, deck, left: rounds - round }), topic: "cards" };
}

function raising(seen: RaiseView): Thought | null {
  const { overtake } = seen.public;
  if (overtake === null) return null;
  const { name } = person(overtake.seat, seen);
  const cheapest = cheapestRaise(seen);
  const draw = drawn(seen, seen.seat);
  if (cheapest === null) return { text: t("guide.must_pass", { name, draw }), topic: "pass" };
  const cards = listed(cheapest.map(cardName));
  if (overtake.field === seen.public.seats[seen.seat ?? -1]?.field)
    return { text: t("guide.shared", { name, cards }), topic: "raise" };
  if (cheapest.length >= DEAR)
    return { text: t("guide.dear", { name, count: cheapest.length, draw }), topic: "pass" };
  return { text: t("guide.raise", { name, cards, field: overtake.field }), topic: "raise" };
}

/** The fewest cards, of these the least worth. */
function cheapestRaise(seen: RaiseView): readonly Card[] | null {
  const value = (card: Card): number =>
    seen.private?.hand.find((held) => sameCard(held.card, card))?.value ?? 0;
  const worth = ({ cards }: Raise): number => sum(cards.map(value));
  const [found] = seen.legal
    .filter((move) => move.type === "raise")
    .toSorted((one, other) => one.cards.length - other.cards.length || worth(one) - worth(other));
  return found?.cards ?? null;
}
