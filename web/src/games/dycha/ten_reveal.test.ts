import { screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { calm } from "$lib/preferences.svelte";
import { watchTable } from "$lib/table/fixtures/played_table";
import { SOLO } from "./fixtures/for_tests";
import dycha from "./table";
import { revealSteps } from "./ten_reveal";
import type { DychaView } from "./view";

const byTen = ({ events }: DychaView): number =>
  events.filter((event) => event.type === "turned_up" && event.seat === "ten").length;
const at = SOLO.findIndex((seen, index) => index > 0 && byTen(seen) >= 2 && !seen.over);
const drawn = SOLO[at] as DychaView;
const failing = SOLO.findIndex(
  (seen) =>
    byTen(seen) > 0 && seen.events.some((event) => event.type === "failed" && event.seat === seen.seat),
);

beforeEach(async () => {
  await translations.want("table", "dycha");
  await translations.choose("en");
  vi.useFakeTimers();
});

afterEach(() => {
  calm.value = false;
  vi.useRealTimers();
});

const inRow = (): number => screen.queryByRole("list", { name: "The row" })?.children.length ?? 0;

test.each([false, true])("TEN draws card by card, also without movement (%s)", async (quiet) => {
  calm.value = quiet;
  const { show, told } = watchTable(dycha, SOLO[at - 1] as DychaView);
  await show(drawn);
  const steps = [inRow()];
  for (let passed = 0; passed < 5_000; passed += 50) {
    if (told().length < drawn.events.length) expect(told().at(-1)).toBe("turned_up");
    await vi.advanceTimersByTimeAsync(50);
    if (inRow() !== steps.at(-1)) steps.push(inRow());
  }
  expect(steps).toEqual([...Array.from({ length: byTen(drawn) }, (_, index) => index + 1), 0]);
  expect(told()).toEqual(drawn.events.map(({ type }) => type));
});

test("TEN's things are not seen to grow before its last card lies there", () => {
  const steps = revealSteps(drawn, SOLO[at - 1] as DychaView);
  for (const { seen } of steps.slice(0, -1)) expect(seen?.public.ten).toEqual(SOLO[at - 1]?.public.ten);
  expect(steps.at(-1)?.seen).toBeUndefined();
});

test("one's own fiasco stays to be seen before TEN begins, and is told alone", () => {
  const seen = SOLO[failing] as DychaView;
  const [first, second] = revealSteps(seen, SOLO[failing - 1] as DychaView);
  expect(first?.seen?.public.last).toMatchObject({ seat: seen.seat });
  expect(first?.seen?.public.last?.end).toMatch(/^fiasco/);
  expect(first?.seen?.public.row.cards).toEqual([]);
  expect(seen.events.slice(0, first?.told).some((event) => "seat" in event && event.seat === "ten")).toBe(
    false,
  );
  expect(second?.after).toBeGreaterThan(2_000);
  expect(second?.seen?.public.active).toBe("ten");
});

test("one's own fiasco among others is held for long, a stranger's shorter", () => {
  const failed = { type: "failed", seat: 0, by: "number", total: 12, currency: 0 } as const;
  const seen = { ...drawn, events: [failed] };
  expect(dycha.hold?.({ ...seen, seat: 0 })).toBeGreaterThan(4_000);
  expect(dycha.hold?.({ ...seen, seat: 1 })).toBeLessThan(2_000);
});
