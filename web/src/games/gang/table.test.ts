import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { but, last, may, PLAIN, PROFESSIONAL, when } from "./fixtures/for_tests";
import { loadLazy } from "./lazy";
import type { Move } from "./messages";
import type { GangView } from "./view";
import gang from "./table";

const plate = createRawSnippet((seat: () => number) => ({ render: () => `<b>seat ${seat()}</b>` }));
const act = vi.fn(async (_: Move | Move[]) => {});

beforeEach(async () => {
  await translations.want("table", "gang");
  await loadLazy();
  await translations.choose("en");
  act.mockClear();
});

function show(seen: GangView, busy = false): ReturnType<typeof render> {
  return render(gang.Table, { seen, act, busy, plate });
}
const press = async (name: string | RegExp): Promise<void> => {
  await fireEvent.click(await screen.findByRole("button", { name }));
};
const own = () => within(screen.getByRole("region", { name: "Your cards" }));
const actions = () => within(screen.getByRole("region", { name: "What you can do" }));

const chips = when(PLAIN, (seen) => seen.public.round === 1 && may(seen, "take") && may(seen, "return"));
const ready = when(PLAIN, (seen) => may(seen, "ready") && seen.public.phase === "chips");
const flop = when(PLAIN, (seen) => seen.public.round === 2);
const voting = when(PROFESSIONAL, (seen) => may(seen, "agree"));
const choosing = when(PROFESSIONAL, (seen) => may(seen, "choose"));
const guessing = when(PROFESSIONAL, (seen) => may(seen, "pick_category"));
const proposing = when(PROFESSIONAL, (seen) => may(seen, "propose"));

describe("chips", () => {
  test("exactly those that may be taken can be pressed, wherever they lie", async () => {
    const count = (named: string): number =>
      [...document.querySelectorAll("button")].filter(({ textContent }) =>
        textContent.startsWith(`${named} `),
      ).length;
    for (const seen of [...PLAIN, ...PROFESSIONAL].filter((_, number) => number % 6 === 0)) {
      const { unmount } = show(seen);
      expect(count("Take")).toBe(seen.legal.filter(({ type }) => type === "take").length);
      expect(count("Put back your")).toBe(may(seen, "return") ? 1 : 0);
      unmount();
    }
    show(chips);
    for (const take of chips.legal.filter((move) => move.type === "take")) {
      const from = take.from === null ? /^Take the/ : new RegExp(`^Take from ${chips.names[take.from]}`);
      const named = screen.getAllByRole("button", { name: from });
      const chip = named.find((one) => one.getAttribute("aria-keyshortcuts") === String(take.stars));
      await fireEvent.click(chip as HTMLElement);
      expect(act).toHaveBeenLastCalledWith(take);
    }
    await press(/^Put back your/);
    expect(act).toHaveBeenLastCalledWith({ type: "return" });
  });

  test("are known by stars and round, not by colour alone", () => {
    show(flop);
    const chip = screen.getByRole("button", { name: "Take the yellow chip with 2 stars" });
    expect([...chip.querySelectorAll("text")].map((one) => one.textContent)).toEqual(["2", "2"]);
    expect(chip.querySelectorAll(".star").length).toBe(2);
  });

  test("can be taken by keys", async () => {
    show(chips);
    const take = chips.legal.find((move) => move.type === "take") as Extract<Move, { type: "take" }>;
    await fireEvent.keyDown(window, { key: String(take.stars) });
    expect(act).toHaveBeenLastCalledWith(take);
    await fireEvent.keyDown(window, { key: "0" });
    expect(act).toHaveBeenLastCalledWith({ type: "return" });
  });

  test("that are locked lie still, and say so", () => {
    const held = chips.public.seats[1]?.chips[0]?.stars ?? 1;
    const seats = chips.public.seats.map((seat) => ({
      ...seat,
      chips: seat.chips.map((chip) => (chip?.stars === held ? { ...chip, locked: true } : chip)),
    }));
    show({ ...but(chips, { seats }), legal: [] });
    expect(own().getByRole("img", { name: /white chip with \d stars?, locked$/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Take|Put back)/ })).toBeNull();
  });

  test("cannot be moved for ever: the last moves are counted down, and what follows is said", () => {
    const left = (number: number): GangView["public"]["seats"] =>
      chips.public.seats.map((seat, index) => ({
        ...seat,
        moves_left: index === chips.seat ? number : 40,
      }));
    const { unmount } = show(but(chips, { seats: left(6) }));
    expect(screen.queryByText(/moves? left/)).toBeNull();
    unmount();
    const few = show(but(chips, { seats: left(5) }));
    expect(screen.getByText("5 moves left")).toBeTruthy();
    expect(actions().getByText(/5 more moves for you in this round/)).toBeTruthy();
    few.unmount();
    show({ ...but(chips, { seats: left(0) }), legal: [], toAct: [], awaited: [1] });
    expect(screen.getByText("no more moves")).toBeTruthy();
    expect(actions().getByText(/You have made all your moves of this round: your chip stays/)).toBeTruthy();
  });

  test("of a colour that this heist does without have no place", () => {
    show(but(flop, { colors: ["yellow", "orange", "red"] }));
    expect(screen.queryByRole("img", { name: /white chip/ })).toBeNull();
    expect(screen.getAllByRole("img", { name: "no yellow chip" }).length).toBe(3);
  });

  test("cannot be taken while a move is under way, but keep their looks", async () => {
    show(chips, true);
    const [chip] = screen.getAllByRole("button", { name: /^Take/ });
    await fireEvent.click(chip as HTMLElement);
    expect(act).not.toHaveBeenCalled();
    expect(chip?.getAttribute("aria-disabled")).toBe("true");
  });

  test("may stay, or may not after all", async () => {
    const { unmount } = show(ready);
    await press("Ready");
    expect(act).toHaveBeenLastCalledWith({ type: "ready" });
    unmount();
    show(when(PLAIN, (seen) => may(seen, "unready")));
    await press("Not ready after all");
    expect(act).toHaveBeenLastCalledWith({ type: "unready" });
  });
});

