/** What happens, in words. */

import { brief, cardName, categoryName, handName, printed } from "./cards";
import type { Event, Proposed } from "./messages";
import { another, listed, person, t, type Viewer, type Key } from "./view";

export function eventText(event: Event, viewer: Viewer): string | null {
  switch (event.type) {
    case "challenge_came":
      return t(
        event.standing ? "say.challenge_stands" : "say.challenge_came",
        card("challenge", event.number),
      );
    case "challenge_left":
      return t("say.challenge_left", card("challenge", event.number));
    case "specialist_came":
      return t("say.specialist_came", card("specialist", event.number));
    case "heist_began":
      return t("say.heist_began", { heist: event.heist });
    case "dealt":
      return event.card === null
        ? null
        : t("say.dealt", { why: event.why, card: cardName(event.card), ...person(event.seat, viewer) });
    case "revealed":
      return t("say.revealed", { card: cardName(event.card) });
    case "round_began":
    case "round_skipped":
    case "blacked_out":
      return t(`say.${event.type}`, { round: event.round, color: event.color });
    case "took":
      return took(event, viewer);
    case "returned":
      return t("say.returned", { ...person(event.seat, viewer), stars: event.stars });
    case "said_ready":
    case "took_ready_back":
    case "looked":
    case "took_jack":
    case "took_muscle":
    case "confirmed":
    case "agreed":
    case "refused":
      return t(`say.${event.type}`, person(event.seat, viewer));
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
      return t("say.proposed", { ...person(event.seat, viewer), what: proposalText(event, viewer) });
    case "completed":
      return null; // what it did has been said
    case "showed": {
      const people = { ...person(event.seat, viewer), ...another(event.to, viewer) };
      return event.card === null
        ? t("say.showed", people)
        : t("say.showed_card", { ...people, card: cardName(event.card) });
    }
    case "announced":
      return announcementText(event, viewer);
    case "discarded": {
      const { number } = event;
      const cards = event.cards === null ? "" : listed(event.cards.map(cardName));
      return t("say.discarded", {
        ...person(event.seat, viewer),
        number,
        known: cards === "" ? "no" : "yes",
        cards,
      });
    }
    case "chose":
      return event.card === null
        ? t(event.again ? "say.chose_again" : "say.chose", person(event.seat, viewer))
        : t("say.chose_card", { card: cardName(event.card), ...person(event.seat, viewer) });
    case "passed":
      if (event.card === null) return null; // all of them do
      return t("say.passed", {
        ...person(event.seat, viewer),
        ...another(event.to, viewer),
        card: cardName(event.card),
      });
    case "gathered":
      return t("say.gathered");
    default:
      return showdown(event, viewer);
  }
}

type Specialists =
  "proposed" | "completed" | "showed" | "announced" | "discarded" | "chose" | "passed" | "gathered";

function showdown(event: Exclude<Later, { type: Specialists }>, viewer: Viewer): string | null {
  switch (event.type) {
    case "hand_shown":
      return t("say.hand_shown", {
        ...person(event.seat, viewer),
        stars: event.stars,
        cards: event.cards.map(brief).join(" "),
        hand: handName(event.best),
        ok: event.ok ? "yes" : "no",
      });
    case "asked":
      return t("say.asked", { ...person(event.target, viewer), asks: event.asks });
    case "picked":
      return t("say.picked", { ...person(event.seat, viewer), answer: answerWords(event) });
    case "named":
      return t("say.named", { ...person(event.target, viewer), answer: answerWords(event) });
    case "judged":
      return t("say.judged", {
        ...person(event.target, viewer),
        answer: answerWords(event),
        asks: event.rank === null ? "category" : "rank",
        right: event.right ? "yes" : "no",
      });
    case "heist_ended": {
      const { heist, success, vaults, alarms } = event;
      return t("say.heist_ended", { heist, success: success ? "yes" : "no", vaults, alarms });
    }
    case "game_ended":
      return t("say.game_ended", { won: event.won ? "yes" : "no" });
    default:
      return null;
  }
}

function card(kind: "challenge" | "specialist", number: number): { number: number; card: string } {
  return { number, card: t(`${kind}.${number}` as Key) };
}

function took(event: Extract<Event, { type: "took" }>, viewer: Viewer): string {
  const said = t("say.took", {
    ...person(event.seat, viewer),
    ...another(event.giver, viewer),
    stars: event.stars,
    back: event.put_back ?? 0,
  });
  return event.locked ? `${said} ${t("say.locked")}` : said;
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
