/** What happens, in words. */

import type { Event } from "./messages";
import { another, bidText, listed, person, t, type Viewer } from "./view";

export function eventText(event: Event, viewer: Viewer): string | null {
  switch (event.type) {
    case "started":
      return t("event.started", person(event.seat, viewer));
    case "round_began": {
      const { round, cards } = event;
      const key = event.extra ? "event.extra_round_began" : "event.round_began";
      return t(key, { ...person(event.starter, viewer), round, cards });
    }
    case "dealt":
      if (event.card === null) return null; // hand sizes are known to all
      return t("event.dealt", { low: event.card[0], high: event.card[1] });
    case "chosen":
      return chosen(event.seat, event.again, event.values, viewer);
    case "choice_stands":
      return t("event.choice_stands", person(event.seat, viewer));
    case "settled":
      return t("event.settled");
    case "declared":
      return t("event.declared", {
        ...person(event.seat, viewer),
        way: event.clockwise ? "clockwise" : "counterclockwise",
      });
    case "bid_made": {
      const said = t("event.bid_made", { ...person(event.seat, viewer), bid: bidText(event) });
      return event.jokers_off ? `${said} ${t("event.jokers_off")}` : said;
    }
    default:
      return afterBidding(event, viewer);
  }
}

type Bidding =
  "started" | "round_began" | "dealt" | "chosen" | "choice_stands" | "settled" | "declared" | "bid_made";

function afterBidding(event: Exclude<Event, { type: Bidding }>, viewer: Viewer): string | null {
  switch (event.type) {
    case "checked":
      return t("event.checked", {
        ...person(event.seat, viewer),
        ...another(event.bidder, viewer),
        bid: bidText(event),
      });
    case "shown":
      return t("event.shown", {
        ...person(event.seat, viewer),
        values: listed(event.cards.map(({ showing }) => showing)),
        matching: event.matching,
        found: event.found,
      });
    case "counted":
      return t("event.counted", {
        bid: bidText(event),
        found: event.found,
        right: event.right ? "yes" : "no",
      });
    case "lost":
      return t("event.lost", {
        ...person(event.seat, viewer),
        change: event.size_after === event.size_before ? "none" : "some",
        before: event.size_before,
        after: event.size_after,
      });
    case "ended":
      return t("event.ended", { ...person(event.seat, viewer), size: event.hand_size });
    case "tied":
      return t("event.tied", { names: listed(event.seats.map((seat) => viewer.names[seat] ?? "")) });
    case "went_out":
      return t("event.went_out", { ...person(event.seat, viewer), place: event.place });
    case "won":
      return t("event.won", person(event.seat, viewer));
    default:
      return null;
  }
}

function chosen(seat: number, again: boolean, values: readonly number[] | null, viewer: Viewer): string {
  if (values !== null) return t("event.chosen_own", { values: listed(values), ...person(seat, viewer) });
  return t(again ? "event.chosen_again" : "event.chosen", person(seat, viewer));
}
