import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { CardSelection } from "./card_selection.svelte";
import { MOMENTS, mayRaise, when } from "./fixtures/for_tests";
import type { Space } from "./messages";
import { promptText } from "./prompt_text";
import { drawn, markersAhead, type RaiseView } from "./view";

/** Markers from the hindmost to the foremost, as the rules have them: on a shared field, the one on top is behind. */
type Line = { seat: number; field: number }[];

/** Numbers that look random and are the same every time. */
function* dice(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield Math.floor(state / 65536);
  }
}

/** R6, R8: a marker goes to a field, on top of those that are there: behind them, and before all that are further back. */
function put(line: Line, seat: number, field: number): Line {
  const rest = line.filter((each) => each.seat !== seat);
  const at = rest.findIndex((each) => each.field >= field);
  return at < 0 ? [...rest, { seat, field }] : [...rest.slice(0, at), { seat, field }, ...rest.slice(at)];
}

/** As a view lists it: fields from the back, markers from the lowest to the one on top. */
function asTrack(line: Line): Space[] {
  const fields = [...new Set(line.map(({ field }) => field))];
  return fields.map((field) => ({
    field,
    seats: line
      .filter((each) => each.field === field)
      .map(({ seat }) => seat)
      .toReversed(),
  }));
}

const on = (line: Line): Pick<RaiseView, "public"> => ({
  public: { ...(MOMENTS[0] as RaiseView).public, track: asTrack(line) },
});

beforeEach(async () => {
  await translations.want("table", "raise");
  await translations.choose("en");
});

describe("who is ahead", () => {
  test("is who comes later in the rules' order, in a thousand positions", () => {
    const random = dice(7);
    const below = (most: number): number => random.next().value % most;
    let stacked = 0;
    for (let position = 0; position < 1000; position++) {
      let line: Line = [];
      const players = 2 + below(4);
      for (let seat = 0; seat < players; seat++) line = put(line, seat, 1 + below(8));
      const [hindmost, next] = line;
      if (hindmost === undefined || next === undefined) throw new Error("nobody to overtake");
      const field = next.field + 1 + below(6);
      const after = put(line, hindmost.seat, field);
      const ahead = after.length - 1 - after.findIndex(({ seat }) => seat === hindmost.seat);
      expect([line, field, markersAhead(on(line), field)]).toEqual([line, field, ahead]);
      stacked += line.some((each) => each.field === field) ? 1 : 0;
    }
    expect(stacked).toBeGreaterThan(100);
  });

  test("is who is beneath, where one would land on a marker: the line above the buttons says so", () => {
    const seen = when(mayRaise);
    const own = seen.public.seats[seen.seat ?? -1]?.field ?? 0;
    const raise = seen.legal.find((move) => move.type === "raise");
    const selection = new CardSelection(() => shown);
    const picked = (card: NonNullable<typeof raise>["cards"][number]): void => {
      const held = selection.hand.find(
        (each) => !selection.isPicked(each) && JSON.stringify(each.card) === JSON.stringify(card),
      );
      if (held !== undefined) selection.toggle(held);
    };
    let shown = seen;
    for (const card of raise?.cards ?? []) picked(card);
    const landing = own + selection.value;
    const next = seen.public.overtake?.seat ?? 0;
    const third = [0, 1, 2].find((seat) => seat !== next && seat !== seen.seat) ?? 0;
    const track = [
      { field: own, seats: [seen.seat ?? 0] },
      { field: landing - 1, seats: [next] },
      { field: landing, seats: [third] },
    ];
    shown = { ...seen, public: { ...seen.public, track } };
    expect(promptText(shown, selection)).toMatch(/, 1 still ahead\.$/);
  });
});

describe("what is drawn after a pass", () => {
  test("is what is missing in the hand, as far as the deck lasts", () => {
    const seen = when(mayRaise);
    const holding = (hand: number, deck: number): RaiseView => ({
      ...seen,
      public: {
        ...seen.public,
        seats: seen.public.seats.map((view, seat) => (seat === seen.seat ? { ...view, hand, deck } : view)),
      },
    });
    expect(drawn(holding(4, 20), seen.seat)).toBe(2);
    expect(drawn(holding(2, 3), seen.seat)).toBe(3);
    expect(drawn(holding(5, 0), seen.seat)).toBe(0);
    expect(drawn(holding(0, 0), seen.seat)).toBe(0);
  });
});
