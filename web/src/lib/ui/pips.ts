/** Where the pips of a die lie, in a square of 24. */

const [LOW, HALF, HIGH] = [5.5, 12, 18.5];

export const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[HALF, HALF]],
  2: [
    [LOW, HIGH],
    [HIGH, LOW],
  ],
  3: [
    [LOW, HIGH],
    [HALF, HALF],
    [HIGH, LOW],
  ],
  4: [
    [LOW, LOW],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [LOW, HIGH],
    [HALF, HALF],
    [HIGH, LOW],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [LOW, HALF],
    [LOW, HIGH],
    [HIGH, LOW],
    [HIGH, HALF],
    [HIGH, HIGH],
  ],
};
