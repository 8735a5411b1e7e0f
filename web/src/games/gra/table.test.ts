import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { isOwnTurn, last, PLAIN, VARIANTS, when } from "./fixtures/for_tests";
import type { Bid, CheckView, Choose, Move } from "./messages";
import { bidsByValue, bidText, type GraView } from "./view";
import gra from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));

function sit(seen: GraView, busy = false) {
  const act = vi.fn(async (_: Move | Move[]) => {});
  return { act, ...render(gra.Table, { seen, act, busy, plate }) };
}

const region = (name: string) => within(screen.getByRole("region", { name }));
const actions = () => region("Your move");
const values = () =>
  within(actions().getByRole("group", { name: "Value of your bid" })).getAllByRole("button");
const counts = () =>
  within(actions().getByRole("group", { name: "Count of your bid" })).getAllByRole("button");
const isDisabled = (button: HTMLElement): boolean => (button as HTMLButtonElement).disabled;
const has = (type: Move["type"]) => (seen: GraView) => seen.legal.some((move) => move.type === type);

beforeEach(async () => {
  await translations.want("table", "gra");
  await translations.choose("en");
});

describe("turning one's cards", () => {
  const selection = when(PLAIN, (seen) => seen.private?.cards.length === 3 && seen.private.choice === null);
  const chosen = when(PLAIN, (seen) => has("choose")(seen) && (seen.private?.choice?.length ?? 0) > 1);

  test("turns a card by a press, and sends all values at once when it is done", async () => {
    const { act } = sit(selection);
    const cards = selection.private?.cards ?? [];
    const buttons = region("Your cards").getAllByRole("button");
    expect(buttons.length).toBe(3);
    await fireEvent.click(buttons[1] as HTMLElement);
    await fireEvent.keyDown(document.body, { key: "3" });
    await fireEvent.click(buttons[2] as HTMLElement);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(actions().getByRole("button", { name: /^Done/ }));
    const sent = [cards[0]?.ends[0], cards[1]?.ends[1], cards[2]?.ends[0]];
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "choose", values: sent });
  });

  test("says in words which end counts", async () => {
    sit(selection);
    const [low, high] = selection.private?.cards[0]?.ends ?? [0, 0];
    const card = region("Your cards").getByRole("button", { name: `${low} counts, ${high} does not` });
    await fireEvent.click(card);
    expect(card.textContent).toContain(`${high} counts, ${low} does not`);
  });

  test("what was chosen can be changed until the last one has chosen, or left as it is", async () => {
    const { act } = sit(chosen);
    expect(actions().queryByRole("button")).toBeNull();
    const [first] = region("Your cards").getAllByRole("button");
    await fireEvent.click(first as HTMLElement);
    await fireEvent.click(actions().getByRole("button", { name: "Leave it" }));
    expect(actions().queryByRole("button")).toBeNull();
    await fireEvent.click(first as HTMLElement);
    await fireEvent.keyDown(document.body, { key: "d" });
    const [move] = act.mock.calls[0] as [Choose];
    expect(chosen.legal).toContainEqual(move);
    expect(move.values).not.toEqual(chosen.private?.choice);
  });

  test("marks who is ready, and never shows what they turned", () => {
    const seen = when(PLAIN, (each) => each.public.seats[0]?.chosen === true && has("choose")(each));
    sit(seen);
    const others = within(screen.getByRole("list", { name: "The other players" }));
    const ready = seen.public.seats.filter(({ chosen: done }, seat) => done && seat !== seen.seat).length;
    expect(others.getAllByText("turned").length).toBe(ready);
    expect(others.getByRole("img", { name: /^Ala holds/ })).toBeTruthy();
    expect(others.queryByRole("img", { name: /counts/ })).toBeNull();
  });
});

