/** The opponents, clockwise, beginning with whoever sits to the left of `seat`; for a spectator everybody, from seat 0 on. */
export function opponents(players: number, seat: number | null): number[] {
  if (seat === null) return Array.from({ length: players }, (_, each) => each);
  return Array.from({ length: players - 1 }, (_, step) => (seat + 1 + step) % players);
}
