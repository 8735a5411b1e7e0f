/** What happens, in words. */

import type { Card, Event } from "./messages";
import { cardName, listed, person, t, type Viewer } from "./view";

export function eventText(event: Event, seen: Viewer): string | null {
  switch (event.type) {
    case "started":
      return t("say.started", person(event.seat, seen));
    case "drew":
      // that others fill up their hands is said when they pass or win
      return event.card === null ? null : t("say.drew", { card: cardName(event.card) });
    case "scoring_card_turned_up":
      return t("say.turned_up", { round: event.round, rounds: event.rounds, points: event.points });
    case "rolled":
      return t("say.rolled", { ...person(event.seat, seen), ...event.multipliers });
    case "sat_out":
      return t("say.sat_out", person(event.seat, seen));
    case "chosen":
      return t(event.again ? "say.chosen_again" : "say.chosen", {
        ...person(event.seat, seen),
        card: event.card === null ? "" : cardName(event.card),
      });
    case "played":
      return t("say.played", { ...person(event.seat, seen), card: cardName(event.card), value: event.value });
    case "placed":
      return t("say.placed", {
        ...person(event.seat, seen),
        field: event.field,
        ...beneath(event.onto, seen),
      });
    case "raised":
      return t("say.raised", {
        ...person(event.seat, seen),
        ...beneath(event.onto, seen),
        cards: named(event.cards),
        before: event.before,
        field: event.field,
      });
    case "passed":
      return t("say.passed", { ...person(event.seat, seen), field: event.field });
    case "round_won":
      return t("say.round_won", {
        ...person(event.seat, seen),
        scoring_card: event.scoring_card,
        cards: event.cards,
        points: event.points,
      });
    case "round_lost":
      return t("say.round_lost", { points: event.scoring_card });
    case "scored":
      return t("say.scored", {
        ...person(event.seat, seen),
        pile: event.points - event.hand_points,
        hand: event.hand_points,
        points: event.points,
      });
    default:
      return null;
  }
}

const named = (cards: readonly Card[]): string => listed(cards.map(cardName));

/** Whose marker is beneath, if any. */
function beneath(seat: number | null, seen: Viewer): { onto: "nobody" | "you" | "other"; other: string } {
  if (seat === null) return { onto: "nobody", other: "" };
  const { who, name } = person(seat, seen);
  return { onto: who, other: name };
}
