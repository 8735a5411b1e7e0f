/** How much of each opponent a table has room for: all that lies before them, or what matters in one line. */

export interface Room {
  width: number;
  height: number;
}

export interface Arrangement {
  density: "full" | "compact";
  columns: number;
}

/** Opponents may take so much of the table's height. */
const SHARE = 0.32;
/** A name of six letters beside a clock, and a line below it. */
const COMPACT: Room = { width: 108, height: 52 };
/** Where a table is lower than this and wide enough for columns, opponents sit at its left. Styles say the same. */
const LOW: Room = { width: 520, height: 469 };
/** Of the width; as in the styles. */
const LEFT_COLUMN = 0.2;

/**
 * It follows from the room and the number of opponents alone, never from what lies before them: so it stays as it is for a
 * whole match. `full` is what a full opponent needs at most; a table that was not measured yet shows everything.
 */
export function arrange(opponents: number, felt: Room, full: Room): Arrangement {
  if (felt.height === 0 || opponents === 0) return { density: "full", columns: opponents };
  if (isLow(felt)) {
    const each = { width: felt.width * LEFT_COLUMN, height: felt.height / opponents };
    const fits = full.width <= each.width && full.height <= each.height;
    return { density: fits ? "full" : "compact", columns: 1 };
  }
  const rows = rowsOf(opponents, felt.width, full.width);
  if (rows * full.height <= SHARE * felt.height)
    return { density: "full", columns: Math.ceil(opponents / rows) };
  return {
    density: "compact",
    columns: Math.ceil(opponents / rowsOf(opponents, felt.width, COMPACT.width)),
  };
}

export function isLow(felt: Room): boolean {
  return felt.height <= LOW.height && felt.width >= LOW.width;
}

function rowsOf(opponents: number, width: number, each: number): number {
  return Math.ceil(opponents / Math.max(1, Math.floor(width / each)));
}
