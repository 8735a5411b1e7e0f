/** What the challenges and the specialist in play mean for the chip that one is about to take. */

import { person, t, type GangView, type Key } from "./view";

/** In which rounds a challenge matters to whoever takes a chip. */
const MATTERS: Readonly<Record<number, readonly number[]>> = {
  1: [2],
  2: [1, 2, 3],
  3: [1],
  4: [4],
  5: [4],
  6: [1, 2, 3],
  7: [1],
  8: [1, 2, 3],
  9: [4],
  10: [1],
};

export function effectThoughts(seen: GangView, seat: number): string[] {
  const { challenges, round, seats } = seen.public;
  const thoughts = challenges
    .filter(({ number }) => MATTERS[number]?.includes(round) === true)
    .map(({ number }) => t(`guide.challenge.${number}` as Key, { players: seats.length }));
  const helped = specialistThought(seen, seat);
  return helped === null ? thoughts : [...thoughts, helped];
}

/** What one knows by the specialist; nothing that is out of date. */
function specialistThought(seen: GangView, seat: number): string | null {
  const { specialist, announcements, community } = seen.public;
  if (specialist?.used !== true) return null;
  const { number } = specialist;
  const about = (who: number): string =>
    t(`guide.specialist.${number}` as Key, {
      ...person(who, seen),
      ranks: specialist.rank === null ? "" : t(`ranks.${specialist.rank}`),
    });
  const own = seen.private;
  switch (number) {
    case 1:
      return own?.shown?.to === seat && !own.shown.outdated ? about(own.shown.by) : null;
    case 2: // of the hand with the cards that lay there then
    case 4: {
      const said = announcements.find((one) => !one.outdated && one.seat !== seat);
      const holds = said !== undefined && (number === 4 || said.community === community.flat().length);
      return holds ? about(said.seat) : null;
    }
    case 6:
      return own?.passing?.passed_outdated === false ? about(seat) : null;
    case 9:
      return own?.first_hand_outdated === false ? about(seat) : null;
    case 7:
    case 10: {
      const holder = seen.public.seats.findIndex((one) => (number === 7 ? one.jack : one.muscle));
      return holder < 0 ? null : about(holder);
    }
    case 3:
    case 8:
      return about(seat);
    default:
      return null;
  }
}
