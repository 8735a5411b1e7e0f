/** A suggested move, and how likely the bid is that it is about. */

import type { Reason } from "$protocol";
import { percent } from "$lib/game/hint_text";
import type { Move } from "./messages";
import { bidText, listed, t, type GraView } from "./view";

export function hintText(move: Move, { public: { bid } }: GraView): string {
  switch (move.type) {
    case "choose":
      return t("hint.choose", { values: listed(move.values) });
    case "direction":
      return t("hint.direction", { way: move.clockwise ? "clockwise" : "counterclockwise" });
    case "bid":
      return t("hint.bid", { bid: bidText(move) });
    case "check":
      return t("hint.check", { bid: bid === null ? "" : bidText(bid) });
  }
}

export function reasonText({ kind, value }: Reason): string | null {
  return kind === "true" ? t("reason.true", { percent: percent(value) }) : null;
}
