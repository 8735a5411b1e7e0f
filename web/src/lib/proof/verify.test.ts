/*
 * fixtures/fair_match.json is a record as Python writes it (`stolik verify` accepts it), only laid out anew:
 *
 *     from pathlib import Path
 *     from random import Random
 *     from stolik import Match
 *     from stolik.core.dealer import Dealer
 *
 *     dealer = Dealer.from_seed("a small table", ["zażółć gęślą jaźń", "🎲🂡", "0123456789abcdef0123456789abcdef"])
 *     seats = ["Łucja Żółć", "Zoë 🃏👩‍👩‍👧", 'O\'Neill "\\/" \t\u2028\u007f']
 *     match = Match("no_thanks", {"players": 3, "open_chips": True}, dealer=dealer, seats=seats)
 *     random = Random(1)
 *     while not match.over:
 *         seat = min(match.to_act)
 *         match.play(seat, random.choice(match.legal(seat)))
 *     Path("fair_match.json").write_bytes(match.record.to_json())
 */

import { describe, expect, it } from "vitest";
import type { Record as MatchRecord } from "$protocol";
import fairMatch from "./fixtures/fair_match.json";
import type { SavedProof } from "./saved_proofs";
import { checksOf, savedProofChecks, seedOf, type Check, type CheckId, type OwnKnowledge } from "./verify";

const NOTHING: OwnKnowledge = { entropy: null, noted: null };
/** `stolik.core.dealer` makes this seed of the fixture's secret and words. */
const SEED = "7eea05a65cd5564c28fe7ef8bb8f79f1d91bf91f6c168d9a9cbf5b13b3412dcb";

function record(): MatchRecord {
  return structuredClone(fairMatch);
}

function notesOf({ header, chain }: MatchRecord, seq: number): SavedProof {
  const { commitment, entropy } = header;
  return { commitment: commitment ?? "", head: chain[seq - 1] ?? "", seq, entropy: [...entropy], at: 0 };
}

function found(checks: readonly Check[], id: CheckId): Check {
  const one = checks.find((check) => check.id === id);
  if (one === undefined) throw new Error(`no check ${id}`);
  return one;
}

/** The checks that do not hold. */
function broken(checks: readonly Check[]): CheckId[] {
  return checks.filter((check) => check.outcome !== "holds").map((check) => check.id);
}

function everything(changed: MatchRecord): Check[] {
  return checksOf(changed, { entropy: "🎲🂡", noted: notesOf(record(), 40) });
}

describe("a record as the server wrote it", () => {
  it("holds in every respect, whatever letters its names have", () => {
    const checks = everything(record());
    expect(checks).toHaveLength(7);
    expect(broken(checks)).toEqual([]);
    expect(found(checks, "chain").values["entries"]).toBe(71);
  });

  it("gives the seed that Python gives", () => {
    expect(seedOf(fairMatch.secret, fairMatch.header.entropy)).toBe(SEED);
  });

  it("claims nothing about what this browser does not know", () => {
    const checks = checksOf(record(), NOTHING);
    expect(checks.map((check) => check.id)).toEqual(["secret", "own_entropy", "chain", "length"]);
    expect(found(checks, "own_entropy").outcome).toBe("unknown");
  });

  it("does not depend on the order in which a database keeps the keys", () => {
    const turned = record();
    const keys = Object.entries(turned.header).reverse();
    turned.header = Object.fromEntries(keys) as unknown as MatchRecord["header"];
    turned.log = turned.log.map(({ seat, move }) => ({ move, seat }));
    expect(broken(everything(turned))).toEqual([]);
  });
});

