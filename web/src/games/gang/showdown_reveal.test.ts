import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { calm } from "$lib/preferences.svelte";
import { before, last, PLAIN, when } from "./fixtures/for_tests";
import { loadLazy } from "./lazy";
import type { GangView } from "./view";
import { lookAt } from "./showdown_reveal.svelte";
import { watchTable, type Watched } from "$lib/table/fixtures/played_table";
import gang from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));
const props = { act: async () => {}, busy: false, plate };
const showdown = when(PLAIN, (seen) => seen.public.phase === "result");

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
  vi.useFakeTimers();
});

afterEach(() => {
  calm.value = false;
  vi.useRealTimers();
});

const judged = (): number => screen.queryAllByRole("img", { name: /^(in order|mistake)$/ }).length;
const outcomeIsSeen = (): boolean => document.querySelector(".outcome") !== null;
const won = (): string | null => screen.getByRole("img", { name: /^Vaults/ }).getAttribute("aria-label");

async function watchIt(): Promise<Watched> {
  const watched = watchTable(gang, before(PLAIN, showdown));
  await watched.show(showdown);
  return watched;
}

describe("a showdown", () => {
  test("comes one hand after the other, and only then one sees how it ended", async () => {
    await watchIt();
    const steps: [number, boolean][] = [[judged(), outcomeIsSeen()]];
    for (let passed = 0; passed < lookAt(3); passed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      const now: [number, boolean] = [judged(), outcomeIsSeen()];
      if (String(now) !== String(steps.at(-1))) steps.push(now);
    }
    expect(steps).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [3, true],
    ]);
  });

  test("does not give its outcome away in the row of vaults", async () => {
    await watchIt();
    expect(won()).toBe("Vaults: 0 of 3");
    await vi.advanceTimersByTimeAsync(lookAt(3));
    expect(won()).toBe(`Vaults: ${showdown.public.vaults} of 3`);
  });

  test("goes on while others are ready already, and can be skipped", async () => {
    const { show } = await watchIt();
    await vi.advanceTimersByTimeAsync(800);
    const next = PLAIN[PLAIN.indexOf(showdown) + 1] as GangView;
    await show(next);
    expect([judged(), outcomeIsSeen()]).toEqual([1, false]);
    expect(screen.queryByRole("button", { name: /^Go on/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Show all hands" }));
    expect([judged(), outcomeIsSeen()]).toEqual([3, true]);
    expect(screen.getByRole("button", { name: /^Go on/ })).toBeTruthy();
  });

  test("lies there open for whoever comes later", () => {
    render(gang.Table, { ...props, seen: showdown });
    expect([judged(), outcomeIsSeen()]).toEqual([3, true]);
  });

  test("comes hand by hand for those who want no movement, too", async () => {
    calm.value = true;
    await watchIt();
    const steps = [judged()];
    for (let passed = 0; passed < lookAt(3); passed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      if (judged() !== steps.at(-1)) steps.push(judged());
    }
    expect(steps).toEqual([0, 1, 2, 3]);
    expect(outcomeIsSeen()).toBe(true);
  });

  test("is told hand by hand, and how it ended not before it is seen", async () => {
    const { told } = await watchIt();
    for (let passed = 0; passed < lookAt(3) && !outcomeIsSeen(); passed += 50) {
      expect(told().filter((type) => type === "hand_shown").length).toBe(judged());
      expect(told()).not.toContain("heist_ended");
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(told()).toEqual(showdown.events.map(({ type }) => type));
  });

  test("marks the five cards of each hand that one wants to see", async () => {
    render(gang.Table, { ...props, seen: showdown });
    const board = screen.getByRole("list", { name: "Community cards" });
    for (const [index, hand] of showdown.public.showdown.entries()) {
      await fireEvent.click(screen.getAllByRole("button", { pressed: false })[Math.min(index, 1)] ?? board);
      const pressed = screen.getByRole("button", { pressed: true });
      const looked = showdown.public.showdown.find(({ seat }) =>
        pressed.textContent?.includes(showdown.names[seat] ?? ""),
      );
      const marked = board.querySelectorAll(".card.marked").length;
      const pocket = looked?.cards.filter((card) => looked.best.cards.includes(card)).length ?? 0;
      expect(marked + pocket).toBe(5);
      expect(hand.best.cards.length).toBe(5);
    }
  });

  test("at the end of the game says who has won", () => {
    render(gang.Table, { ...props, seen: last(PLAIN) });
    expect(screen.getByText(/you all have (won|lost)/)).toBeTruthy();
  });
});
