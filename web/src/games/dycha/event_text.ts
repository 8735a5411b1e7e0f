/** What happens, in words. */

import { number } from "$lib/i18n/translations.svelte";
import type { Event, Paid, Scored, TurnedUp } from "./messages";
import { cardName, cardNames, listed, person, sumInSigns, t, type Viewer } from "./view";

export function eventText(event: Event, seen: Viewer): string | null {
  switch (event.type) {
    case "joker_discarded":
      return t("event.joker_discarded", { joker: cardName(event.joker) });
    case "solo_ended":
      return event.won
        ? t("event.solo_won", { limit: event.limit, title: t(`title.${event.limit as 4}`) })
        : t("event.solo_lost", { limit: event.limit });
    // small steps of a payment: all of it is said once it is complete
    case "card_spent":
    case "fiasco_spent":
    case "currency_discarded":
      return null;
  }
  const who = person(event.seat, seen);
  switch (event.type) {
    case "turned_up":
      return turnedUp(event, who);
    case "took_numbers":
      return event.cards.length === 0
        ? t("event.took_none", who)
        : t("event.took_numbers", { ...who, cards: cardNames(event.cards) });
    case "took_currency":
      return t("event.took_currency", { ...who, value: event.value });
    case "failed":
      return event.by === "number"
        ? t("event.failed_number", { ...who, total: event.total })
        : t("event.failed_currency", { ...who, currency: event.currency });
    case "tokens_received":
      return t("event.tokens_received", {
        ...who,
        kept: event.kept,
        returned: event.returned,
        tokens: event.tokens,
      });
    case "moved_to_market":
      return event.cards.length === 0 ? null : t("event.moved_to_market", { cards: cardNames(event.cards) });
    case "bid_made":
      return t("event.bid_made", { ...who, amount: event.amount });
    case "joker_won":
      return t("event.joker_won", { ...who, joker: cardName(event.joker), price: event.price });
    case "card_chosen":
      return t("event.card_chosen", { ...who, card: cardName(event.card), price: event.price });
    case "paid":
      return t("event.paid", { ...who, payment: payment(event), lost: event.lost });
    case "bought":
      return t("event.bought", { ...who, card: cardName(event.card) });
    case "scored":
      return scored(event, who);
    case "last_purchases_began":
      return t("event.last_purchases_began", { ...who, players: seen.names.length });
    default:
      return t(`event.${event.type}`, who);
  }
}

type Person = ReturnType<typeof person>;

function turnedUp({ card, total, currency, deck }: TurnedUp, who: Person): string {
  const said =
    card.kind === "joker"
      ? t("event.turned_up_joker", { ...who, card: cardName(card) })
      : t("event.turned_up", { ...who, card: cardName(card), sum: sumInSigns(total + currency, currency) });
  return deck === 0 ? `${said} ${t("event.last_card")}` : said;
}

/** `2 tokens and green 3`. */
export function payment({ tokens, fiascos, cards }: Pick<Paid, "tokens" | "fiascos" | "cards">): string {
  const parts = [
    ...(cards.length > 0 ? [cardNames(cards)] : []),
    ...(fiascos > 0 ? [t("fiascos", { count: fiascos })] : []),
    ...(tokens > 0 ? [t("tokens", { count: tokens })] : []),
  ];
  return parts.length === 0 ? t("tokens", { count: 0 }) : listed(parts);
}

function scored({ best, currency }: Scored, who: Person): string {
  const sum = best.runs.map(({ points }) => number(points)).join(" + ") || "0";
  return t("event.scored", { ...who, sum, points: best.points, currency });
}
