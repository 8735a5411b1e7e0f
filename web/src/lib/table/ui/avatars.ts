/** A cut-paper head for each chair, in a square of 32. */

export const AVATAR_COLORS = ["#c62f2b", "#1f4e8c", "#22693f", "#8a5a00", "#6b3fa0", "#0f6b74", "#a2357a"];
export const HEADS = [
  "M16 2a14 14 0 1 0 .01 0z",
  "M4 4h24v24H4z",
  "M16 2l14 26H2z",
  "M16 1l15 15-15 15L1 16z",
  "M9 3h14l8 13-8 13H9L1 16z",
  "M3 10q13-14 26 0v18H3z",
  "M16 2q16 4 12 16T16 30Q0 28 4 16T16 2z",
];
