import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { calm } from "$lib/preferences.svelte";
import { translations } from "$lib/i18n/translations.svelte";
import { lookAt, numbered } from "./check_count.svelte";
import { before, last, PLAIN, VARIANTS, when } from "./fixtures/for_tests";
import type { CheckView } from "./messages";
import { openCheck, type GraView } from "./view";
import gra from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));
const found = (seen: GraView): number => openCheck(seen.public)?.found ?? 0;
const revealed = when(VARIANTS, (seen) => seen.public.phase === "reveal" && found(seen) >= 2);

beforeEach(async () => {
  await translations.want("table", "gra");
  await translations.choose("en");
  vi.useFakeTimers();
});

afterEach(() => {
  calm.value = false;
  vi.useRealTimers();
});

const props = { act: async () => {}, busy: false, plate };
const lit = (): number => document.querySelectorAll(".lit").length;
const counter = (): string => document.querySelector(".counter")?.textContent ?? "";
const verdictIsSeen = (): boolean => document.querySelector(".outcome.later") === null;

async function watchIt(): Promise<(seen: GraView) => Promise<void>> {
  const { rerender } = render(gra.Table, { ...props, seen: before(VARIANTS, revealed) });
  const show = (seen: GraView): Promise<void> => rerender({ seen });
  await show(revealed);
  return show;
}

describe("a check", () => {
  test("is counted card by card, and only then one sees who has lost", async () => {
    await watchIt();
    const steps: [number, string, boolean][] = [[lit(), counter(), verdictIsSeen()]];
    for (let passed = 0; passed < lookAt({ found: found(revealed) }); passed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      const now: [number, string, boolean] = [lit(), counter(), verdictIsSeen()];
      if (String(now) !== String(steps.at(-1))) steps.push(now);
    }
    const all = found(revealed);
    const rising = Array.from({ length: all + 1 }, (_, count) => [count, String(count), false]);
    expect(steps).toEqual([...rising, [all, String(all), true]]);
  });

  test("is spoken as it is from the beginning", async () => {
    await watchIt();
    const check = revealed.public.last as CheckView;
    expect(lit()).toBe(0);
    expect(screen.getAllByRole("img", { name: /, counts$/ }).length).toBe(check.found);
  });

  test("goes on counting when somebody else has gone on, and is done when one has oneself", async () => {
    const show = await watchIt();
    await vi.advanceTimersByTimeAsync(2_000);
    const so_far = lit();
    expect(so_far).toBeGreaterThan(0);
    await show({ ...revealed, pause: { until: 0, gone_on: [0] } });
    expect(lit()).toBe(so_far);
    await show({ ...revealed, pause: { until: 0, gone_on: [0, revealed.seat ?? 0] } });
    await tick();
    expect([lit(), verdictIsSeen()]).toEqual([found(revealed), true]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lit()).toBe(found(revealed));
  });

  test("lies there counted for whoever comes later, and for those who want no movement", async () => {
    const { unmount } = render(gra.Table, { ...props, seen: revealed });
    expect([lit(), verdictIsSeen()]).toEqual([found(revealed), true]);
    unmount();
    calm.value = true;
    await watchIt();
    expect([lit(), verdictIsSeen()]).toEqual([found(revealed), true]);
  });

  test("is looked at long enough to be counted, but not for ever", () => {
    expect(lookAt({ found: 3 })).toBeGreaterThan(lookAt({ found: 1 }));
    expect(lookAt({ found: 30 })).toBeLessThan(9_000);
  });

  test("numbers the cards that count through all hands", () => {
    for (const seen of [...PLAIN, ...VARIANTS]) {
      const { last: check } = seen.public;
      if (check === null) continue;
      const numbers = [...numbered(check).values()].flat().filter((number) => number !== null);
      expect(numbers).toEqual(Array.from({ length: check.found }, (_, number) => number + 1));
    }
  });

  test("at the end of a match says who has won, too", () => {
    const seen = last(PLAIN);
    render(gra.Table, { ...props, seen });
    expect(screen.getByText("Celina wins the match.")).toBeTruthy();
    expect(screen.getByText("Not true! There is only 1, 7 too few.")).toBeTruthy();
  });
});