describe("a record that was tampered with", () => {
  it("is caught by the chain at the entry that was changed", () => {
    const changed = record();
    changed.log[24] = { seat: 0, move: { type: "take" } };
    const checks = everything(changed);
    expect(broken(checks)).toEqual(["chain"]);
    expect(found(checks, "chain")).toMatchObject({ outcome: "fails", values: { entry: 24 } });
  });

  it("is caught by the chain at its first entry if a name was changed", () => {
    const changed = record();
    changed.header.seats[1] = "Zoe 🃏👩‍👩‍👧";
    const checks = everything(changed);
    expect(broken(checks)).toEqual(["chain"]);
    expect(found(checks, "chain").values["entry"]).toBe(0);
  });

  it("is caught by the chain if a link was changed", () => {
    const changed = record();
    changed.chain[30] = "0".repeat(64);
    expect(found(everything(changed), "chain")).toMatchObject({ outcome: "fails", values: { entry: 30 } });
  });

  it("is caught by the promise if the secret was exchanged", () => {
    const changed = record();
    changed.secret = `0${changed.secret?.slice(1)}`;
    expect(broken(everything(changed))).toEqual(["secret", "chain"]);
  });

  it("is caught by one's notes if secret and promise were exchanged together", () => {
    const changed = record();
    changed.secret = "00".repeat(32);
    changed.header.commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    const checks = everything(changed);
    expect(found(checks, "secret").outcome).toBe("holds");
    expect(found(checks, "promise").outcome).toBe("fails");
  });

  it.each([[null], ["secret"], ["AA".repeat(32)]])("is not believed without a secret: %s", (secret) => {
    const changed = record();
    changed.secret = secret;
    expect(found(everything(changed), "secret").outcome).toBe("fails");
    expect(found(everything(changed), "chain").outcome).toBe("unknown");
    expect(seedOf(secret, [])).toBeNull();
  });

  it("is not believed if the promise was taken out", () => {
    const changed = record();
    changed.header.commitment = null;
    expect(found(everything(changed), "secret")).toMatchObject({ outcome: "fails", says: "by_hand" });
  });

  it("is caught by one's own words if they are missing", () => {
    const changed = record();
    changed.header.entropy.splice(1, 1);
    const checks = everything(changed);
    expect(found(checks, "own_entropy").outcome).toBe("fails");
    expect(found(checks, "entropy").outcome).toBe("fails");
    expect(seedOf(changed.secret, changed.header.entropy)).not.toBe(SEED);
  });

  it("is caught by its length if the log was cut", () => {
    const changed = record();
    changed.log = changed.log.slice(0, 50);
    const checks = everything(changed);
    expect(broken(checks)).toEqual(["length"]);
    expect(found(checks, "length").values).toEqual({ entries: 50, links: 71 });
  });

  it("is caught by its length if links are missing, or everything is", () => {
    const changed = record();
    changed.chain = changed.chain.slice(0, 60);
    expect(broken(everything(changed))).toEqual(["length"]);
    const empty = { ...record(), log: [], chain: [] };
    expect(found(checksOf(empty, NOTHING), "length").outcome).toBe("fails");
  });

  it("is caught by a head that was noted if log and chain were cut together", () => {
    const changed = record();
    changed.log = changed.log.slice(0, 39);
    changed.chain = changed.chain.slice(0, 39);
    const checks = everything(changed);
    expect(broken(checks)).toEqual(["head"]);
    expect(found(checks, "head").values["entry"]).toBe(39);
  });

  it("is not judged where numbers cannot be written as Python writes them", () => {
    const changed = record();
    changed.log[5] = { seat: null, move: { type: "turn_up", card: 1.5 } };
    expect(found(everything(changed), "chain")).toMatchObject({ outcome: "unknown", says: "unreadable" });
  });
});

it("compares notes while the match still runs", () => {
  const { header } = record();
  const noted = notesOf(record(), 3);
  expect(broken(savedProofChecks(header.commitment, header.entropy, noted))).toEqual([]);
  expect(broken(savedProofChecks("0".repeat(64), ["one more", ...header.entropy], noted))).toEqual([
    "promise",
    "entropy",
  ]);
});
