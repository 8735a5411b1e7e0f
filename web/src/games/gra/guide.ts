/** The first-game guide: one thought about the decision at hand. */

import { bidsByValue, cardsOfOthers, may, openCheck, person, t, type GraView } from "./view";

export type Topic =
  "goal" | "cards" | "bid" | "order" | "check" | "end" | "tie" | "joker" | "directions" | "fewer" | "longer";

interface Thought {
  text: string;
  topic: Topic;
}

/** Less likely than this is not likely, if the others turned their cards at random. */
const LIKELY = 0.4;
/** Of ten cards in thirty each shows a value at one of two ends. */
const SHARE = 1 / 6;

export function guide(seen: GraView): Thought | null {
  if (seen.over || !seen.live || seen.seat === null) return null;
  const { phase, turn, seats } = seen.public;
  if (phase === "reveal") return reveal(seen);
  if (seats[seen.seat]?.status !== "playing") return { text: t("guide.watching"), topic: "tie" };
  if (phase === "choose") return choosing(seen);
  if (turn === null) return { text: t("guide.dealing"), topic: "goal" };
  if (turn !== seen.seat) {
    const key = phase === "declare" ? "guide.declares" : "guide.others";
    const topic = phase === "declare" ? "directions" : "bid";
    return { text: t(key, { name: person(turn, seen).name }), topic };
  }
  return phase === "declare" ? { text: t("guide.direction"), topic: "directions" } : bidding(seen);
}

function reveal(seen: GraView): Thought {
  const jokers = openCheck(seen.public)?.jokers === true;
  return jokers
    ? { text: t("guide.reveal_jokers"), topic: "joker" }
    : { text: t("guide.reveal"), topic: "check" };
}

function choosing(seen: GraView): Thought {
  if (seen.private?.choice !== null)
    return { text: t(may(seen, "choose") === undefined ? "guide.stands" : "guide.chosen"), topic: "cards" };
  return seen.public.joker
    ? { text: t("guide.choose_joker"), topic: "joker" }
    : { text: t("guide.choose"), topic: "cards" };
}

function bidding(seen: GraView): Thought {
  const { bid, total } = seen.public;
  const needed = seen.private?.needed ?? 0;
  const cards = cardsOfOthers(seen);
  if (bid === null) return { text: t("guide.first", { cards: total }), topic: "bid" };
  if (bidsByValue(seen.legal).size === 0 && may(seen, "check") !== undefined) {
    return { text: t("guide.forced"), topic: "order" };
  }
  if (needed === 0) return { text: t("guide.sure"), topic: "order" };
  const own = seen.private?.counts?.[bid.value - 1] ?? 0;
  const share = seen.public.ones === "jokers" && bid.value !== 1 ? 2 * SHARE : SHARE;
  const likely = chanceOfAtLeast(needed, cards, share) >= LIKELY;
  const key = likely ? "guide.likely" : "guide.doubtful";
  return { text: t(key, { own, needed, cards }), topic: likely ? "order" : "check" };
}

/** That so many of the cards count, if each does with this chance: the upper tail of a binomial. */
export function chanceOfAtLeast(needed: number, cards: number, share: number): number {
  let fewer = 0;
  let term = (1 - share) ** cards;
  for (let found = 0; found < Math.min(needed, cards + 1); found++) {
    fewer += term;
    term *= ((cards - found) * share) / ((found + 1) * (1 - share));
  }
  return 1 - fewer;
}
