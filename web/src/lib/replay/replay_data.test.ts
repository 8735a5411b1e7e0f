import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import type { Moment, Record as MatchRecord, TableShown } from "$protocol";
import { api, Refused } from "../api";
import { guest } from "../guest.svelte";
import fairMatch from "../proof/fixtures/fair_match.json";
import { stubData, stubGame } from "./fixtures/stub_game";
import { replayData, viewed } from "./replay_data";

vi.mock("../game/registry", () => ({
  keysWithFolders: new Set(),
  poster: () => null,
  tableGame: (key: string) => Promise.resolve(key === "no_thanks" ? stubGame : null),
}));

const record = fairMatch as unknown as MatchRecord;

function moments(own: boolean): Moment[] {
  return [{ seq: 0, events: [], view: { public: {}, private: own ? { chips: 3 } : null } }];
}

function table(changes: Partial<TableShown>): TableShown {
  const chair = {
    kind: "person",
    name: "Ala",
    level: null,
    taken: true,
    present: true,
    stand_in: "",
  } as const;
  const more = { ready: false, entropy: false, away_at: null };
  const chairs = ["Ala", "Olek", "Ewa"].map((name) => ({ ...chair, ...more, name }));
  const shown = { id: "t", game: "elsewhere", chairs, match: 1, status: "playing", history: [], options: {} };
  return { ...shown, ...changes } as unknown as TableShown;
}

function proof(finished: boolean): void {
  const known = { commitment: "", head: "", seq: 1, entropy: [], finished };
  vi.spyOn(api, "proof").mockResolvedValue(known);
}

/** A server that lets the guest in this seat look, as the real one does while a match runs. */
function runningFor(own: number | null): MockInstance<typeof api.replay> {
  return vi
    .spyOn(api, "replay")
    .mockImplementation((_, seat) =>
      seat !== null && seat !== own
        ? Promise.reject(new Refused("not_allowed", ""))
        : Promise.resolve(moments(own !== null)),
    );
}

beforeEach(() => {
  vi.spyOn(api, "games").mockResolvedValue([]);
  vi.spyOn(guest, "known").mockResolvedValue(null);
});
afterEach(() => void vi.restoreAllMocks());

describe("the match", () => {
  it("is told by its record when it is over, whoever sits at the table now", async () => {
    proof(true);
    vi.spyOn(api, "record").mockResolvedValue(record);
    const history = [
      { match: 1, scores: [-5, -3, -3], places: [3, 1, 1], names: [] },
      { match: 2, scores: [0, 0, 0], places: [1, 1, 1], names: [] },
    ];
    vi.spyOn(api, "table").mockResolvedValue(table({ match: 2, history }));
    const data = await replayData("t.1");
    expect(data).toMatchObject({ key: "no_thanks", finished: true, givenUp: false });
    expect(data.names).toEqual(record.header.seats);
    expect(data.options).toEqual(record.header.options);
    expect(data.result).toEqual({ scores: [-5, -3, -3], places: [3, 1, 1], winners: [1, 2] });
    expect(data.game).toBe(stubGame);
  });

  it("is told by its table while it runs, and its record is not asked for", async () => {
    proof(false);
    const asked = vi.spyOn(api, "record");
    vi.spyOn(api, "table").mockResolvedValue(table({}));
    const data = await replayData("t.1");
    expect(data).toMatchObject({ finished: false, givenUp: false, result: null, game: null });
    expect(data.names).toEqual(["Ala", "Olek", "Ewa"]);
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([{ match: 2 }, { status: "open" as const }])(
    "was given up if its table went on: %j",
    async (now) => {
      proof(false);
      vi.spyOn(api, "table").mockResolvedValue(table(now));
      expect((await replayData("t.1")).givenUp).toBe(true);
    },
  );
});

describe("eyes on a finished match", () => {
  it.each([
    [2, 2],
    [0, 0],
    ["watch" as const, null],
    [9, null],
    [null, null],
  ])("asked for: %s", async (eyes, seat) => {
    const asked = vi.spyOn(api, "replay").mockResolvedValue(moments(false));
    expect(await viewed(stubData(), eyes)).toMatchObject({ seat, ownEyesOnly: false });
    expect(asked).toHaveBeenCalledExactlyOnceWith("table.2", seat);
  });

  it("are those of the guest with that name, if nothing was asked for and there is one", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(moments(false));
    vi.spyOn(guest, "known").mockResolvedValue("Olek");
    expect((await viewed(stubData(), null)).seat).toBe(1);
    expect((await viewed(stubData({ names: ["Olek", "Olek"] }), null)).seat).toBeNull();
  });
});

describe("eyes on a match that runs", () => {
  const data = stubData({ finished: false });

  it.each([
    [null, false],
    [1, false],
    [0, true],
    ["watch" as const, true],
  ])("are one's own, whatever was asked for: %s", async (eyes, ownEyesOnly) => {
    runningFor(1);
    expect(await viewed(data, eyes)).toMatchObject({ seat: 1, ownEyesOnly });
  });

  it("are guessed by name first, so that nothing is refused", async () => {
    vi.spyOn(guest, "known").mockResolvedValue("Olek");
    const asked = runningFor(1);
    expect((await viewed(data, 0)).seat).toBe(1);
    expect(asked.mock.calls.map(([, seat]) => seat)).toEqual([null, 1]);
  });

  it.each([
    ["watch" as const, false],
    [2, true],
  ])("are a spectator's for those who have no seat: %s", async (eyes, ownEyesOnly) => {
    runningFor(null);
    expect(await viewed(data, eyes)).toMatchObject({ seat: null, ownEyesOnly });
  });

  it("do not hide another trouble", async () => {
    vi.spyOn(api, "replay").mockRejectedValue(new Refused("old_rules", ""));
    await expect(viewed(data, 1)).rejects.toMatchObject({ code: "old_rules" });
  });
});
