import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { Hint, UpdateFrame } from "$protocol";
import { liveRegion } from "../../live_region.svelte";
import { Refused } from "../../api";
import type { ConnectionListener } from "../../connection/table_connection";
import type { TableGame } from "../../game/contract";
import { translations } from "../../i18n/translations.svelte";
import { toasts } from "../../toasts.svelte";
import { position, snapshot, you } from "../fixtures/frames";
import { HintStore } from "../hint_store.svelte";
import { TableStore } from "../table_store.svelte";
import HintButton from "./HintButton.svelte";
import HintBanner from "./HintBanner.svelte";

const HINT: Hint = { match: 1, seq: 3, move: { type: "go" }, reason: null };

let line: ConnectionListener;
let store: TableStore;
let hints: HintStore;
let asked: { answer: (hint: Hint) => void; refuse: (error: Refused) => void }[];

const button = (): HTMLElement => screen.getByRole("button");
const put = (change: Partial<UpdateFrame>): void =>
  line.frame({ type: "update", ...position(3, 4), ...change });

beforeEach(async () => {
  await translations.choose("en");
  toasts.shown = [];
  asked = [];
  store = new TableStore("abc", {} as TableGame, (_, listener) => {
    line = listener;
    return {
      start() {},
      stop() {},
      hurry() {},
      send: () => Promise.reject(new Error("no line")),
      polls: false,
    };
  });
  hints = new HintStore(store, () => new Promise((answer, refuse) => asked.push({ answer, refuse })));
  const shown = snapshot(0, 3);
  line.state("open", null);
  line.frame({ ...shown, table: { ...shown.table, hints: true } });
  render(HintButton, { hints });
});

async function answered(hint: Hint = HINT): Promise<void> {
  asked.at(-1)?.answer(hint);
  await tick();
  await tick();
}

describe("the button", () => {
  it("asks the server, and says that it is thinking", async () => {
    await fireEvent.click(button());
    expect(asked).toHaveLength(1);
    expect(button().getAttribute("aria-busy")).toBe("true");
    expect(button().textContent).toContain("Thinking …");
    await fireEvent.click(button());
    expect(asked).toHaveLength(1);
    await answered();
    expect(hints.shown).toEqual(HINT);
    expect(button().getAttribute("aria-expanded")).toBe("true");
    expect(button().textContent).toContain("Hint");
  });

  it("can be pressed with a key, and puts away what is shown", async () => {
    await fireEvent.keyDown(document.body, { key: "h" });
    await answered();
    expect(hints.shown).toEqual(HINT);
    await fireEvent.keyDown(document.body, { key: "h" });
    expect(hints.shown).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["it is somebody else's turn", { to_act: [1], awaited: [1] }],
    ["the match is over", { over: true }],
    ["something is looked at", { pause: { until: 0, gone_on: [] } }],
  ])("does nothing when %s", async (_, change) => {
    put(change);
    await tick();
    expect(button().getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(button());
    expect(asked).toEqual([]);
  });

  it("is not offered to those who watch, nor where there are no hints", () => {
    const { table } = snapshot(0, 3);
    expect(hints.offered).toBe(true);
    line.frame({ type: "table", table: { ...table, hints: true }, you: you(null) });
    expect(hints.offered).toBe(false);
    line.frame({ type: "table", table, you: you(0, true) });
    expect(hints.offered).toBe(false);
  });
});

describe("a hint", () => {
  it("goes with its moment", async () => {
    await fireEvent.click(button());
    await answered();
    put({});
    expect(hints.shown).toBeNull();
  });

  it("that comes late is not shown, and one may ask again", async () => {
    await fireEvent.click(button());
    put({});
    await answered();
    expect(hints.shown).toBeNull();
    expect(toasts.shown[0]?.text).toContain("moved on");
    await fireEvent.click(button());
    await answered({ ...HINT, seq: 4 });
    expect(hints.shown?.seq).toBe(4);
  });

  it("that comes before its moment waits for it", async () => {
    await fireEvent.click(button());
    await answered({ ...HINT, seq: 4 });
    expect(hints.shown).toBeNull();
    put({});
    expect(hints.shown?.seq).toBe(4);
  });

  it.each([
    ["too_fast", "Too fast."],
    ["unavailable", "The server cannot do that just now."],
    ["not_now", "moved on"],
  ] as const)("that is refused (%s) is explained", async (code, text) => {
    await fireEvent.click(button());
    asked[0]?.refuse(new Refused(code, ""));
    await tick();
    await tick();
    expect(toasts.shown[0]?.text).toContain(text);
    expect(hints.shown).toBeNull();
    expect(button().getAttribute("aria-busy")).toBe("false");
  });

  it("is read out, and can be put away", async () => {
    let away = false;
    const said = { move: "Take the 12.", because: "It costs you 12 points now." };
    render(HintBanner, { words: said, putAway: () => (away = true) });
    await tick();
    expect(liveRegion.lines.at(-1)?.text).toBe("Hint: Take the 12. It costs you 12 points now.");
    expect(screen.getByRole("complementary", { name: "Hint" }).textContent).toContain(
      "Take the 12. It costs",
    );
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(away).toBe(true);
  });
});
