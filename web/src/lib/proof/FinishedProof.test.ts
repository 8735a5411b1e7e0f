import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GameShown, Record as MatchRecord, Verdict } from "$protocol";
import { api, Refused } from "../api";
import { translations } from "../i18n/translations.svelte";
import { givenEntropy } from "../preferences.svelte";
import FinishedProof from "./FinishedProof.svelte";
import fairMatch from "./fixtures/fair_match.json";
import { saveProof } from "./saved_proofs";

const MATCH = "table.1";
const FITS: Verdict = { ok: true, summary: "everything fits", entry: null };

function record(): MatchRecord {
  return structuredClone(fairMatch);
}

async function open(changed: MatchRecord, version = 1): Promise<void> {
  const game = { key: "no_thanks", name: "No Thanks!", version } as GameShown;
  const id = { table: "table", number: 1 };
  const data = { id, key: "no_thanks", game, names: [], finished: true, record: changed } as const;
  render(FinishedProof, { match: MATCH, data });
  await vi.waitFor(() => expect(screen.queryByText("Checking …")).toBeNull());
}

const verify = vi.spyOn(api, "verify");
const verdict = (): string => screen.getAllByRole("heading")[0]?.textContent ?? "";

beforeEach(async () => {
  await translations.choose("en");
  verify.mockReset().mockResolvedValue(FITS);
  givenEntropy.value = { [MATCH]: "🎲🂡" };
});
afterEach(cleanup);

it("is content with a fair match, and says what the browser checked and what the server did", async () => {
  await open(record());
  expect(verdict()).toBe("Everything fits.");
  expect(screen.getByText(/The chain holds, link by link: 71 entries/)).toBeTruthy();
  expect(screen.getByText(/25 deals dealt again from the seed, 46 moves played again/)).toBeTruthy();
  expect(screen.getByText("7eea05a65cd5564c28fe7ef8bb8f79f1d91bf91f6c168d9a9cbf5b13b3412dcb")).toBeTruthy();
});

it("asks the server with what this browser knows by itself", async () => {
  const { header, chain } = record();
  const known = {
    commitment: header.commitment ?? "",
    head: chain[9] ?? "",
    seq: 10,
    entropy: header.entropy,
  };
  saveProof(MATCH, { ...known, finished: false });
  await open(record());
  expect(verify).toHaveBeenCalledExactlyOnceWith(MATCH, {
    commitment: header.commitment,
    head: chain[9],
    entropy: "🎲🂡",
  });
  expect(screen.getByText("The link you noted down is in its place, at entry 9.")).toBeTruthy();
});

it("does not claim everything where it knows nothing of its own", async () => {
  givenEntropy.value = {};
  await open(record());
  expect(verdict()).toBe("What could be checked fits.");
  expect(screen.getByText(/This browser gave no words/)).toBeTruthy();
});

it("believes its own eyes rather than the server", async () => {
  const changed = record();
  changed.log[3] = { seat: null, move: { type: "turn_up", card: 5 } };
  await open(changed);
  expect(verdict()).toBe("Something does not fit.");
  expect(screen.getByText(/The chain breaks at entry 3/)).toBeTruthy();
});

it("tells what the server found", async () => {
  verify.mockResolvedValue({ ok: false, summary: "entry 7 does not fit: …", entry: 7 });
  await open(record());
  expect(verdict()).toBe("Something does not fit.");
  expect(screen.getByText("entry 7 does not fit: …")).toBeTruthy();
});

it("does not take other rules for a rigged deal", async () => {
  verify.mockResolvedValue({ ok: false, summary: "version 1", entry: null });
  await open(record(), 2);
  expect(verdict()).toBe("What could be checked fits.");
  expect(screen.getByText(/played by other rules/)).toBeTruthy();
});

it("says it when the server does not answer, and offers to ask again", async () => {
  verify.mockRejectedValueOnce(new Refused("unreachable", ""));
  await open(record());
  expect(verdict()).toBe("What could be checked fits.");
  screen.getByRole("button", { name: "Try again" }).click();
  await vi.waitFor(() => expect(verdict()).toBe("Everything fits."));
});
