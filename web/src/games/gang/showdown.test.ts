import { createRawSnippet } from "svelte";
import { render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { but, last, PLAIN } from "./fixtures/for_tests";
import { loadLazy } from "./lazy";
import type { GangView } from "./view";
import gang from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
});

const show = (seen: GangView): ReturnType<typeof render> =>
  render(gang.Table, { seen, act: async () => {}, busy: false, plate });

describe("a showdown", () => {
  const over = last(PLAIN);
  const [first, second, third] = over.public.showdown;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three hands");
  const pair = { category: "pair" as const, cards: ["8c", "8d", "Kc", "5h", "4s"] };
  const hand = { best: pair, muscle: false };
  /** The strongest of them has one star, the weakest three. */
  const wrong = but(over, {
    showdown: [
      { ...first, ...hand, kickers: ["A"], ok: true, weaker_than: null, right: [3] },
      { ...second, ...hand, kickers: ["K"], ok: false, weaker_than: first.seat, right: [2] },
      { ...third, ...hand, kickers: ["Q"], ok: false, weaker_than: first.seat, right: [1] },
    ],
    result: { success: false, reasons: ["order"], order: [third.seat, second.seat, first.seat] },
  });

  test("marks whose chips are wrong, and says which would be right", () => {
    show(wrong);
    const rows = within(screen.getByRole("list", { name: /^The showdown/ })).getAllByRole("listitem");
    expect(rows.map((row) => within(row).queryByText(/^right: /)?.textContent ?? null)).toEqual([
      "right: 3★",
      null,
      "right: 1★",
    ]);
    expect(rows.map((row) => within(row).queryByRole("img", { name: "mistake" }) !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(screen.getByText(/The right order: 1★ /)).toBeTruthy();
  });

  test("names kickers where they decide, in the result too", async () => {
    const { unmount } = show(wrong);
    expect(screen.getAllByText("Pair of eights, queen kicker").length).toBeGreaterThan(0);
    unmount();
    render(gang.Result, { seen: wrong });
    await screen.findByText("The last showdown");
    expect(screen.getByText(/Pair of eights, ace kicker$/)).toBeTruthy();
    expect(document.body.textContent).toContain("right: 3★");
  });
});
