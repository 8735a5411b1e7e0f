import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { contrast } from "$lib/ui/contrast";
import { LAST, mayDo, MOMENTS, pays, shops, SOLO, SOLO_LAST, told, when } from "./fixtures/for_tests";
import { payment } from "./event_text";
import type { Bid } from "./messages";
import poster from "./poster";
import Result from "./components/Result.svelte";
import { cardName, type DychaView } from "./view";
import dycha from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));

function sit(seen: DychaView, busy = false) {
  const act = vi.fn(async () => {});
  return { act, ...render(dycha.Table, { seen, act, busy, plate }) };
}

const button = (name: RegExp): HTMLButtonElement => screen.getByRole("button", { name });
const actions = (): HTMLElement => screen.getByRole("region", { name: "Your move" });
const gauge = (): string => screen.getByRole("img", { name: /^Total/ }).getAttribute("aria-label") ?? "";

/** Moves that have a button of their own, and how it begins. */
const BUTTONS: Readonly<Record<string, RegExp>> = {
  draw: /^(Turn up a card|One more card)/,
  take_numbers: /^Take numbers/,
  take_currency: /^Take currency/,
  fiasco_token: /^Fiasco token/,
  go_shopping: /^Go shopping/,
  pass: /^Pass/,
  no_buy: /^Buy nothing/,
};

beforeEach(async () => {
  if (!("showModal" in HTMLDialogElement.prototype)) {
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
    });
  }
  await translations.want("table", "dycha");
  await translations.want("lazy", "dycha");
  await translations.choose("en");
});

