import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import type { ReplayPage, TableShown } from "$protocol";
import { api, Refused } from "../api";
import { guest } from "../guest.svelte";
import { stubGame, stubPage } from "./fixtures/stub_game";
import { openReplay, type Opened, type Viewed } from "./replay_data";

vi.mock("../game/registry", () => ({
  keysWithFolders: new Set(),
  poster: () => null,
  tableGame: (key: string) => Promise.resolve(key === "no_thanks" ? stubGame : null),
}));

const SEATS = ["Ola", "Olek", "Ewa"];
const OPTIONS = { players: 3, tactical: true };

function header(game = "no_thanks"): ReplayPage["header"] {
  return { game, version: 1, options: OPTIONS, commitment: "", entropy: [], seats: SEATS };
}

/** Moments 0 to `last`, all in one page. */
function page(changes: Partial<ReplayPage> = {}, last = 0): ReplayPage {
  const moments = Array.from({ length: last + 1 }, (_, seq) => ({
    seq,
    events: [],
    view: { public: {}, private: null },
  }));
  return { ...stubPage(moments), header: header(), ...changes };
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

/** A server that shows a finished match with any eyes, and one that runs with those of the guest in this seat. */
function served(finished: boolean, own: number | null = null, last = 0): MockInstance<typeof api.replay> {
  return vi.spyOn(api, "replay").mockImplementation((_, seat) => {
    if (!finished && seat !== null && seat !== own) return Promise.reject(new Refused("not_allowed", ""));
    return Promise.resolve(page({ finished, seat: finished ? seat : own }, last));
  });
}

async function view(eyes: Parameters<typeof openReplay>[1], at: number | null = null): Promise<Viewed> {
  return (await openReplay("t.1", eyes, at)).view!;
}

beforeEach(() => {
  vi.spyOn(api, "games").mockResolvedValue([]);
  vi.spyOn(guest, "known").mockResolvedValue(null);
  vi.spyOn(api, "table").mockResolvedValue(table({}));
});
afterEach(() => void vi.restoreAllMocks());

describe("the match", () => {
  const opened = (): Promise<Opened> => openReplay("t.1", null, null);

  it("is told by its own header when it is over, whoever sits at the table now", async () => {
    served(true);
    const history = [
      { match: 1, scores: [-5, -3, -3], places: [3, 1, 1], names: [] },
      { match: 2, scores: [0, 0, 0], places: [1, 1, 1], names: [] },
    ];
    vi.spyOn(api, "table").mockResolvedValue(table({ match: 2, history }));
    const { data } = await opened();
    expect(data).toMatchObject({ key: "no_thanks", finished: true, givenUp: false });
    expect(data.names).toEqual(SEATS);
    expect(data.options).toEqual(OPTIONS);
    expect(data.result).toEqual({ scores: [-5, -3, -3], places: [3, 1, 1], winners: [1, 2] });
    expect(data.game).toBe(stubGame);
  });

  it("is told by its table while it runs, and its record is not asked for", async () => {
    served(false);
    const asked = vi.spyOn(api, "record");
    const { data } = await opened();
    expect(data).toMatchObject({ finished: false, givenUp: false, result: null });
    expect(data.names).toEqual(["Ala", "Olek", "Ewa"]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("has no view where these pages have no table for its game", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(page({ header: header("elsewhere") }));
    const { data, view: none } = await opened();
    expect(data).toMatchObject({ key: "elsewhere", game: null });
    expect(none).toBeNull();
  });

  it.each([{ match: 2 }, { status: "open" as const }])(
    "was given up if its table went on: %j",
    async (now) => {
      served(false);
      vi.spyOn(api, "table").mockResolvedValue(table(now));
      expect((await opened()).data.givenUp).toBe(true);
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
    const asked = served(true);
    expect(await view(eyes)).toMatchObject({ seat, ownEyesOnly: false });
    expect(asked).toHaveBeenLastCalledWith("t.1", seat, 0);
  });

  it("are those of the guest with that name, if nothing was asked for and there is one", async () => {
    served(true);
    vi.spyOn(guest, "known").mockResolvedValue("Olek");
    expect((await view(null)).seat).toBe(1);
    const twice = { ...header(), seats: ["Olek", "Olek"] };
    vi.spyOn(api, "replay").mockResolvedValue(page({ header: twice }));
    expect((await view(null)).seat).toBeNull();
  });
});

describe("eyes on a match that runs", () => {
  it.each([
    [null, false],
    [1, false],
    [0, true],
    ["watch" as const, true],
  ])("are one's own, whatever was asked for: %s", async (eyes, ownEyesOnly) => {
    served(false, 1);
    expect(await view(eyes)).toMatchObject({ seat: 1, ownEyesOnly });
  });

  it("are known to the server, so that nothing is refused", async () => {
    const asked = served(false, 1);
    expect((await view(0)).seat).toBe(1);
    expect(asked.mock.calls.map(([, seat]) => seat)).toEqual([null]);
  });

  it.each([
    ["watch" as const, false],
    [2, true],
  ])("are a spectator's for those who have no seat: %s", async (eyes, ownEyesOnly) => {
    served(false, null);
    expect(await view(eyes)).toMatchObject({ seat: null, ownEyesOnly });
  });

  it("do not hide another trouble", async () => {
    vi.spyOn(api, "replay").mockRejectedValue(new Refused("old_rules", ""));
    await expect(view(1)).rejects.toMatchObject({ code: "old_rules" });
  });
});

describe("the first moment that is shown", () => {
  it("is there when the page opens: the beginning, or the one in the address", async () => {
    served(true, null, 40);
    expect((await view("watch")).moments.at(0)?.seq).toBe(0);
    expect((await view("watch", 33)).moments.at(33)?.seq).toBe(33);
  });

  it("is the newest of a match that runs, wherever the first page ended", async () => {
    vi.spyOn(api, "replay").mockImplementation((_, __, from) => {
      const { moments } = page({}, 250);
      const some = moments.filter(({ seq }) => seq >= from && seq < from - (from % 100) + 100);
      return Promise.resolve(page({ finished: false, moments: some, last: 250 }));
    });
    const { moments } = await view(null);
    expect(moments.at(250)?.seq).toBe(250);
    expect(moments.at(150)).toBeUndefined();
  });
});
