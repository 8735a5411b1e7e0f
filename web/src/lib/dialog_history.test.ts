import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { dialogHistory as shared } from "./dialog_history";

let dialogHistory: (typeof import("./dialog_history"))["dialogHistory"];
let go: (typeof import("./router.svelte"))["go"];

/** A browser's history, which takes its time to go back. */
let entries: { state: unknown; address: string }[];
let at: number;

// What other files' dialogs have left to do with the browser's history is done first, or it would be done to ours.
beforeAll(() => new Promise<void>((done) => void (shared.postpone(done) || done())));

beforeEach(async () => {
  vi.resetModules(); // test files share their modules: one may have left a dialog open
  ({ dialogHistory } = await import("./dialog_history"));
  ({ go } = await import("./router.svelte"));
  vi.useFakeTimers();
  entries = [
    { state: null, address: "/" },
    { state: null, address: "/t/one" },
  ];
  at = 1;
  location.href = "http://localhost:3000/t/one";
  vi.spyOn(history, "state", "get").mockImplementation(() => entries[at]?.state ?? null);
  vi.spyOn(history, "pushState").mockImplementation((state, _, address) => {
    entries = [...entries.slice(0, ++at), { state, address: path(address) }];
  });
  vi.spyOn(history, "replaceState").mockImplementation((state, _, address) => {
    entries[at] = { state, address: path(address) };
  });
  vi.spyOn(history, "go").mockImplementation((by = 0) => void setTimeout(() => moved(by), 10));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const path = (address: string | URL | null | undefined): string =>
  new URL(String(address ?? ""), "http://localhost:3000/t/one").pathname;

function moved(by: number): void {
  at += by;
  dialogHistory.popped();
}

const shown = (): string | undefined => entries[at]?.address;

it("closes what lies over the page on the way back, and stays there", async () => {
  const close = vi.fn(() => takeAway());
  const takeAway = dialogHistory.put(close);
  await tick();
  expect(at).toBe(2);
  moved(-1);
  await vi.runAllTimersAsync();
  expect(close).toHaveBeenCalledOnce();
  expect([shown(), at]).toEqual(["/t/one", 1]);
});

it("leaves nothing behind when it is closed by its own button", async () => {
  const takeAway = dialogHistory.put(() => undefined);
  await tick();
  takeAway();
  await vi.runAllTimersAsync();
  expect(at).toBe(1);
});

it("counts one dialog after the other as one step", async () => {
  const menu = dialogHistory.put(() => undefined);
  await tick();
  menu();
  const close = vi.fn(() => settings());
  const settings = dialogHistory.put(close);
  await vi.runAllTimersAsync();
  expect(at).toBe(2);
  moved(-1);
  await vi.runAllTimersAsync();
  expect([close.mock.calls.length, at]).toEqual([1, 1]);
});

it("keeps a dialog that is opened while the browser is still on its way back", async () => {
  const first = dialogHistory.put(() => undefined);
  await tick();
  first();
  await tick();
  const close = vi.fn(() => second());
  const second = dialogHistory.put(close);
  await vi.runAllTimersAsync();
  expect(close).not.toHaveBeenCalled();
  expect(at).toBe(2);
  second();
  await vi.runAllTimersAsync();
});

it("goes from a dialog to another page in its place, so that the way back leads to the table", async () => {
  const takeAway = dialogHistory.put(() => undefined);
  await tick();
  go("/replay/one.1");
  takeAway();
  await vi.runAllTimersAsync();
  expect(entries.map(({ address }) => address)).toEqual(["/", "/t/one", "/replay/one.1"]);
  expect(at).toBe(2);
});

it("goes to another page only once the browser is back where the page is", async () => {
  const takeAway = dialogHistory.put(() => undefined);
  await tick();
  takeAway();
  await tick();
  go("/t/two");
  await vi.runAllTimersAsync();
  expect(entries.map(({ address }) => address)).toEqual(["/", "/t/one", "/t/two"]);
  expect(at).toBe(2);
});

it("skips an entry whose dialog was closed long ago", async () => {
  const takeAway = dialogHistory.put(() => undefined);
  await tick();
  takeAway();
  await vi.runAllTimersAsync();
  moved(1);
  await vi.runAllTimersAsync();
  expect(at).toBe(1);
});
