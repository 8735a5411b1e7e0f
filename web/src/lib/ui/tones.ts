/** Colours of cards, chips and dice. Each is dark enough to be read on a card, and cards are light by night too. */

export const TONES = {
  ink: "#241a12",
  red: "#b8231f",
  blue: "#1f4e8c",
  green: "#1d6b3d",
  orange: "#ad4700",
  pink: "#b0256c",
  gold: "#855700",
  violet: "#5b3a8c",
  teal: "#0f6670",
} as const;

export type Tone = keyof typeof TONES;
