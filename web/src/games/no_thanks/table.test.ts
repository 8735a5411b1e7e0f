import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { last, PLAIN, TACTICAL, when } from "./fixtures/for_tests";
import type { NoThanksView } from "./view";
import noThanks from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));

function sit(seen: NoThanksView, busy = false) {
  const act = vi.fn(async () => {});
  return { act, ...render(noThanks.Table, { seen, act, busy, plate }) };
}

const OFFERED = { take: /^Take the/, decline: /^No thanks/ };
const own = (seen: NoThanksView): boolean => seen.legal.length === 2;

beforeEach(async () => {
  await translations.want("table", "no_thanks");
  await translations.choose("en");
});

describe("the table of No Thanks!", () => {
  test.each([
    ["a plain match", PLAIN],
    ["a tactical match with open chips", TACTICAL],
  ])(
    "offers exactly the legal moves, at every moment of %s",
    async (_, moments) => {
      const { container, rerender } = sit(moments[0] as NoThanksView);
      for (const seen of moments) {
        await rerender({ seen });
        const buttons = [...container.querySelectorAll("button")].map(
          (each) => each.textContent?.trim() ?? "",
        );
        const offered = Object.entries(OFFERED).flatMap(([type, name]) =>
          buttons.filter((translations) => name.test(translations)).map(() => type),
        );
        const legal = seen.legal.map((move) => move.type);
        expect([seen.seq, offered, buttons.length]).toEqual([seen.seq, legal, legal.length]);
      }
    },
    20_000,
  );

  test("offers nothing in a replay, nor to a spectator", () => {
    const seen = when(PLAIN, own);
    sit({ ...seen, live: false, legal: [] }).unmount();
    sit({ ...seen, seat: null, private: null, legal: [] });
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(screen.getAllByRole("list", { name: "The other players" })[0]?.childElementCount).toBe(3);
  });

  test("says what taking does to one's points, and sends the move that was pressed", async () => {
    const seen = when(PLAIN, (each) => own(each) && each.public.pot > 1);
    const { act } = sit(seen);
    const { points, points_if_taken: after } = seen.private as { points: number; points_if_taken: number };
    const take = screen.getByRole("button", { name: OFFERED.take });
    expect(take.textContent).toContain(`${after - points > 0 ? "+" : "−"}${Math.abs(after - points)} point`);
    expect(take.textContent).toContain(`and ${seen.public.pot} chips`);
    await fireEvent.click(take);
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "take" });
  });

  test("listens to T and N, but not while something is typed, held down or under way", async () => {
    const seen = when(PLAIN, own);
    const { act, rerender } = sit(seen);
    expect(screen.getByRole("button", { name: OFFERED.take }).getAttribute("aria-keyshortcuts")).toBe("T");
    await fireEvent.keyDown(document.body, { key: "n" });
    expect(act).toHaveBeenLastCalledWith({ type: "decline" });
    await fireEvent.keyDown(document.body, { key: "T" });
    expect(act).toHaveBeenLastCalledWith({ type: "take" });
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "t" });
    await fireEvent.keyDown(document.body, { key: "t", repeat: true });
    await fireEvent.keyDown(document.body, { key: "t", ctrlKey: true });
    await rerender({ seen, act, busy: true, plate });
    await fireEvent.keyDown(document.body, { key: "t" });
    field.remove();
    expect(act).toHaveBeenCalledTimes(2);
  });

  test("with no chips left there is one move, and it says why", async () => {
    const { act } = sit(when(PLAIN, (seen) => seen.legal.length === 1));
    expect(screen.getByText(/no chips left/)).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "n" });
    expect(act).not.toHaveBeenCalled();
  });

  test("shows the card, its chips, the pile, and everybody's runs by name", () => {
    const seen = when(PLAIN, (each) => each.public.pot === 2 && each.public.seats[0]?.runs.length === 2);
    sit(seen);
    expect(screen.getByRole("img", { name: `Face up: ${seen.public.card}` })).toBeTruthy();
    expect(screen.getByRole("img", { name: "2 chips on the card" })).toBeTruthy();
    expect(screen.getByRole("img", { name: `Pile: ${seen.public.pile} cards` })).toBeTruthy();
    const runs = within(screen.getByRole("list", { name: "Cards of Ala" })).getAllByRole("img");
    expect(runs.length).toBe(2);
  });

  test("keeps the others' chips in their fists, unless they are open", () => {
    const { container, unmount } = sit(when(PLAIN, own));
    expect(screen.getAllByRole("img", { name: /keeps the chips hidden/ }).length).toBe(2);
    expect(container.querySelectorAll("[data-place^='chips:']").length).toBe(3);
    unmount();
    const open = TACTICAL[1] as NoThanksView;
    sit(open);
    expect(screen.queryByRole("img", { name: /hidden/ })).toBeNull();
    expect(screen.getByRole("img", { name: "Out of the game: 10, 20, and 30" })).toBeTruthy();
  });
});

describe("the result", () => {
  test("stands in order of place, with the sum of each", () => {
    const seen = last(PLAIN);
    render(noThanks.Result, { seen });
    const places = seen.result?.places ?? [];
    const order = [...seen.names].sort((a, b) => {
      const at = (name: string): number => places[seen.names.indexOf(name)] ?? 0;
      return at(a) - at(b) || seen.names.indexOf(a) - seen.names.indexOf(b);
    });
    expect(screen.getAllByRole("heading").map((each) => each.textContent)).toEqual(order);
    for (const before of seen.public.seats) {
      if (before.runs.length < 2) continue;
      const starts = before.runs.map((run) => run[0]).join(" + ");
      expect(screen.getByText(`${starts} = ${before.cost}`)).toBeTruthy();
    }
  });

  test("says that a win is shared, and marks every winner", async () => {
    const seen = last(PLAIN);
    expect(seen.result?.winners).toEqual([1, 2]);
    render(noThanks.Result, { seen });
    expect(screen.getByText(/^Bartek and Celina share the win/)).toBeTruthy();
    expect(screen.getAllByText("Winner").length).toBe(2);
    await translations.choose("pl");
    expect(await screen.findByText(/^Zwycięstwo dzielą Bartek i Celina/)).toBeTruthy();
  });
});

test("the help has a part for every topic that the guide may name", () => {
  const { container } = render(noThanks.Help, { topic: "runs" });
  const topics = [...container.querySelectorAll<HTMLElement>("section")].map((part) => part.dataset["topic"]);
  expect(topics).toEqual(["goal", "turn", "chips", "runs", "end", "tactical", "open_chips"]);
  expect(container.querySelector(".asked")?.id).toBe("no_thanks-runs");
});
