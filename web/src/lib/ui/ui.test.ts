import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { describe, expect, test, vi } from "vitest";
import type { PosterGame } from "../game/contract";
import { someFound } from "../glob";
import Card from "./Card.svelte";
import Chip from "./Chip.svelte";
import Chips from "./Chips.svelte";
import card from "./Card.svelte?raw";
import { contrast, mixed } from "./contrast";
import TableLayout from "./TableLayout.svelte";
import Hand from "./Hand.svelte";
import { DRAWN, heap } from "./chip_heap";
import Picker from "./Picker.svelte";
import Pile from "./Pile.svelte";
import Run from "./Run.svelte";
import { opponents } from "./seat_order";
import Stepper from "./Stepper.svelte";
import { TONES } from "./tones";
import TwoEndedCard from "./TwoEndedCard.svelte";

const button = createRawSnippet((label: () => unknown) => ({
  render: () => `<button>${String(label())}</button>`,
}));
const text = (words: string) => createRawSnippet(() => ({ render: () => `<p>${words}</p>` }));
const tabStops = (): HTMLElement[] =>
  screen.getAllByRole("button").filter((each) => each.tabIndex === 0 && !each.hasAttribute("disabled"));

describe("a card", () => {
  test("that lies there is a picture with a name, and can be found by what flies", () => {
    render(Card, { name: "King of hearts", label: "K", shape: "heart", fly: "card:Kh" });
    const card = screen.getByRole("img", { name: "King of hearts" });
    expect(card.dataset["fly"]).toBe("card:Kh");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("that can be chosen is a button that says whether it is, in more than colour", async () => {
    const onclick = vi.fn();
    const { rerender } = render(Card, { name: "green 3", label: "3", onclick, pressed: false });
    const card = screen.getByRole("button", { name: "green 3", pressed: false });
    const shapes = card.querySelectorAll("svg").length;
    await fireEvent.click(card);
    expect(onclick).toHaveBeenCalledOnce();
    await rerender({ pressed: true });
    expect(screen.getByRole("button", { pressed: true }).querySelectorAll("svg").length).toBe(shapes + 1);
  });

  test("without a name is left to what lies around it", () => {
    const { container } = render(Card, { name: "", label: "7" });
    expect(screen.queryByRole("img")).toBeNull();
    expect(container.querySelector("[aria-hidden=true]")).not.toBeNull();
  });

  test("with two ends turns by a press", async () => {
    const onclick = vi.fn();
    render(TwoEndedCard, { name: "2 counts, 6 below", ends: [2, 6], up: 0, onclick });
    await fireEvent.click(screen.getByRole("button", { name: "2 counts, 6 below" }));
    expect(onclick).toHaveBeenCalledOnce();
  });

  test("with two ends: a 6 is told from a 9 at either end, whichever is up", async () => {
    const { container, rerender } = render(TwoEndedCard, { name: "6 counts, 1 below", ends: [1, 6], up: 1 });
    const underlined = () => [...container.querySelectorAll(".underlined")].map((each) => each.textContent);
    expect(underlined()).toEqual(["6"]);
    await rerender({ ends: [6, 9], up: 0 });
    expect(underlined()).toEqual(["6", "9"]);
    await rerender({ ends: [2, 5], up: null });
    expect(underlined()).toEqual([]);
  });

  test("every tone can be read on it, by day and by night", () => {
    for (const tone of Object.values(TONES)) {
      for (const paper of ["#fffaf0", "#f3e8d3"]) expect(contrast(tone, paper)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("every tone can be read on one that does not count, too", () => {
    const [paperShare, toneShare] = [...card.matchAll(/\.faded > \.face \{([^}]*)\}/g)]
      .flatMap(([, rules]) => [...(rules ?? "").matchAll(/(\d+)%/g)])
      .map(([, percent]) => Number(percent) / 100) as [number, number];
    for (const tone of Object.values(TONES)) {
      for (const paper of ["#fffaf0", "#f3e8d3"]) {
        const faded = mixed(paper, TONES.ink, paperShare);
        expect(contrast(mixed(tone, TONES.ink, toneShare), faded)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

test("what is written on a game's colour can be read", () => {
  const posters = import.meta.glob<{ default: PosterGame }>("../../games/*/poster.ts", { eager: true });
  for (const { default: game } of Object.values(someFound(posters, "games/*/poster.ts"))) {
    expect(contrast(game.palette.ink, game.palette.paint)).toBeGreaterThanOrEqual(4.5);
  }
});

describe("a pile and a run", () => {
  test("the pile shows how many cards it has, and is where they come from", () => {
    render(Pile, { name: "Pile: 7 cards", count: 7, place: "pile" });
    const pile = screen.getByRole("img", { name: "Pile: 7 cards" });
    expect(pile.textContent).toContain("7");
    expect(pile.dataset["place"]).toBe("pile");
  });

  test("of a run the lowest card lies on top, whole; the others are tucked under it", () => {
    const card = createRawSnippet((number: () => number, tucked: () => boolean) => ({
      render: () => `<i data-tucked="${tucked()}">${number()}</i>`,
    }));
    render(Run, { name: "17 to 19", cards: [17, 18, 19], card });
    const drawn = [...screen.getByRole("img", { name: "17 to 19" }).querySelectorAll("i")];
    expect(drawn.map((each) => each.textContent)).toEqual(["19", "18", "17"]);
    expect(drawn.map((each) => each.dataset["tucked"])).toEqual(["true", "true", "false"]);
  });

  test("a run that is too long for a line goes on below, and is still one", () => {
    const card = createRawSnippet((number: () => number, tucked: () => boolean) => ({
      render: () => `<i data-tucked="${tucked()}">${number()}</i>`,
    }));
    render(Run, { name: "3 to 7", cards: [3, 4, 5, 6, 7], card, most: 3 });
    const drawn = [...screen.getByRole("img", { name: "3 to 7" }).querySelectorAll("i")];
    expect(drawn.map((each) => each.textContent)).toEqual(["5", "4", "3", "7", "6"]);
    expect(
      drawn.filter((each) => each.dataset["tucked"] === "false").map((each) => each.textContent),
    ).toEqual(["3"]);
  });
});

describe("chips", () => {
  test("each has a key of its own; of many the newest are seen", () => {
    const { container } = render(Chips, { name: "20 chips", count: 20, fly: "pot:11" });
    const keys = [...container.querySelectorAll<HTMLElement>("[data-fly]")].map(
      (each) => each.dataset["fly"],
    );
    expect(keys.length).toBe(DRAWN);
    expect(new Set(keys).size).toBe(DRAWN);
    expect(keys).toContain("pot:11:19");
    expect(screen.getByRole("img", { name: "20 chips" }).textContent).toContain("20");
  });

  test("a chip that lies stays where it lies when another comes", () => {
    for (let count = 1; count < DRAWN; count++) {
      expect(heap(count + 1).slice(0, count)).toEqual(heap(count));
    }
  });

  test("a chip with stars shows as many, and can be taken", async () => {
    const onclick = vi.fn();
    for (let stars = 1; stars <= 6; stars++) {
      const { container, unmount } = render(Chip, { name: `${stars} stars`, tone: "red", stars, onclick });
      expect(container.querySelectorAll("path").length).toBe(stars);
      await fireEvent.click(screen.getByRole("button", { name: `${stars} stars` }));
      unmount();
    }
    expect(onclick).toHaveBeenCalledTimes(6);
  });
});

describe("choosing by keyboard", () => {
  test("a hand is one stop for Tab; arrows go from card to card and round", async () => {
    render(Hand<string>, {
      name: "Your hand",
      items: ["A", "B", "C"],
      key: (item: string) => item,
      card: button,
    });
    const [a, b, c] = within(screen.getByRole("list", { name: "Your hand" })).getAllByRole("button");
    expect(tabStops()).toEqual([a]);
    a?.focus();
    await fireEvent.keyDown(a as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(b);
    expect(tabStops()).toEqual([b]);
    await fireEvent.keyDown(b as HTMLElement, { key: "End" });
    expect(document.activeElement).toBe(c);
    await fireEvent.keyDown(c as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(a);
  });

  test("a hand that loses the card Tab would stop at stops at another", async () => {
    const props = { name: "Your hand", key: (item: string) => item, card: button };
    const { rerender } = render(Hand<string>, { ...props, items: ["A", "B"] });
    await rerender({ ...props, items: ["B"] });
    await vi.waitFor(() => expect(tabStops().map((each) => each.textContent)).toEqual(["B"]));
  });

  test("a picker stops at what is chosen, passes over what cannot be, and tells which was pressed", async () => {
    const onchoose = vi.fn();
    render(Picker<number>, {
      name: "Value",
      choices: [1, 2, 3, 4],
      key: (value: number) => value,
      said: (value: number) => `value ${value}`,
      chosen: 3,
      disabled: (value) => value === 4,
      onchoose,
    });
    const three = screen.getByRole("button", { name: "value 3", pressed: true });
    expect(tabStops()).toEqual([three]);
    three.focus();
    await fireEvent.keyDown(three, { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "value 1" }));
    await fireEvent.click(document.activeElement as HTMLElement);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(1);
  });

  test("a stepper knows only the values that are allowed", async () => {
    const onchange = vi.fn();
    const props = { name: "Count", less: "Fewer", more: "More", values: [2, 3, 6], onchange };
    const { rerender } = render(Stepper, { ...props, value: 3 });
    await fireEvent.click(screen.getByRole("button", { name: "More" }));
    await fireEvent.keyDown(screen.getByRole("spinbutton", { name: "Count" }), { key: "ArrowDown" });
    await fireEvent.keyDown(screen.getByRole("spinbutton"), { key: "End" });
    expect(onchange.mock.calls.flat()).toEqual([6, 2, 6]);
    await rerender({ ...props, value: 6 });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "More" }).disabled).toBe(true);
    expect(screen.getByRole("spinbutton").getAttribute("aria-valuenow")).toBe("6");
  });
});

describe("around the table", () => {
  test("the others follow clockwise, beginning at one's left; a spectator sees all", () => {
    expect(opponents(5, 2)).toEqual([3, 4, 0, 1]);
    expect(opponents(3, 2)).toEqual([0, 1]);
    expect(opponents(3, null)).toEqual([0, 1, 2]);
  });

  test("each has a place in that order, and what is one's own is only there for those who sit", async () => {
    const names = { opponents: "The others", centre: "The middle", own: "Your things", actions: "Your move" };
    const others = { opponent: button, opponentSummary: button, opponentRoom: { width: 200, height: 150 } };
    const props = { players: 4, names, ...others, centre: text("centre"), own: text("own") };
    const { rerender } = render(TableLayout, { ...props, seat: 1 });
    const seats = () =>
      within(screen.getByRole("list", { name: "The others" }))
        .getAllByRole("listitem")
        .map((each) => each.textContent?.trim());
    expect(seats()).toEqual(["2", "3", "0"]);
    expect(screen.getByRole("region", { name: "Your things" }).textContent).toContain("own");
    await rerender({ ...props, seat: null });
    await tick();
    expect(seats()).toEqual(["0", "1", "2", "3"]);
    expect(screen.queryByRole("region", { name: "Your things" })).toBeNull();
  });
});
