import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { calm } from "$lib/preferences.svelte";
import { translations } from "$lib/i18n/translations.svelte";
import { lookAt, numbered } from "./check_count.svelte";
import { before, last, PLAIN, VARIANTS, when } from "./fixtures/for_tests";
import type { CheckView } from "./messages";
import { verdict } from "./outcome_text";
import { openCheck, type GraView } from "./view";
import { watchTable, type Watched } from "$lib/table/fixtures/played_table";
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

async function watchIt(): Promise<Watched> {
  const watched = watchTable(gra, before(VARIANTS, revealed));
  await watched.show(revealed);
  return watched;
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

  test("is spoken no sooner than it is counted", async () => {
    await watchIt();
    const check = revealed.public.last as CheckView;
    const said = () => [
      screen.queryAllByRole("img", { name: /, counts$/ }).length,
      screen.getByText("There are").parentElement?.querySelector(".spoken")?.textContent,
      screen.queryAllByText(verdict(check)).filter((each) => each.closest("[aria-hidden=true]") === null)
        .length,
    ];
    expect(said()).toEqual([0, "0", 0]);
    await vi.advanceTimersByTimeAsync(1_150);
    expect(said()).toEqual([1, "1", 0]);
    await vi.advanceTimersByTimeAsync(lookAt(check));
    expect(said()).toEqual([check.found, String(check.found), 1]);
  });

  test("nothing but what is counted tells who starts, or who has lost", async () => {
    await watchIt();
    const hidden = () => document.querySelectorAll(".marks, .waiting, .outcome").length;
    expect(hidden()).toBeGreaterThan(2);
    expect(document.querySelectorAll(":is(.marks, .waiting, .outcome):not([aria-hidden=true])").length).toBe(
      0,
    );
    await vi.advanceTimersByTimeAsync(lookAt({ found: found(revealed) }));
    expect(document.querySelectorAll(":is(.marks, .waiting, .outcome)[aria-hidden=true]").length).toBe(0);
  });

  test("goes on counting when somebody else has gone on, and is done when one has oneself", async () => {
    const { show } = await watchIt();
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

  test("lies there counted for whoever comes later", () => {
    render(gra.Table, { ...props, seen: revealed });
    expect([lit(), verdictIsSeen()]).toEqual([found(revealed), true]);
  });

  test("is counted for those who want no movement, too", async () => {
    calm.value = true;
    await watchIt();
    const steps = [lit()];
    for (let passed = 0; passed < lookAt({ found: found(revealed) }); passed += 50) {
      expect(verdictIsSeen()).toBe(false);
      await vi.advanceTimersByTimeAsync(50);
      if (lit() !== steps.at(-1)) steps.push(lit());
      if (verdictIsSeen()) break;
    }
    expect(steps).toEqual(Array.from({ length: found(revealed) + 1 }, (_, count) => count));
    expect(verdictIsSeen()).toBe(true);
  });

  test("is told no sooner than it is seen: a hand when it is counted, the loser with the verdict", async () => {
    const { told } = await watchIt();
    const total = lookAt({ found: found(revealed) });
    for (let passed = 0; passed < total && !verdictIsSeen(); passed += 50) {
      expect(told()).not.toContain("counted");
      expect(told()).not.toContain("lost");
      const hands = told().filter((type) => type === "shown").length;
      const counted = revealed.events.flatMap((event) =>
        event.type === "shown" && event.found <= lit() ? [event] : [],
      );
      expect(hands).toBe(counted.length);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(told()).toEqual(revealed.events.map(({ type }) => type));
  });

  test("comes faster after a tap, and at once after another", async () => {
    const { tap } = await watchIt();
    await tap();
    expect([lit(), verdictIsSeen()]).toEqual([1, false]);
    await tap();
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
