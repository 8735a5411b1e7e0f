/** What happens, in words. */

import type { Card, Event } from "./messages";
import { cardName, listed, person, t, type Viewer } from "./view";

export function eventText(event: Event, seen: Viewer): string | null {
  switch (event.type) {
    case "started":
      return t("event.started", person(event.seat, seen));
    case "drew":
      // what others draw is secret, and how many cards they have is on their plate
      return event.card === null ? null : t("event.drew", { card: cardName(event.card) });
    case "scoring_card_turned_up":
      return t("event.turned_up", { round: event.round, rounds: event.rounds, points: event.points });
    case "rolled":
      return t("event.rolled", { ...person(event.seat, seen), ...event.multipliers });
    case "sat_out":
      return t("event.sat_out", person(event.seat, seen));
    case "chosen":
      return t(event.again ? "event.chosen_again" : "event.chosen", {
        ...person(event.seat, seen),
        card: event.card === null ? "" : cardName(event.card),
      });
    case "choice_stands":
      return t("event.choice_stands", person(event.seat, seen));
    case "played":
      return t("event.played", {
        ...person(event.seat, seen),
        card: cardName(event.card),
        value: event.value,
      });
    case "placed":
      return t("event.placed", {
        ...person(event.seat, seen),
        field: event.field,
        ...beneath(event.onto, seen),
      });
    case "raised":
      return t("event.raised", {
        ...person(event.seat, seen),
        ...beneath(event.onto, seen),
        cards: named(event.cards),
        before: event.before,
        field: event.field,
      });
    case "passed":
      return t("event.passed", { ...person(event.seat, seen), field: event.field });
    case "round_won":
      return t("event.round_won", {
        ...person(event.seat, seen),
        scoring_card: event.scoring_card,
        cards: event.cards,
        points: event.points,
      });
    case "round_lost":
      return t("event.round_lost", { points: event.scoring_card });
    case "scored":
      return t("event.scored", {
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
