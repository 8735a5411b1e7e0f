/** The part of the track that matters: every field that something is on in full, and what lies between them narrower. */

import type { Space } from "./messages";

/** A field that is drawn large. */
export interface Stop {
  field: number;
  /** From the lowest marker to the one on top. */
  seats: readonly number[];
  /** A marker would be here, on top, if what is chosen were played. */
  ghost: boolean;
  /** From here on, the next marker is overtaken. */
  goal: boolean;
}

export interface Stretch {
  stop: Stop;
  /** The empty fields before it, from the back to the front. */
  before: readonly number[];
}

export function stretches(track: readonly Space[], ghost: number | null, goal: number | null): Stretch[] {
  const fields = new Set(track.map(({ field }) => field));
  for (const field of [ghost, goal]) if (field !== null) fields.add(field);
  let last = 0;
  return [...fields]
    .sort((one, other) => one - other)
    .map((field) => {
      const before = Array.from({ length: field - last - 1 }, (_, step) => last + 1 + step);
      last = field;
      const seats = track.find((space) => space.field === field)?.seats ?? [];
      return { stop: { field, seats, ghost: field === ghost, goal: field === goal }, before };
    });
}