describe("bidding", () => {
  test.each([
    ["value first", PLAIN],
    ["count first", VARIANTS],
  ])(
    "offers exactly the legal bids, every one of them (%s)",
    async (_, moments) => {
      const turns = moments.filter((seen) => has("bid")(seen) && seen.legal.length < 40);
      expect(turns.length).toBeGreaterThan(2);
      for (const seen of turns) {
        const { act, container, unmount } = sit(seen);
        const picker = (kind: string) => [...container.querySelectorAll<HTMLElement>(`.${kind} button`)];
        const legal = bidsByValue(seen.legal);
        for (const [index, value] of picker("values").entries()) {
          expect([index, isDisabled(value)]).toEqual([index, !legal.has(index + 1)]);
          if (isDisabled(value)) continue;
          await fireEvent.click(value);
          const offered = picker("counts").map((each) =>
            parseInt(each.querySelector(".count")?.textContent ?? "", 10),
          );
          expect(offered).toEqual(legal.get(index + 1));
          for (const count of picker("counts")) {
            await fireEvent.click(count);
            await fireEvent.keyDown(document.body, { key: "b" });
          }
        }
        const bids = seen.legal.filter((move): move is Bid => move.type === "bid");
        bids.sort((one, other) => one.value - other.value || one.count - other.count);
        expect(act.mock.calls.map(([move]) => move)).toEqual(bids);
        const checks = actions().queryAllByRole("button", { name: /^Check!/ });
        expect(checks.length).toBe(has("check")(seen) ? 1 : 0);
        unmount();
      }
    },
    20_000,
  );

  test("two presses make the lowest bid on a value, a third one another count", async () => {
    const seen = when(PLAIN, (each) => isOwnTurn(each) && each.legal.length > 20);
    const { act } = sit(seen);
    const value = [...bidsByValue(seen.legal).keys()].at(-1) as number;
    const allowed = bidsByValue(seen.legal).get(value) ?? [];
    const say = () => actions().getByRole("button", { name: /^Bid/ });
    expect(isDisabled(say())).toBe(true);
    await fireEvent.click(values()[value - 1] as HTMLElement);
    await fireEvent.click(say());
    expect(act).toHaveBeenLastCalledWith({ type: "bid", value, count: allowed[0] });
    await fireEvent.click(
      actions().getByRole("button", { name: bidText({ count: allowed[2] ?? 0, value }) }),
    );
    await fireEvent.click(say());
    expect(act).toHaveBeenLastCalledWith({ type: "bid", value, count: allowed[2] });
  });

  test("the count may come first, and the keys do the same", async () => {
    const seen = when(PLAIN, (each) => isOwnTurn(each) && each.legal.length > 20);
    const { act } = sit(seen);
    const value = [...bidsByValue(seen.legal).keys()].at(-1) as number;
    await fireEvent.click(counts()[1] as HTMLElement);
    await fireEvent.keyDown(document.body, { key: String(value) });
    await fireEvent.keyDown(document.body, { key: "+" });
    await fireEvent.keyDown(document.body, { key: "b" });
    expect(act).toHaveBeenLastCalledWith({ type: "bid", value, count: 3 });
    await fireEvent.keyDown(document.body, { key: "c" });
    expect(act).toHaveBeenLastCalledWith({ type: "check" });
    await fireEvent.keyDown(document.body, { key: "c", repeat: true });
    expect(act).toHaveBeenCalledTimes(2);
  });

  test("what was picked is forgotten when somebody else has bid", async () => {
    const seen = when(PLAIN, (each) => isOwnTurn(each) && each.legal.length > 20);
    const { rerender } = sit(seen);
    await fireEvent.keyDown(document.body, { key: "6" });
    expect(actions().getByRole("button", { pressed: true, name: /^6,/ })).toBeTruthy();
    await rerender({ seen: { ...seen, seq: seen.seq + 1 } });
    expect(actions().queryByRole("button", { pressed: true })).toBeNull();
  });

  test("says how many of each value one shows oneself, and what is missing", () => {
    const seen = when(PLAIN, (each) => isOwnTurn(each) && each.legal.length > 20);
    sit(seen);
    const own = seen.private?.counts ?? [];
    own.forEach((count, index) => {
      expect(values()[index]?.textContent).toContain(`${index + 1}, of which you show ${count}`);
    });
    expect(
      actions().getByText(new RegExp(`: you show ${own[(seen.public.bid?.value ?? 1) - 1]}`)),
    ).toBeTruthy();
  });

  test("where nothing is higher there is only the check, and it says why", () => {
    const seen = when(PLAIN, isOwnTurn);
    sit({ ...seen, legal: [{ type: "check" }] });
    expect(actions().getAllByRole("button").length).toBe(1);
    expect(actions().getByText(/no higher bid/)).toBeTruthy();
  });

  test("shows the bids of the round in their order, and whose they are", () => {
    const seen = when(PLAIN, (each) => each.public.phase === "bid" && each.public.bids.length >= 4);
    sit(seen);
    const earlier = within(screen.getByRole("list", { name: "Earlier bids of this round" }));
    expect(earlier.getAllByRole("listitem").map((each) => each.textContent)).toEqual(
      seen.public.bids
        .slice(0, -1)
        .map((bid) => expect.stringContaining(`${seen.names[bid.seat]} ${bidText(bid)}`) as unknown),
    );
  });
});

