import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translations } from "../i18n/translations.svelte";
import type { ReplayPage } from "$protocol";
import { stubData, stubGame, stubPage, stubView } from "./fixtures/stub_game";
import { speed } from "./playback.svelte";
import type { ReplayData, Viewed } from "./replay_data";
import { ReplayMoments } from "./replay_moments.svelte";
import ReplayView from "./ReplayView.svelte";

const look = vi.fn();

async function open(address: string, changes: Partial<ReplayData> = {}, view = stubView()): Promise<void> {
  history.replaceState(null, "", address);
  const again = vi.fn(() => Promise.resolve());
  render(ReplayView, { data: stubData(changes), game: stubGame, view, look, again });
  await vi.advanceTimersByTimeAsync(0);
}

async function press(key: string): Promise<void> {
  await fireEvent.keyDown(document.body, { key });
}

function shown(): { public: { at: number } } {
  return JSON.parse(screen.getByTestId("shown").textContent ?? "") as { public: { at: number } };
}

beforeEach(async () => {
  vi.useFakeTimers();
  await translations.choose("en");
  speed.value = 1;
  look.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("where a replay begins", () => {
  it("is the moment in the address", async () => {
    await open("/replay/table.2?seat=1#2");
    expect(shown().public.at).toBe(2);
  });

  it("is the beginning of a finished match, and the newest moment of one that runs", async () => {
    await open("/replay/table.2");
    expect(shown().public.at).toBe(0);
    cleanup();
    await open("/replay/table.2", { finished: false });
    expect(shown().public.at).toBe(3);
  });
});

it("steps by keys, and the address names the moment and the seat", async () => {
  await open("/replay/table.2");
  await press("ArrowRight");
  expect(shown().public.at).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(location.pathname + location.search + location.hash).toBe("/replay/table.2?seat=1#1");
  await press("End");
  expect(shown().public.at).toBe(3);
  await press("ArrowLeft");
  expect(shown().public.at).toBe(2);
  await press("Home");
  expect(shown().public.at).toBe(0);
});

it("says at the scrubber where it is, and follows it", async () => {
  await open("/replay/table.2#1");
  const scrubber = screen.getByRole("slider");
  expect(scrubber.getAttribute("aria-valuetext")).toBe("move 1 of 3: Ala begins.");
  await fireEvent.input(scrubber, { target: { value: "2" } });
  expect(shown().public.at).toBe(2);
  expect(scrubber.getAttribute("aria-valuetext")).toBe("move 2 of 3");
});

it("plays to the end by itself, then shows the result", async () => {
  await open("/replay/table.2");
  await press(" ");
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown().public.at).toBe(3);
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.getByTestId("result").textContent).toBe("0");
});

it("shows no result before the end, nor of a match that runs", async () => {
  await open("/replay/table.2#2");
  expect(screen.queryByRole("button", { name: "The result" })).toBeNull();
  cleanup();
  await open("/replay/table.2#3", { finished: false });
  expect(screen.queryByRole("button", { name: "The result" })).toBeNull();
  expect(screen.getByText(/still going on; this is how far it has come, with your own eyes/)).toBeTruthy();
});

it("marks in the list what was said last, and goes where one points", async () => {
  await open("/replay/table.2#2");
  const marked = (): string[] =>
    screen.getAllByRole("listitem").flatMap((line) => {
      const text = line.querySelector("[aria-current] .texts")?.textContent;
      return text ? [text] : [];
    });
  expect(marked()).toEqual(["Ala begins."]);
  await fireEvent.click(screen.getByRole("button", { name: /Olek takes/ }));
  expect(shown().public.at).toBe(3);
  expect(marked()).toEqual(["Olek takes.Ewa laughs."]);
});

it("marks whose eyes it looks with, whose turn it is, and who has won", async () => {
  await open("/replay/table.2#2");
  const spoken = (seat: number): string =>
    [...document.querySelectorAll(`[data-seat="${seat}"] .spoken`)].map((one) => one.textContent).join(" ");
  expect([0, 1, 2].map(spoken)).toEqual(["", "Seen with these eyes.", "Has the turn."]);
  await press("End");
  expect([0, 1, 2].map(spoken)).toEqual(["Winner.", "Seen with these eyes.", ""]);
});

it("lends any eyes when the match is over", async () => {
  await open("/replay/table.2");
  const eyes = screen.getByLabelText<HTMLSelectElement>("Whose eyes");
  expect(eyes.disabled).toBe(false);
  await fireEvent.change(eyes, { target: { value: "2" } });
  expect(look).toHaveBeenCalledExactlyOnceWith(2);
});

describe("a long replay", () => {
  const LAST = 999;
  const asked: number[] = [];
  let answers: (() => void)[] = [];

  function page(from: number): ReplayPage {
    const moments = Array.from({ length: 100 }, (_, step) => ({
      seq: from + step,
      events: [`Move ${from + step}.`],
      view: { public: { at: from + step, turn: null }, private: null },
    }));
    return stubPage(moments, { first: 0, last: LAST });
  }

  /** The server answers when it is told to. */
  function long(): Viewed {
    const load = (from: number): Promise<ReplayPage> => {
      asked.push(from);
      return new Promise((resolve) => answers.push(() => resolve(page(from))));
    };
    return { seat: null, moments: new ReplayMoments(page(0), load), ownEyesOnly: false };
  }

  async function arrive(): Promise<void> {
    for (const answer of answers) answer();
    answers = [];
    await vi.advanceTimersByTimeAsync(0);
  }

  beforeEach(() => {
    asked.length = 0;
    answers = [];
  });

  it("begins with what has come, and knows how long it is", async () => {
    await open("/replay/table.2", {}, long());
    expect(shown().public.at).toBe(0);
    expect(screen.getByRole("slider").getAttribute("max")).toBe(`${LAST}`);
    expect(asked).toEqual([]);
    expect(screen.getByRole("button", { name: "Moves 100 to 999" })).toBeTruthy();
  });

  it("keeps the table as it is until a moment far away has come, and says so", async () => {
    await open("/replay/table.2", {}, long());
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "640" } });
    expect(shown().public.at).toBe(0);
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("move 640 of 999: On its way …");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual([600]);
    await arrive();
    expect(shown().public.at).toBe(640);
    expect(screen.getByRole("button", { name: /Move 640\./ }).getAttribute("aria-current")).toBe("step");
    expect(screen.getByRole("button", { name: "Moves 100 to 599" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Moves 700 to 999" })).toBeTruthy();
  });

  it("plays on when the next moments have come, and not before", async () => {
    await open("/replay/table.2#99", {}, long());
    await press(" ");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown().public.at).toBe(99);
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    await arrive();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shown().public.at).toBeGreaterThan(99);
  });

  it("fills a gap in the list when it is pressed, at the end that is nearer", async () => {
    await open("/replay/table.2#99", {}, long());
    await arrive();
    await fireEvent.click(screen.getByRole("button", { name: "Moves 200 to 999" }));
    await vi.advanceTimersByTimeAsync(0);
    await arrive();
    expect(screen.getByRole("button", { name: /Move 250\./ })).toBeTruthy();
  });
});

it("says that eyes are one's own while it runs, if others were asked for", async () => {
  await open("/replay/table.2", { finished: false }, { ...stubView(), ownEyesOnly: true });
  expect(screen.getByText(/with their own eyes only/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>("Whose eyes").disabled).toBe(true);
});
