/** How things are drawn. */

/** A row of cards has so many places: more are never held while a round is played. */
export const MOST_CARDS = 5;
