/** What happens, in words. */

import { brief, cardName, categoryName, handName, printed } from "./cards";
import type { Event, Proposed } from "./messages";
import { another, listed, person, t, type Eyes, type Key } from "./view";

export function say(event: Event, eyes: Eyes): string | null {
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
        : t("say.dealt", { why: event.why, card: cardName(event.card), ...person(event.seat, eyes) });
    case "revealed":
      return t("say.revealed", { card: cardName(event.card) });
    case "round_began":
    case "round_skipped":
    case "blacked_out":
      return t(`say.${event.type}`, { round: event.round, colour: event.colour });
    case "took":
      return took(event, eyes);
    case "returned":
      return t("say.returned", { ...person(event.seat, eyes), stars: event.stars });
    case "said_ready":
    case "took_ready_back":
    case "looked":
    case "took_jack":
    case "took_muscle":
    case "confirmed":
    case "agreed":
    case "refused":
      return t(`say.${event.type}`, person(event.seat, eyes));
    default:
      return specialists(event, eyes);
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

function specialists(event: Later, eyes: Eyes): string | null {
  switch (event.type) {
    case "proposed":
      return t("say.proposed", { ...person(event.seat, eyes), what: proposalWords(event, eyes) });
    case "completed":
      return null; // what it did has been said
    case "showed": {
      const people = { ...person(event.seat, eyes), ...another(event.to, eyes) };
      return event.card === null
        ? t("say.showed", people)
        : t("say.showed_card", { ...people, card: cardName(event.card) });
    }
    case "announced":
      return announcementWords(event, eyes);
    case "discarded": {
      const { number } = event;
      const cards = event.cards === null ? "" : listed(event.cards.map(cardName));
      return t("say.discarded", {
        ...person(event.seat, eyes),
        number,
        known: cards === "" ? "no" : "yes",
        cards,
      });
    }
    case "chose":
      return event.card === null
        ? t(event.again ? "say.chose_again" : "say.chose", person(event.seat, eyes))
        : t("say.chose_card", { card: cardName(event.card), ...person(event.seat, eyes) });
    case "passed":
      if (event.card === null) return null; // all of them do
      return t("say.passed", {
        ...person(event.seat, eyes),
        ...another(event.to, eyes),
        card: cardName(event.card),
      });
    case "gathered":
      return t("say.gathered");
    default:
      return showdown(event, eyes);
  }
}

type Specialists =
  "proposed" | "completed" | "showed" | "announced" | "discarded" | "chose" | "passed" | "gathered";

function showdown(event: Exclude<Later, { type: Specialists }>, eyes: Eyes): string | null {
  switch (event.type) {
    case "hand_shown":
      return t("say.hand_shown", {
        ...person(event.seat, eyes),
        stars: event.stars,
        cards: event.cards.map(brief).join(" "),
        hand: handName(event.best),
        ok: event.ok ? "yes" : "no",
      });
    case "asked":
      return t("say.asked", { ...person(event.target, eyes), asks: event.asks });
    case "picked":
      return t("say.picked", { ...person(event.seat, eyes), answer: answerWords(event) });
    case "named":
      return t("say.named", { ...person(event.target, eyes), answer: answerWords(event) });
    case "judged":
      return t("say.judged", {
        ...person(event.target, eyes),
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

function took(event: Extract<Event, { type: "took" }>, eyes: Eyes): string {
  const said = t("say.took", {
    ...person(event.seat, eyes),
    ...another(event.giver, eyes),
    stars: event.stars,
    back: event.put_back ?? 0,
  });
  return event.locked ? `${said} ${t("say.locked")}` : said;
}

type Proposal = Pick<Proposed, "specialist" | "user" | "other" | "rank">;

/** "Bo shows one card to Ala." */
export function proposalWords({ specialist, user, other, rank }: Proposal, eyes: Eyes): string {
  return t(`propose.${specialist}` as Key, {
    ...person(user, eyes),
    ...another(other, eyes),
    ranks: rank === null ? "" : t(`ranks.${rank}` as Key),
  });
}

type Announced = Pick<
  Extract<Event, { type: "announced" }>,
  "seat" | "kind" | "number" | "rank" | "category"
>;

export function announcementWords({ seat, kind, number, rank, category }: Announced, eyes: Eyes): string {
  return t(`announced.${kind}`, {
    ...person(seat, eyes),
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
