/** JSON as the chain covers it: no spaces, keys in the order of their letters, everything else as it is. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).sort(([one], [other]) => byLetters(one, other));
    return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  // Others are written differently here and there; no game has them, and to guess would be worse than to say so.
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError(`${value}`);
  return JSON.stringify(value);
}

/** By code points, as UTF-8 sorts: JavaScript itself would put 𐀀 before ～. */
function byLetters(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (const [index, letter] of left.entries()) {
    const difference = (letter.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
