/** Where chips lie in an untidy heap. The same number always lies in the same place, so chips do not jump about. */

export const DRAWN = 12;

const TURN = 2.4; // radians: the golden angle, as in a sunflower
const SPREAD = 0.4; // of a chip's width
const FLAT = 0.62;

export interface Lying {
  /** Of the chip that lies there, counted from 0. */
  index: number;
  /** Middle of it, in widths of a chip, from the middle of the heap. */
  x: number;
  y: number;
  turned: number;
}

function place(slot: number): { x: number; y: number } {
  const angle = slot * TURN + 0.5;
  const far = SPREAD * Math.sqrt(slot + 0.4);
  return { x: far * Math.cos(angle), y: far * Math.sin(angle) * FLAT };
}

/** The chips to draw, lowest first. Of a large heap only the newest are seen. */
export function heap(count: number): Lying[] {
  const first = Math.max(0, count - DRAWN);
  return Array.from({ length: count - first }, (_, drawn) => {
    const index = first + drawn;
    const slot = index % DRAWN;
    return { index, ...place(slot), turned: (slot * 53) % 90 };
  });
}

/** How much room a heap takes, in widths of a chip. It grows in steps, so that what lies beside it rests. */
export function room(count: number): { width: number; height: number } {
  const slots = count <= 1 ? 1 : count <= 4 ? 4 : count <= 7 ? 7 : DRAWN;
  const places = Array.from({ length: slots }, (_, slot) => place(slot));
  const most = (axis: "x" | "y"): number => Math.max(...places.map((each) => Math.abs(each[axis])));
  return { width: 1 + 2 * most("x"), height: 1 + 2 * most("y") };
}
