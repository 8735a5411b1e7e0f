/** What is on the sides of the dice, and in everybody's deck: as the rules have it (a test compares). */

import box from "./components.json";
import type { Card, Public } from "./messages";
import { SYMBOLS, type Symbol } from "./view";

export type Face = Public["dice"][number];

/** Dice that are alike. */
export interface DiceKind {
  count: number;
  sides: readonly Face[];
}

export const DICE: readonly DiceKind[] = [...new Set(box.dice)].map((sides) => ({
  count: box.dice.filter((each) => each === sides).length,
  sides: sides.split(" ") as Face[],
}));

export const ALL_SIDES = box.dice.length * 6;

/** On so many of all sides. */
export const sidesWith = (face: Face): number =>
  box.dice.flatMap((sides) => sides.split(" ")).filter((each) => each === face).length;

/** The cards of a symbol in every deck; those with a star count five points. */
export const cardsOf = (symbol: Symbol): Card[] =>
  box.deck[symbol].split(" ").map((text) => ({
    symbol,
    number: Number.parseInt(text, 10),
    points: text.endsWith("*") ? 5 : 1,
  }));

export const FIVES: readonly Card[] = SYMBOLS.flatMap(cardsOf).filter(({ points }) => points > 1);
