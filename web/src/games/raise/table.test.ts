import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { LAST, mayChoose, mayRaise, MOMENTS, mustPass, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import type { Raise } from "./messages";
import { raiseOf, type RaiseView } from "./view";
import raise from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));

function sit(seen: RaiseView, busy = false) {
  const act = vi.fn(async () => {});
  return { act, ...render(raise.Table, { seen, act, busy, plate }) };
}

const cards = (): HTMLElement[] =>
  within(screen.getByRole("list", { name: "Your hand" })).queryAllByRole("button");
const send = (): HTMLButtonElement =>
  screen.getByRole("button", { name: /^(Raise|Play|Choose|Chosen|Rather)/ });
const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const ghosts = (container: HTMLElement): string[] =>
  [...container.querySelectorAll(".ghost")].map((each) => each.closest("li")?.textContent?.trim() ?? "");

beforeEach(async () => {
  await translations.want("table", "raise");
  await translations.choose("en");
});

describe("the table of RAISE", () => {
  test("has a way to make exactly the legal moves, at every moment of a match", async () => {
    const { container, rerender } = sit(MOMENTS[0] as RaiseView);
    for (const seen of MOMENTS) {
      await rerender({ seen });
      const buttons = [...container.querySelectorAll("button")].filter((each) => !each.matches(".open"));
      const passes = buttons.filter((each) => /^Pass/.test(each.textContent?.trim() ?? ""));
      const chooses = mayChoose(seen) || mayRaise(seen);
      const hand = seen.private?.hand.length ?? 0;
      expect([seen.seq, passes.length]).toEqual([
        seen.seq,
        seen.legal.filter(({ type }) => type === "pass").length,
      ]);
      expect([seen.seq, buttons.length - passes.length]).toEqual([seen.seq, chooses ? hand + 1 : 0]);
    }
  }, 20_000);

  test("lets any set of cards be picked, and only a legal one be sent", async () => {
    const seen = when(mayRaise);
    const { act } = sit(seen);
    const hand = seen.private?.hand.map(({ card }) => card) ?? [];
    const picked = new Set<number>();
    let sent = 0;
    for (let number = 1; number < 2 ** hand.length; number++) {
      const turned = Math.log2(number & -number); // each step picks or puts back one card, until all sets were there
      picked[picked.has(turned) ? "delete" : "add"](turned);
      await fireEvent.click(cards()[turned] as HTMLElement);
      const legal = raiseOf(
        seen,
        hand.filter((_, index) => picked.has(index)),
      );
      expect([[...picked], send().disabled]).toEqual([[...picked], legal === undefined]);
      if (legal !== undefined) sent++;
    }
    expect(sent).toBeGreaterThanOrEqual(seen.legal.filter(({ type }) => type === "raise").length);
    expect(act).not.toHaveBeenCalled();
  }, 20_000);

  test("shows where a raise would lead, and what is still missing, before it is sent", async () => {
    const seen = when(
      (each) => mayRaise(each) && (each.private?.needed ?? 0) > (each.private?.hand[0]?.value ?? 0),
    );
    const { act, container } = sit(seen);
    const { field = 0 } = seen.public.seats[1] ?? {};
    const { needed = 0, name = "" } = {
      ...seen.public.overtake,
      name: seen.names[seen.public.overtake?.seat ?? 0],
    };
    expect(
      screen.getByText(`To overtake ${name} on ${seen.public.overtake?.field}: ${needed} or more.`),
    ).toBeTruthy();
    expect(ghosts(container)).toEqual([]);
    let value = 0;
    for (const [index, held] of (seen.private?.hand ?? []).entries()) {
      await fireEvent.click(cards()[index] as HTMLElement);
      value += held.value;
      expect(ghosts(container)).toEqual([String((field ?? 0) + value)]);
      if (value < needed) expect(screen.getByText(new RegExp(`^${needed - value} more`))).toBeTruthy();
    }
    expect(send().textContent).toContain(`Raise to ${(field ?? 0) + value}`);
    await fireEvent.click(send());
    const all = seen.private?.hand.map(({ card }) => card) ?? [];
    expect(act).toHaveBeenCalledExactlyOnceWith(raiseOf(seen, all));
  });

  test("keeps the first card a secret that can be changed until the last has chosen", async () => {
    const first = when(mayChoose);
    const { act, container, rerender } = sit(first);
    expect(send().disabled).toBe(true);
    await fireEvent.click(cards()[0] as HTMLElement);
    await fireEvent.click(cards()[2] as HTMLElement);
    expect(cards().map((each) => each.getAttribute("aria-pressed"))).toEqual(
      cards().map((_, index) => String(index === 2)),
    );
    expect(ghosts(container)).toEqual([String(first.private?.hand[2]?.value)]);
    await fireEvent.click(send());
    expect(act).toHaveBeenLastCalledWith({ type: "play", card: first.private?.hand[2]?.card });
    const chosen = when((each) => mayChoose(each) && each.private?.chosen !== null);
    await rerender({ seen: chosen });
    expect(send().disabled).toBe(true);
    expect(send().textContent).toContain("Chosen");
    expect(screen.getByText(/^You may still change it/)).toBeTruthy();
    const other = cards().findIndex((each) => each.getAttribute("aria-pressed") === "false");
    await fireEvent.click(cards()[other] as HTMLElement);
    expect(send().textContent).toContain("Rather");
    await fireEvent.click(send());
    expect(act).toHaveBeenLastCalledWith({ type: "play", card: chosen.private?.hand[other]?.card });
  });

  test("marks who has chosen, without the card", () => {
    const seen = when((each) => each.public.chosen.length > 0);
    sit(seen);
    const hidden = screen.getAllByRole("img", { name: "chosen" });
    expect(hidden.length).toBe(seen.public.chosen.length);
  });

  test("listens to digits, R and P, but not while something is typed, held down or under way", async () => {
    const seen = when(mayRaise);
    const { act, rerender } = sit(seen);
    await fireEvent.keyDown(document.body, { key: "r" });
    expect(act).not.toHaveBeenCalled();
    for (const [index] of (seen.private?.hand ?? []).entries())
      await fireEvent.keyDown(document.body, { key: String(index + 1) });
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(cards().every((each) => each.getAttribute("aria-pressed") === "false")).toBe(true);
    for (const [index] of (seen.private?.hand ?? []).entries())
      await fireEvent.keyDown(document.body, { key: String(index + 1) });
    await fireEvent.keyDown(document.body, { key: "R" });
    expect((act.mock.calls[0] as unknown as [Raise])[0].cards.length).toBe(seen.private?.hand.length);
    await fireEvent.keyDown(document.body, { key: "p" });
    expect(act).toHaveBeenLastCalledWith({ type: "pass" });
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "p" });
    await fireEvent.keyDown(document.body, { key: "p", repeat: true });
    await rerender({ seen, act, busy: true, plate });
    await fireEvent.keyDown(document.body, { key: "p" });
    field.remove();
    expect(act).toHaveBeenCalledTimes(2);
  });

  test("promises no cards of an empty deck", () => {
    const seen = when(mustPass);
    const own = seen.seat ?? 0;
    const seats = seen.public.seats.map((view, seat) =>
      seat === own ? { ...view, hand: 2, deck: 0 } : view,
    );
    const { unmount } = sit({ ...seen, public: { ...seen.public, seats } });
    expect(button(/^Pass/).textContent).toContain("your deck is empty");
    expect(guide({ ...seen, public: { ...seen.public, seats } })?.text).toContain("there is nothing to draw");
    unmount();
    const full = seats.map((view, seat) => (seat === own ? { ...view, deck: 3 } : view));
    sit({ ...seen, public: { ...seen.public, seats: full } });
    expect(button(/^Pass/).textContent).toContain("and draw 3 cards");
  });

  test("shows on demand what the dice have on their sides, and which cards count five", async () => {
    const seen = when(mayChoose);
    sit(seen);
    await fireEvent.click(button(/^What is on the dice/));
    const sheet = within(screen.getByRole("dialog", { hidden: true }));
    for (const { symbol, sides } of seen.public.symbols) {
      const name = new RegExp(`^${symbol}`);
      const row = sheet.getByRole("row", { name, hidden: true });
      expect(within(row).getAllByRole("cell", { hidden: true })[0]?.textContent).toBe(`${sides}`);
    }
    expect(sheet.getAllByText(/\(five points\)/)).toHaveLength(5);
    expect(sheet.getByRole("img", { name: /^4 dice: diamond, gear/, hidden: true })).toBeTruthy();
  });

  test("says why one must pass", () => {
    const seen = when(mustPass);
    sit(seen);
    expect(
      screen.getByText(new RegExp(`^All your cards are worth ${seen.private?.hand_value}`)),
    ).toBeTruthy();
    expect(cards()).toEqual([]);
    expect(screen.getByRole("button", { name: /^Pass/ })).toBeTruthy();
  });

  test("offers nothing in a replay, nor to a spectator", () => {
    const seen = when(mayRaise);
    sit({ ...seen, live: false, legal: [] }).unmount();
    sit({ ...seen, seat: null, private: null, legal: [] });
    expect(screen.queryAllByRole("button").map((each) => each.getAttribute("aria-label"))).toEqual([
      "What is on the dice and the cards",
      "What is still to come",
    ]);
    expect(screen.getAllByRole("list", { name: "The other players" })[0]?.childElementCount).toBe(3);
  });

  test("shows the dice under their symbols, the stake, the track from the back, and how markers lie", () => {
    const seen = when((each) => each.public.track.some(({ seats }) => seats.length > 1));
    sit(seen);
    for (const { symbol, multiplier } of seen.public.symbols) {
      const lane = screen.getByRole("img", { name: new RegExp(`^${symbol}: times ${multiplier}`, "i") });
      expect(lane.querySelectorAll(".die > span").length).toBe(multiplier - 1);
    }
    expect(screen.getByRole("img", { name: `At stake: ${seen.public.scoring_card} points` })).toBeTruthy();
    const track = within(screen.getByRole("list", { name: /^The track/ })).getAllByRole("img");
    const fields = track.map((each) => Number(/\d+/.exec(each.getAttribute("aria-label") ?? "")?.[0]));
    expect(fields).toEqual(seen.public.track.map(({ field }) => field));
    const stack = seen.public.track.find(({ seats }) => seats.length > 1);
    const names = stack?.seats.map((seat) => seen.names[seat]).toReversed();
    const said = screen.getByRole("img", { name: new RegExp(`^Field ${stack?.field}, from top`) });
    expect(said.getAttribute("aria-label")?.match(/Ala|Bartek|Celina/g)).toEqual(names);
  });

  test("shows who has won a round, and what", () => {
    const seen = when((each) => each.public.phase === "draw");
    sit(seen);
    const { winner, points = 0, scoring_card = 0 } = seen.public.last ?? {};
    expect(screen.getByText(`${seen.names[winner ?? 0]} wins the round`)).toBeTruthy();
    expect(screen.getByText(`= ${points} points`)).toBeTruthy();
    expect(screen.getByText(new RegExp(`cards? \\(${points - scoring_card}\\)$`))).toBeTruthy();
  });

  test("tells those who ask what everybody has not played yet", async () => {
    const seen = when(mayRaise);
    const { container } = sit(seen);
    await fireEvent.click(screen.getByRole("button", { name: "What is still to come" }));
    await vi.waitFor(() => expect(container.querySelectorAll("dialog table").length).toBe(3));
    const rows = [...container.querySelectorAll("dialog td")].map((each) => each.textContent);
    const left = seen.public.seats.flatMap(({ unplayed }) => unplayed.map((row) => row.join(" ") || "–"));
    expect(rows).toEqual(left);
  });
});