describe("the table of DYCHA", () => {
  test("has a way to make exactly the legal moves, at every moment of two matches", async () => {
    const { rerender, container } = sit(MOMENTS[0] as DychaView);
    const named = (part: string): string[] =>
      [...container.querySelectorAll(`${part} button`)].map(
        (each) => each.getAttribute("aria-label") ?? each.textContent?.trim() ?? "",
      );
    for (const seen of [...MOMENTS, ...SOLO]) {
      await rerender({ seen });
      const names = named(".actions");
      for (const [type, name] of Object.entries(BUTTONS))
        expect([seen.seq, type, names.filter((each) => name.test(each)).length]).toEqual([
          seen.seq,
          type,
          mayDo(seen, type) ? 1 : 0,
        ]);
      const bids = seen.legal.filter((move): move is Bid => move.type === "bid");
      const stepper = container.querySelector(".actions [role=spinbutton]");
      expect([stepper?.getAttribute("aria-valuemin"), stepper?.getAttribute("aria-valuemax")]).toEqual(
        bids.length === 0 ? [undefined, undefined] : [`${bids[0]?.amount}`, `${bids.at(-1)?.amount}`],
      );
      const buys = seen.legal.filter(({ type }) => type === "buy");
      expect([seen.seq, named(".stalls").length]).toEqual([seen.seq, buys.length]);
      const draft = ["settle", "spend_card", "spend_fiasco"].some((type) => mayDo(seen, type));
      expect([seen.seq, names.filter((each) => /^Pay like this/.test(each)).length]).toEqual([
        seen.seq,
        draft ? 1 : 0,
      ]);
    }
  }, 60_000);

  test("offers nothing in a replay, and nothing can be pressed while it is busy", () => {
    const seen = when((each) => mayDo(each, "take_numbers"));
    const { unmount } = sit({ ...seen, legal: [], live: false });
    expect(within(actions()).queryAllByRole("button")).toEqual([]);
    unmount();
    sit(seen, true);
    expect(
      within(actions())
        .getAllByRole<HTMLButtonElement>("button")
        .every((each) => each.disabled),
    ).toBe(true);
  });

  test("shows how far the row is from the limit, and what would break it", () => {
    const seen = when(
      (each) =>
        each.public.row.cards.length > 1 && each.public.row.breaking > 0 && each.public.auction === null,
    );
    const { total, limit, currency } = seen.public.row;
    sit(seen);
    expect(gauge()).toContain(`Total ${total}, limit ${limit}.`);
    expect(gauge()).toContain(`Currency ${currency} of ${limit}.`);
    expect(gauge()).toContain("Fiasco:");
  });

  test("sends a purchase and its payment as one list", async () => {
    const seen = when(shops);
    const { act } = sit(seen);
    const offer = seen.private?.offers.find(({ ways }) => ways.length > 5);
    if (offer === undefined) throw new Error("nothing to buy");
    await fireEvent.click(button(new RegExp(`^${cardName(offer.card)}, costs`)));
    expect(screen.getByText(/^You pay: /)).toBeTruthy();
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(button(/^Buy (?!nothing)/));
    expect(act).toHaveBeenCalledWith([{ type: "buy", card: offer.card }, ...offer.proposal]);
  });

  test("promises of a purchase what is left after paying, as it is paid", async () => {
    const seen = when((each) =>
      (each.private?.offers ?? []).some(
        ({ proposal, points, points_paid }) => proposal.length > 0 && points_paid < points,
      ),
    );
    const offer = seen.private?.offers.find(
      ({ proposal, points, points_paid }) => proposal.length > 0 && points_paid < points,
    );
    if (offer === undefined) throw new Error("nothing that is paid with cards");
    sit(seen);
    await fireEvent.click(button(new RegExp(`^${cardName(offer.card)}, costs`)));
    expect(button(/^Buy (?!nothing)/).textContent).toContain(
      `points ${seen.private?.points} → ${offer.points_paid}`,
    );
  });

  test("says of each bid what it would be paid with, and what one counts then", async () => {
    const seen = when((each) => each.legal.filter(({ type }) => type === "bid").length > 3);
    sit(seen);
    for (const paid of seen.private?.bidding?.payments ?? []) {
      expect(button(/^Bid \d/).textContent).toContain(`Bid ${paid.amount}`);
      const lost = paid.lost > 0 ? `, ${paid.lost} too much` : "";
      expect(within(actions()).getByRole("status").textContent).toContain(
        `For ${paid.amount} you would pay: ${payment(paid)}${lost}; points ${seen.private?.points} → ${paid.points}.`,
      );
      await fireEvent.click(button(/^Bid more/));
    }
  });

  test("shows what is left in the deck, and what is out of the game", async () => {
    const seen = when((each) => each.public.discarded > 2 && each.public.deck > 2);
    sit(seen);
    await fireEvent.click(button(new RegExp(`^Deck: ${seen.public.deck} cards. Look at what is left`)));
    const dialog = within(screen.getByRole("dialog", { hidden: true }));
    const tables = await dialog.findAllByRole("table", { hidden: true }, { timeout: 10_000 });
    expect(tables).toHaveLength(4);
    expect(dialog.getByText(`In the deck: ${seen.public.deck} cards`)).toBeTruthy();
    expect(dialog.getByText(`Out of the game: ${seen.public.discarded} cards`)).toBeTruthy();
    const green = within(tables[0] as HTMLElement).getByRole("row", { name: /^Green/, hidden: true });
    const cells = within(green).getAllByRole("cell", { hidden: true });
    expect(cells.map((each) => Number(each.textContent))).toEqual(seen.public.deck_cards.numbers[1]);
  }, 20_000);

  test("lets a chosen card be put back before it is bought", async () => {
    const seen = when(shops);
    const { act } = sit(seen);
    const offer = seen.private?.offers.find(({ ways }) => ways.length > 5);
    const name = new RegExp(`^${offer === undefined ? "" : cardName(offer.card)}, costs`);
    await fireEvent.click(button(name));
    expect(button(name).getAttribute("aria-pressed")).toBe("true");
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(button(name).getAttribute("aria-pressed")).toBe("false");
    expect(act).not.toHaveBeenCalled();
  });

  test("lets items of a payment be exchanged, and pays only in ways that the server takes", async () => {
    const seen = when(pays);
    const { act } = sit(seen);
    await fireEvent.click(button(/^Pay in another way/));
    const dialog = within(screen.getByRole("dialog", { hidden: true }));
    const cards = await dialog.findAllByRole(
      "button",
      { name: /^pay with/, hidden: true },
      { timeout: 10_000 },
    );
    expect(cards).toHaveLength(seen.private?.spendable.length ?? 0);
    const send = dialog.getByRole<HTMLButtonElement>("button", { name: /^Pay like this/, hidden: true });
    for (const card of cards) {
      await fireEvent.click(card);
      const spent = cards.filter((each) => each.getAttribute("aria-pressed") === "true").length;
      const fiascos = Number(dialog.queryByRole("spinbutton", { hidden: true })?.textContent ?? 0);
      const way = seen.private?.ways.find((each) => each.cards === spent && each.fiascos === fiascos);
      expect([spent, fiascos, send.disabled]).toEqual([spent, fiascos, way === undefined]);
    }
    await fireEvent.click(dialog.getByRole("button", { name: /^As proposed/, hidden: true }));
    await fireEvent.click(send);
    await tick();
    expect(act).toHaveBeenCalledWith(seen.private?.proposal);
  });

  test("bids what was chosen, with the mouse and with keys", async () => {
    const seen = when((each) => each.legal.filter(({ type }) => type === "bid").length > 3);
    const { act } = sit(seen);
    const bids = seen.legal.filter((move): move is Bid => move.type === "bid");
    await fireEvent.click(button(/^Bid more/));
    await fireEvent.click(button(/^Bid \d/));
    expect(act).toHaveBeenLastCalledWith({ type: "bid", amount: bids[1]?.amount });
    await fireEvent.keyDown(window, { key: "p" });
    expect(act).toHaveBeenLastCalledWith({ type: "pass" });
  });

  test("shows the auction as it goes round, TEN included", () => {
    const seen = when((each) => each.public.auction !== null && each.public.ten !== null);
    sit(seen);
    const round = within(screen.getByRole("list", { name: /^Bids/ })).getAllByRole("listitem");
    expect(round).toHaveLength(2);
    expect(round.some((each) => each.textContent?.includes("TEN"))).toBe(true);
    expect(round.filter((each) => each.textContent?.includes("bids now"))).toHaveLength(1);
  });

  test("seats TEN opposite, with its limit and what it has", () => {
    sit(SOLO_LAST);
    const others = within(screen.getByRole("list", { name: "The other players" }));
    expect(others.getAllByRole("listitem").length).toBeGreaterThan(0);
    expect(others.getByText("up to 5")).toBeTruthy();
    expect(others.getByRole("button", { name: /^What TEN has: / })).toBeTruthy();
  });

  test("bursts the balloon when a row goes too far, also if TEN has played since", () => {
    const seen = when((each) => told(each, "failed") && each.public.ten !== null);
    sit(seen);
    expect(screen.getByText(/^Fiasco! Your row came to \d+$/)).toBeTruthy();
  });

  test("shows everybody's cards by colour, and the jokers where they count", () => {
    sit(LAST);
    const own = within(screen.getByRole("region", { name: "Your things" }));
    expect(own.getAllByRole("img", { name: /^(Blue|Green|Orange|Pink): / })).toHaveLength(4);
    const points = LAST.public.seats[1]?.best.points;
    expect(own.getByRole("img", { name: `You have ${points} points now` })).toBeTruthy();
  });

  test("is seen by spectators without anything of their own", () => {
    const seen = when((each) => each.public.row.cards.length > 0 && each.public.ten === null);
    sit({ ...seen, seat: null, private: null, legal: [] });
    expect(screen.queryByRole("region", { name: "Your things" })).toBeNull();
    const others = within(screen.getByRole("list", { name: "The other players" }));
    expect(others.getAllByRole("button", { name: /^What .* has/ })).toHaveLength(2);
  });
});