describe("one's own hand", () => {
  test("is named, and its five cards are marked, on the table too", () => {
    show(flop);
    expect(own().getByText("You have:")).toBeTruthy();
    expect(screen.getAllByRole("img", { name: /, counts$/ }).length).toBe(5);
  });

  test("before the flop nothing has to be marked", () => {
    show(PLAIN[0] as GangView);
    expect(screen.queryByRole("img", { name: /, counts$/ })).toBeNull();
  });

  test("comes with notes of what one knows besides", () => {
    const { private: mine } = flop;
    if (mine === null) throw new Error("no eyes");
    const known = {
      ...mine,
      shown: { by: 2, to: 1, card: "Ks", outdated: false },
      passing: {
        to: 2,
        passed: "2c",
        by: 0,
        received: "J*",
        passed_outdated: false,
        received_outdated: false,
      },
      first_hand: ["Ah", "Ad"],
      discarded: ["3c"],
    };
    show({ ...flop, private: known });
    for (const note of [
      "Celina has shown king of spades to you.",
      "You passed two of clubs to Celina, Ala passed you the Jack without a suit.",
      "Your first hand was ace of hearts and ace of diamonds.",
      "Discarded: three of clubs.",
    ]) {
      expect(screen.getByText(note)).toBeTruthy();
    }
    expect(screen.queryByText(/^Out of date/)).toBeNull();
  });

  test("says of which notes the cards have gone since", () => {
    const { private: mine } = flop;
    if (mine === null) throw new Error("no eyes");
    const passing = { to: 2, passed: "2c", by: 0, received: "Jc", passed_outdated: true };
    show({
      ...flop,
      private: {
        ...mine,
        shown: { by: 2, to: 1, card: "Ks", outdated: true },
        passing: { ...passing, received_outdated: false },
        first_hand: ["Ah", "Ad"],
        first_hand_outdated: true,
      },
    });
    expect(screen.getByText("Out of date: K♠ has been discarded since.")).toBeTruthy();
    expect(screen.getByText("Out of date: 2♣ has been discarded since.")).toBeTruthy();
    expect(screen.getByText("Out of date: somebody has drawn a new hand since.")).toBeTruthy();
  });

  test("what the Driver has told says with how many cards it was", () => {
    const said = { seat: 0, kind: "category" as const, number: null, rank: null, category: "pair" as const };
    const specialist = { number: 2, automatic: false, used: true, seat: 0, other: null, rank: null };
    const at = (community: number): GangView =>
      but(flop, { specialist, announcements: [{ ...said, community, outdated: false }] });
    const { unmount } = show(at(3));
    expect(screen.getByText("Ala has now: Pair.")).toBeTruthy();
    unmount();
    show(at(0));
    expect(screen.getByText("Ala has now: Pair. That was before the flop.")).toBeTruthy();
  });
});