describe("the result", () => {
  test("stands in order of place, and each sum comes out right", () => {
    render(raise.Result, { seen: LAST });
    const places = LAST.result?.places ?? [];
    const order = LAST.names.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
    expect(screen.getAllByRole("heading").map((each) => each.textContent)).toEqual(
      order.map((seat) => LAST.names[seat]),
    );
    for (const [row, seat] of order.entries()) {
      const counts = screen.getAllByRole("listitem")[row]?.querySelectorAll(".count");
      const [scoring = 0, won = 0, hand = 0, all = 0] = [...(counts ?? [])].map((each) =>
        Number(/\d+/.exec(each.textContent ?? "")?.[0]),
      );
      expect(scoring + won + hand).toBe(all);
      expect(all).toBe(LAST.result?.scores[seat]);
    }
  });

  test("says that a win is shared, and marks every winner", async () => {
    const result = { scores: [70, 70, 3], places: [1, 1, 3], winners: [0, 1] };
    render(raise.Result, { seen: { ...LAST, result } });
    expect(screen.getByText(/^Ala and Bartek share the win/)).toBeTruthy();
    expect(screen.getAllByText("Winner").length).toBe(2);
    await translations.choose("pl");
    expect(await screen.findByText(/^Zwycięstwo dzielą Ala i Bartek/)).toBeTruthy();
  });
});

test("the help has a part for every topic that the guide may name", () => {
  const { container } = render(raise.Help, { topic: "raise" });
  const topics = [...container.querySelectorAll<HTMLElement>("section")].map((part) => part.dataset["topic"]);
  expect(topics).toEqual(["goal", "dice", "first", "raise", "pass", "round", "cards", "end"]);
  expect(container.querySelector(".asked")?.id).toBe("raise-raise");
});
