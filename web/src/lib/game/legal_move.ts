/** The first legal move of a type, if there is one. */
export function may<Move extends { type: string }, Type extends Move["type"]>(
  { legal }: { legal: readonly Move[] },
  type: Type,
): Extract<Move, { type: Type }> | undefined {
  return legal.find((move): move is Extract<Move, { type: Type }> => move.type === type);
}
