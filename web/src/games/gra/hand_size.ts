/** How things are drawn. */

/** A row of cards has so many places: more are never held while a round is played. */
export const MOST_CARDS = 5;

/** Widths of a full row of open cards, each with the space before it. */
export const ROW: readonly number[] = Array.from({ length: MOST_CARDS }, (_, place) =>
  place === 0 ? 1 : 1.1,
);

/** Height of an open card with the marks above and below it, where its width is 1. */
export const OPEN_RATIO = 1.68;
