import { screen } from "@testing-library/svelte";
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { watchTable } from "$lib/table/fixtures/played_table";
import { before, PLAIN, when } from "./fixtures/for_tests";
import { loadLazy } from "./lazy";
import gang from "./table";
import { handName } from "./cards";

const flop = when(PLAIN, ({ events }) => events.filter(({ type }) => type === "revealed").length === 3);

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

const laid = (): number =>
  screen.getByRole("list", { name: "Community cards" }).querySelectorAll(".card").length;

test("the flop arrives card by card, and what it makes of one's hand is not said before", async () => {
  const earlier = before(PLAIN, flop);
  const { show, told } = watchTable(gang, earlier);
  await show(flop);
  const name = handName(flop.private!.best!);
  expect(name).not.toBe(handName(earlier.private!.best!));
  const steps = [laid()];
  for (let passed = 0; passed < 2_000; passed += 50) {
    expect(screen.queryAllByText(name).length > 0).toBe(laid() === 3);
    expect(told().filter((type) => type === "revealed").length).toBe(laid());
    await vi.advanceTimersByTimeAsync(50);
    if (laid() !== steps.at(-1)) steps.push(laid());
  }
  expect(steps).toEqual([1, 2, 3]);
});

test("a new hand that somebody has drawn is told on the table", () => {
  const seats = flop.public.seats.map((seat, number) => ({ ...seat, redrew: number === 0 }));
  const seen = { ...flop, public: { ...flop.public, seats } };
  const { unmount } = watchTable(gang, seen);
  const centre = screen.getByRole("region", { name: "In the middle of the table" });
  expect(centre.textContent).toContain(`${flop.names[0]} has drawn a new hand`);
  unmount();
  // in a blackout the log is empty afterwards, and nothing on the table tells who it was
  const again = { type: "dealt", seat: 0, why: "redraw", card: null } as const;
  const events = [again, again, { type: "blacked_out", round: 1, color: "white" } as const];
  expect(gang.hold?.({ ...flop, events })).toBeGreaterThan(2_000);
  watchTable(gang, { ...flop, events });
  expect(screen.getByText(`${flop.names[0]} has drawn a new hand`)).toBeTruthy();
});