describe("a specialist", () => {
  test("is proposed with a person, and whatever else it needs", async () => {
    show(proposing);
    await press("Informant: use it …");
    const dialog = within(await screen.findByRole("dialog"));
    const send = dialog.getByRole("button", { name: "Propose it" });
    expect(send.hasAttribute("disabled")).toBe(true);
    const who = within(dialog.getByRole("group", { name: "Who?" }));
    await fireEvent.click(who.getByRole("button", { name: "Ala" }));
    const to = within(dialog.getByRole("group", { name: "To whom?" }));
    expect(to.queryByRole("button", { name: "Ala" })).toBeNull();
    await fireEvent.click(to.getByRole("button", { name: "you" }));
    expect(dialog.getByText(/^Ala shows one pocket card to you, in secret\./)).toBeTruthy();
    await fireEvent.click(send);
    expect(act).toHaveBeenLastCalledWith({ type: "propose", seat: 0, other: 1 });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("needs a rank if it is the Mastermind", async () => {
    const specialist = { ...proposing.public.specialist, number: 4 } as GangView["public"]["specialist"];
    const legal = (["9", "K"] as const).map((rank): Move => ({ type: "propose", seat: 2, rank }));
    show({ ...but(proposing, { specialist }), legal });
    await press("Mastermind: use it …");
    const dialog = within(await screen.findByRole("dialog"));
    await fireEvent.click(dialog.getByRole("button", { name: "Celina" }));
    await fireEvent.click(dialog.getByRole("button", { name: "kings" }));
    await fireEvent.click(dialog.getByRole("button", { name: "Propose it" }));
    expect(act).toHaveBeenLastCalledWith({ type: "propose", seat: 2, rank: "K" });
  });

  test("is voted on by the number of its proposal", async () => {
    show(voting);
    const proposal = voting.public.proposal?.number;
    await press("Agree");
    expect(act).toHaveBeenLastCalledWith({ type: "agree", proposal });
    await press("Refuse");
    expect(act).toHaveBeenLastCalledWith({ type: "refuse", proposal });
    expect(screen.getByText(/^Still to agree/)).toBeTruthy();
  });

  test("asks for a card, which is sent only when one says so", async () => {
    show(choosing);
    const cards = own().getAllByRole("button", { pressed: false });
    expect(cards.length).toBe(choosing.private?.hand.length);
    expect(actions().getByRole("button").hasAttribute("disabled")).toBe(true);
    await fireEvent.click(cards[0] as HTMLElement);
    await fireEvent.click(cards[1] as HTMLElement);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(actions().getByRole("button", { name: /^Show .* to / }));
    expect(act).toHaveBeenLastCalledWith({ type: "choose", card: choosing.private?.hand[1] });
  });

  test("that lets cards be passed lets one change one's mind", async () => {
    const hand = choosing.private?.hand ?? [];
    const mine = { ...choosing.private, choose: "pass", chosen: hand[0] } as GangView["private"];
    show({ ...but(choosing, { phase: "passing", proposal: null, community: [[], [], []] }), private: mine });
    expect(own().getByRole("button", { pressed: true })).toBeTruthy();
    expect(actions().queryByRole("button")).toBeNull();
    await fireEvent.click(own().getByRole("button", { pressed: false }));
    await press(/^Pass .* to Celina/);
    expect(act).toHaveBeenLastCalledWith({ type: "choose", card: hand[1] });
  });

  test("lets all look at their cards first", async () => {
    show({ ...but(PLAIN[0] as GangView, { phase: "looking" }), legal: [{ type: "seen" }] });
    await press("I have looked");
    expect(act).toHaveBeenLastCalledWith({ type: "seen" });
  });

  test("makes players speak, and all can read it", () => {
    const said = { kind: "sum", number: 17, rank: null, category: null, community: 0 } as const;
    const announcements = [0, 1, 2].map((seat) => ({ ...said, seat, outdated: seat === 2 }));
    show(but(proposing, { announcements }));
    expect(screen.getByText("The cards of Ala add up to 17.")).toBeTruthy();
    expect(screen.getByText("The cards of Celina add up to 17. That was before the new hand.")).toBeTruthy();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "and a challenge with number %i have a name and a text",
    (number) => {
      const specialist = { ...proposing.public.specialist, number } as GangView["public"]["specialist"];
      show(but(proposing, { specialist, challenges: [{ number, standing: true }] }));
      const cards = screen.getAllByRole("article");
      expect(cards.length).toBe(2);
      for (const card of cards) {
        expect(card.textContent).not.toMatch(/challenge\.|specialist\.|[{}]/);
        expect(card.querySelector("p")?.textContent?.length).toBeGreaterThan(20);
        expect(card.querySelector("path")?.getAttribute("d")).toMatch(/^M/);
      }
    },
  );
});

describe("a scan", () => {
  test("is answered by picking, and confirmed when all have picked the same", async () => {
    show(guessing);
    await press("Full house");
    expect(act).toHaveBeenLastCalledWith({ type: "pick_category", category: "full_house" });
    expect(screen.queryByRole("button", { name: "That is our answer" })).toBeNull();
  });

  test("shows the picks of the others, and when they agree", async () => {
    const seen = when(PROFESSIONAL, (each) => may(each, "confirm"));
    show(seen);
    await press("That is our answer");
    expect(act).toHaveBeenLastCalledWith({ type: "confirm" });
  });

  test("can ask for a rank", async () => {
    const scans = guessing.public.scans.map((scan) => ({ ...scan, asks: "rank" as const }));
    show({ ...but(guessing, { phase: "guessing_rank", scans }), legal: [{ type: "pick_rank", rank: "T" }] });
    await press("tens");
    expect(act).toHaveBeenLastCalledWith({ type: "pick_rank", rank: "T" });
  });

  test("leaves the target nothing to do", () => {
    show({ ...guessing, seat: guessing.public.target, legal: [], private: null });
    expect(screen.getByText(/You may not help/)).toBeTruthy();
    expect(screen.queryByRole("group")).toBeNull();
  });
});

describe("looking on", () => {
  test("nobody's cards are seen before the showdown, and nothing can be done", () => {
    show({ ...flop, seat: null, private: null, legal: [] });
    expect(screen.getAllByRole("img", { name: /pocket cards, face down$/ }).length).toBe(3);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("help and result", () => {
  test("the rules have all parts that the guide leads to, and all cards", async () => {
    render(gang.Help, { topic: "scans" });
    expect(await screen.findByRole("heading", { name: "Scans" })).toBeTruthy();
    expect(document.querySelector(".asked")?.getAttribute("data-topic")).toBe("scans");
    expect(screen.getAllByRole("article").length).toBe(20);
    expect(document.body.textContent).not.toMatch(/help\.|[{}]/);
  });

  test.each([
    ["en", ["kickers decide", "more than forty moves", "without challenge 1, and", "without specialists"]],
    ["pl", ["decydują kickery", "czterdziestu ruchów", "bez wyzwania 1, a", "bez specjalistów"]],
  ] as const)(
    "the rules tell kickers, forty moves, and what modes leave out (%s)",
    async (language, told) => {
      await translations.choose(language);
      render(gang.Help, { topic: "modes" });
      await screen.findByRole("heading", { name: language === "en" ? "Scans" : "Skany" });
      for (const words of told) expect(document.body.textContent).toContain(words);
    },
  );

  test("a rematch goes on with the decks that the mode has", async () => {
    const deck = { on_top: "shuffled" as const, used: [], out: [1], gone: [2, 3, 4, 5, 6, 7] };
    render(gang.Result, { seen: but(last(PLAIN), { challenge_deck: deck, specialist_deck: null }) });
    await screen.findByText("The last showdown");
    expect(document.body.textContent).toContain("first those that have not come yet (8, 9, and 10)");
    expect(document.body.textContent).not.toContain("Specialists:");
    cleanup();
    const ordered = { on_top: 1, used: [], out: [1], gone: [] };
    render(gang.Result, { seen: but(last(PLAIN), { challenge_deck: ordered, specialist_deck: null }) });
    await screen.findByText("The last showdown");
    expect(document.body.textContent).toContain("Challenges: from 2 on");
  });

  test("the result tells it heist by heist", async () => {
    const seen = last(PLAIN);
    render(gang.Result, { seen });
    await screen.findByText("The last showdown");
    const outcomes = seen.public.outcomes.map(
      (one, heist) => `Heist ${heist + 1}: ${one === "vault" ? "a vault" : "an alarm"}`,
    );
    for (const outcome of outcomes) expect(screen.getByText(outcome)).toBeTruthy();
    expect(screen.getAllByRole("img", { name: /, counts$/ }).length).toBe(5 * seen.names.length);
  });
});