describe("the result", () => {
  test("comes when it is wanted", async () => {
    render(dycha.Result, { seen: SOLO_LAST });
    expect(await screen.findByText("TEN holds out at 5.", {}, { timeout: 10_000 })).toBeTruthy();
  }, 20_000);

  test("explains every joker, and counts the runs", () => {
    const { container } = render(Result, { seen: LAST });
    const rows = [...container.querySelectorAll("ol > li")];
    expect(rows).toHaveLength(2);
    for (const [index, row] of rows.entries()) {
      const standing = LAST.public.standings[index];
      const held = LAST.public.seats[Number(standing?.seat)];
      expect(row.querySelector("strong")?.textContent).toBe(`Points: ${standing?.points}`);
      const jokers =
        held?.best.runs.flatMap(({ cards }) => cards.filter(({ joker }) => joker !== null)) ?? [];
      expect(row.textContent?.match(/stands in for/g)?.length ?? 0).toBe(jokers.length);
      const runs = [...row.querySelectorAll("[role=img][aria-label*=' from ']")];
      expect(runs).toHaveLength(held?.best.runs.length ?? 0);
    }
  });

  test("of a solo game names the title, and what the rematch is played at", () => {
    const solo = { limit: 7, won: true, next_limit: 8 };
    const won = { ...SOLO_LAST, public: { ...SOLO_LAST.public, solo } };
    const { unmount } = render(Result, { seen: won });
    expect(screen.getByText("You beat TEN at 7!")).toBeTruthy();
    expect(screen.getByText("Nerves of steel")).toBeTruthy();
    expect(screen.getByText(/TEN goes up to 8/)).toBeTruthy();
    unmount();
    const top = { ...won, public: { ...won.public, solo: { limit: 10, won: true, next_limit: null } } };
    render(Result, { seen: top });
    expect(screen.getByText(/no higher limit/)).toBeTruthy();
  });

  test("of a lost solo game says so", () => {
    render(Result, { seen: SOLO_LAST });
    expect(screen.getByText("TEN holds out at 5.")).toBeTruthy();
  });
});

test("a poster's ink can be read on its paint", () => {
  expect(contrast(poster.palette.paint, poster.palette.ink)).toBeGreaterThan(4.5);
});