describe("the rest of the table", () => {
  test("offers the directions when they are asked for", async () => {
    const seen = when(VARIANTS, has("direction"));
    const { act } = sit(seen);
    await fireEvent.click(actions().getByRole("button", { name: /^Counterclockwise then Bartek/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "direction", clockwise: false });
  });

  test("offers nothing while something is under way, in a replay, or to a spectator", () => {
    const seen = when(PLAIN, isOwnTurn);
    const busy = sit(seen, true);
    expect(actions().getAllByRole("button").every(isDisabled)).toBe(true);
    busy.unmount();
    const replayed = sit({ ...seen, live: false, legal: [] });
    expect(actions().queryAllByRole("button")).toEqual([]);
    replayed.unmount();
    sit({ ...seen, seat: null, private: null, legal: [] });
    expect(actions().queryAllByRole("button")).toEqual([]);
    expect(screen.getByRole("list", { name: "The other players" }).childElementCount).toBe(3);
  });

  test("says what was agreed, and what 1s are in this round", async () => {
    const seen = when(VARIANTS, (each) => each.public.phase === "bid");
    const { rerender } = sit(seen);
    const agreed = screen.getByRole("list", { name: /agreed/ });
    expect(agreed.textContent).toContain("count first");
    expect(agreed.textContent).toContain("1s are jokers");
    await rerender({ seen: { ...seen, public: { ...seen.public, ones: "switched_off", longer: true } } });
    expect(agreed.textContent).toContain("No jokers");
    expect(agreed.textContent).toContain("The last one left wins");
  });

  test("says who is one round from the end, who is out, and who only watches", () => {
    const edge = when(PLAIN, (each) => each.public.seats[1]?.hand_size === 5 && has("choose")(each));
    const near = sit(edge);
    expect(region("Your cards").getByText("last chance")).toBeTruthy();
    near.unmount();
    const extra = when(VARIANTS, (each) => each.public.extra && each.public.phase === "choose");
    sit(extra);
    expect(screen.getAllByText("watches").length).toBe(2);
    expect(screen.getByText("Extra round: the loser is out")).toBeTruthy();
    expect(screen.queryByText("last chance")).toBeNull();
  });

  test("the last check can be looked at until the next", async () => {
    const seen = when(PLAIN, (each) => has("choose")(each) && each.public.last !== null);
    sit(seen);
    await fireEvent.click(screen.getByRole("button", { name: "The last check" }));
    const dialog = within(screen.getByRole("dialog"));
    const { hands } = seen.public.last as CheckView;
    expect(dialog.getAllByRole("list", { name: /, open$/ }).length).toBe(hands.length);
  });
});

describe("the result", () => {
  test("stands in order of place, with hand sizes and how it ended", () => {
    const seen = last(PLAIN);
    render(gra.Result, { seen });
    const places = within(screen.getByRole("list", { name: "Places" }));
    expect(places.getAllByRole("heading").map((each) => each.textContent)).toEqual([
      "Celina",
      "Ala",
      "Bartek",
    ]);
    expect(places.getByText("ended the match")).toBeTruthy();
    expect(screen.getByText("Celina has the smallest hand: 1 card.")).toBeTruthy();
    expect(screen.getByText("Celina checks your bid: 8 sixes.")).toBeTruthy();
  });

  test("after a tie it was the last one left", async () => {
    const seen = last(VARIANTS);
    render(gra.Result, { seen });
    expect(screen.getByText("You are the last one left.")).toBeTruthy();
    expect(screen.getByText("went out")).toBeTruthy();
    await translations.choose("pl");
    expect(await screen.findByText("Zostajesz na końcu.")).toBeTruthy();
  });
});

test("the help has a part for every topic that the guide may name", () => {
  const { container } = render(gra.Help, { topic: "joker" });
  const topics = [...container.querySelectorAll<HTMLElement>("section")].map((part) => part.dataset["topic"]);
  const all = [
    "goal",
    "cards",
    "bid",
    "order",
    "check",
    "end",
    "tie",
    "joker",
    "directions",
    "fewer",
    "longer",
  ];
  expect(topics).toEqual(all);
  expect(container.querySelector(".asked")?.id).toBe("gra-joker");
});
