/** What happens, in words. */

import { brief, cardName, categoryName, handName, printed } from "./cards";
import type { Event, Proposed } from "./messages";
import { another, listed, person, t, type Viewer, type Key } from "./view";

export function eventText(event: Event, viewer: Viewer): string | null {
  switch (event.type) {
    case "challenge_came":
      return t(
        event.standing ? "event.challenge_stands" : "event.challenge_came",
        card("challenge", event.number),
      );
    case "challenge_left":
      return t("event.challenge_left", card("challenge", event.number));
    case "specialist_came":
      return t("event.specialist_came", card("specialist", event.number));
    case "heist_began":
      return t("event.heist_began", { heist: event.heist });
    case "dealt":
      return event.card === null
        ? null
        : t("event.dealt", { why: event.why, card: cardName(event.card), ...person(event.seat, viewer) });
    case "revealed":
      return t("event.revealed", { card: cardName(event.card) });
    case "round_began":
    case "round_skipped":
    case "blacked_out":
      return t(`event.${event.type}`, { round: event.round, color: event.color });
    case "took":
      return took(event, viewer);
    case "returned":
      return t("event.returned", { ...person(event.seat, viewer), stars: event.stars });
    case "ran_out_of_moves":
      return t("event.ran_out_of_moves", { ...person(event.seat, viewer), of: event.of });
    case "said_ready":
    case "took_ready_back":
    case "looked":
    case "took_jack":
    case "took_muscle":
    case "confirmed":
    case "agreed":
    case "refused":
      return t(`event.${event.type}`, person(event.seat, viewer));
    default:
      return specialists(event, viewer);
  }
}

type Chips =
  | "challenge_came"
  | "challenge_left"
  | "specialist_came"
  | "heist_began"
  | "dealt"
  | "revealed"
  | "round_began"
  | "round_skipped"
  | "blacked_out"
  | "took"
  | "returned"
  | "said_ready"
  | "took_ready_back"
  | "ran_out_of_moves"
  | "looked"
  | "took_jack"
  | "took_muscle"
  | "confirmed"
  | "agreed"
  | "refused";
type Later = Exclude<Event, { type: Chips }>;

function specialists(event: Later, viewer: Viewer): string | null {
  switch (event.type) {
    case "proposed":
      return t("event.proposed", { ...person(event.seat, viewer), what: proposalText(event, viewer) });
    case "completed":
      return null; // what it did has been said
    case "showed": {
      const people = { ...person(event.seat, viewer), ...another(event.to, viewer) };
      return event.card === null
        ? t("event.showed", people)
        : t("event.showed_card", { ...people, card: cardName(event.card) });
    }
    case "announced":
      return announcementText(event, viewer);
    case "discarded": {
      const { number } = event;
      const cards = event.cards === null ? "" : listed(event.cards.map(cardName));
      return t("event.discarded", {
        ...person(event.seat, viewer),
        number,
        known: cards === "" ? "no" : "yes",
        cards,
      });
    }
    case "chose":
      return event.card === null
        ? t(event.again ? "event.chose_again" : "event.chose", person(event.seat, viewer))
        : t("event.chose_card", { card: cardName(event.card), ...person(event.seat, viewer) });
    case "passed":
      if (event.card === null) return null; // all of them do
      return t("event.passed", {
        ...person(event.seat, viewer),
        ...another(event.to, viewer),
        card: cardName(event.card),
      });
    case "gathered":
      return t("event.gathered");
    default:
      return showdown(event, viewer);
  }
}

type Specialists =
  "proposed" | "completed" | "showed" | "announced" | "discarded" | "chose" | "passed" | "gathered";

function showdown(event: Exclude<Later, { type: Specialists }>, viewer: Viewer): string | null {
  switch (event.type) {
    case "hand_shown":
      return t("event.hand_shown", {
        ...person(event.seat, viewer),
        stars: event.stars,
        cards: event.cards.map(brief).join(" "),
        hand: handName(event.best, event.kickers),
        ...another(event.weaker_than, viewer),
      });
    case "asked":
      return t("event.asked", { ...person(event.target, viewer), asks: event.asks });
    case "picked":
      return t("event.picked", { ...person(event.seat, viewer), answer: answerWords(event) });
    case "named":
      return t("event.named", { ...person(event.target, viewer), answer: answerWords(event) });
    case "judged":
      return t("event.judged", {
        ...person(event.target, viewer),
        answer: answerWords(event),
        asks: event.rank === null ? "category" : "rank",
        right: event.right ? "yes" : "no",
      });
    case "heist_ended": {
      const { heist, success, vaults, alarms, reasons, order } = event;
      const said = t("event.heist_ended", { heist, success: success ? "yes" : "no", vaults, alarms });
      return reasons.includes("order") ? `${said} ${orderText(order, viewer)}` : said;
    }
    case "game_ended":
      return t("event.game_ended", { won: event.won ? "yes" : "no" });
    default:
      return null;
  }
}

/** From the weakest hand up, as the red chips should have been. */
export function orderText(order: readonly number[], viewer: Viewer): string {
  const chips = order.map((seat, place) => `${place + 1}★ ${t("you_or_name", person(seat, viewer))}`);
  return t("order.right", { order: chips.join(", ") });
}

function card(kind: "challenge" | "specialist", number: number): { number: number; card: string } {
  return { number, card: t(`${kind}.${number}` as Key) };
}

function took(event: Extract<Event, { type: "took" }>, viewer: Viewer): string {
  const said = t("event.took", {
    ...person(event.seat, viewer),
    ...another(event.giver, viewer),
    stars: event.stars,
    back: event.put_back ?? 0,
  });
  return event.locked ? `${said} ${t("event.locked")}` : said;
}

type Proposal = Pick<Proposed, "specialist" | "user" | "other" | "rank">;

/** "Bo shows one card to Ala." */
export function proposalText({ specialist, user, other, rank }: Proposal, viewer: Viewer): string {
  return t(`propose.${specialist}` as Key, {
    ...person(user, viewer),
    ...another(other, viewer),
    ranks: rank === null ? "" : t(`ranks.${rank}` as Key),
  });
}

type Announced = Pick<
  Extract<Event, { type: "announced" }>,
  "seat" | "kind" | "number" | "rank" | "category"
>;

export function announcementText({ seat, kind, number, rank, category }: Announced, viewer: Viewer): string {
  return t(`announced.${kind}`, {
    ...person(seat, viewer),
    number: number ?? 0,
    ranks: rank === null ? "" : t(`ranks.${rank}` as Key),
    rank: rank === null ? "" : t(`rank.${rank}` as Key),
    pairs: rank === null ? "" : t(`pairs.${rank}` as Key),
    category: category === null ? "" : categoryName(category),
  });
}

export function answerWords({
  rank,
  category,
}: Pick<Extract<Event, { type: "picked" }>, "rank" | "category">): string {
  if (rank !== null) return printed(rank);
  return category === null ? "" : categoryName(category);
}
