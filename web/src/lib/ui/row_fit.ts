/** How large things can be drawn so that all of them fit into a box, in as many rows as that takes. */

export interface Box {
  width: number;
  height: number;
}

export interface RowShape {
  /** Pixels between things, and between rows. */
  gap: number;
  /** Height of a thing whose width is 1. */
  ratio: number;
  /** No larger than this, in pixels. */
  most: number;
}

const LEAST = 12;

/** `widths`: how wide each is, where a single card is 1. The width of a single card, in pixels; null: nothing was measured. */
export function fitRows(widths: readonly number[], box: Box, { gap, ratio, most }: RowShape): number | null {
  if (box.width === 0 || box.height === 0) return null;
  let unit = Math.floor(most);
  while (unit > LEAST && !fits(widths, box, unit, gap, ratio)) unit -= 1;
  return unit;
}

function fits(widths: readonly number[], box: Box, unit: number, gap: number, ratio: number): boolean {
  let rows = 1;
  let used = 0;
  for (const width of widths) {
    const wide = width * unit;
    if (wide > box.width) return false;
    if (used > 0 && used + gap + wide > box.width) {
      rows += 1;
      used = wide;
    } else used += (used > 0 ? gap : 0) + wide;
  }
  return rows * unit * ratio + (rows - 1) * gap <= box.height;
}
