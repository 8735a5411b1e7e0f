/** What happens, in words. */

import type { Event } from "./messages";
import { counted, listed, person, t, type NoThanksView } from "./view";

export function eventText(event: Event, seen: Pick<NoThanksView, "seat" | "names">): string | null {
  switch (event.type) {
    case "started":
      return t("event.started", person(event.seat, seen));
    case "turned_up":
      return t("event.turned_up", { ...person(event.seat, seen), card: event.card });
    case "declined":
      return t("event.declined", person(event.seat, seen));
    case "taken":
      return t("event.taken", { ...person(event.seat, seen), card: event.card, chips: event.chips });
    case "set_aside":
      return t("event.set_aside", { cards: listed(event.cards) });
    case "scored":
      return t("event.scored", {
        ...person(event.seat, seen),
        ...counted(event.points),
        cost: event.points + event.chips,
        chips: event.chips,
      });
    default:
      return null;
  }
}
