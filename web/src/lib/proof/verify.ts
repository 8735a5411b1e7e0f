/**
 * What a browser can check of a finished match without knowing any rules: the promise, the entropy, the chain. Written anew from
 * docs/players/fairness.md, so that it does not share a mistake with the server. No `crypto.subtle`: plain http has none.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Entry, Header, Record as MatchRecord } from "$protocol";
import { canonicalJson } from "./canonical_json";
import type { SavedProof } from "./saved_proofs";

export type Outcome = "holds" | "fails" | "unknown";
export type CheckId = "secret" | "own_entropy" | "chain" | "length" | "promise" | "head" | "entropy";

export interface Check {
  id: CheckId;
  outcome: Outcome;
  /** Which sentence says it: usually the outcome. */
  says: string;
  values: Readonly<Record<string, number>>;
  facts: readonly Fact[];
}

/** Something to compare by eye: its name, and hexadecimal digits or words. */
export interface Fact {
  name: string;
  text: string;
}

/** What this browser knows of its own about the match. */
export interface OwnKnowledge {
  /** Given for the seed. */
  entropy: string | null;
  noted: SavedProof | null;
}

export function checksOf(record: MatchRecord, own: OwnKnowledge): Check[] {
  const { noted } = own;
  return [
    secretCheck(record),
    ownEntropyCheck(record.header.entropy, own.entropy),
    chainCheck(record),
    lengthCheck(record),
    ...(noted === null ? [] : savedProofChecks(record.header.commitment, record.header.entropy, noted)),
    ...(noted === null || noted.head === "" ? [] : [headCheck(record.chain, noted)]),
  ];
}

/** What can be compared with one's notes while the match still runs, too. */
export function savedProofChecks(
  commitment: string | null,
  entropy: readonly string[],
  noted: SavedProof,
): Check[] {
  return [
    check("promise", commitment === noted.commitment, [
      ["noted", noted.commitment],
      ["commitment", commitment ?? "–"],
    ]),
    check("entropy", JSON.stringify(entropy) === JSON.stringify(noted.entropy), [
      ["noted", noted.entropy.join("\n") || "–"],
      ["entropy", entropy.join("\n") || "–"],
    ]),
  ];
}

/** SHA-256 over each part after its length in four bytes. Null if the secret is not 32 bytes in hexadecimal digits. */
export function seedOf(secret: string | null, entropy: readonly string[]): string | null {
  const bytes = bytesOf(secret);
  if (bytes === null) return null;
  const parts = [utf8ToBytes("stolik seed"), bytes, ...entropy.map(utf8ToBytes)];
  return bytesToHex(sha256(concatBytes(...parts.flatMap((part) => [lengthOf(part), part]))));
}

function secretCheck({ header, secret }: MatchRecord): Check {
  const bytes = bytesOf(secret);
  const found = bytes === null ? "–" : bytesToHex(sha256(bytes));
  const facts: [string, string][] = [
    ["secret", secret ?? "–"],
    ["secret_hash", found],
    ["commitment", header.commitment ?? "–"],
  ];
  if (header.commitment === null) return check("secret", false, facts, "by_hand");
  if (secret === null) return check("secret", false, facts, "withheld");
  return check("secret", found === header.commitment, facts);
}

function ownEntropyCheck(entropy: readonly string[], own: string | null): Check {
  const all: [string, string] = ["entropy", entropy.join("\n") || "–"];
  if (own === null)
    return { id: "own_entropy", outcome: "unknown", says: "unknown", values: {}, facts: named([all]) };
  return check("own_entropy", entropy.includes(own), [["own_entropy", own], all]);
}

function chainCheck(record: MatchRecord): Check {
  const secret = bytesOf(record.secret);
  const entries = Math.min(record.log.length, record.chain.length);
  const unknown = (says: string, entry: number): Check => {
    return { id: "chain", outcome: "unknown", says, values: { entries, entry }, facts: [] };
  };
  if (secret === null) return unknown("no_secret", 0);
  let before = "";
  for (const [seq, entry] of record.log.slice(0, entries).entries()) {
    let found: string;
    try {
      before = seq === 0 ? firstLink(record.header) : (record.chain[seq - 1] ?? "");
      found = link(before, seq, entry, secret);
    } catch {
      return unknown("unreadable", seq);
    }
    if (found !== record.chain[seq]) {
      const facts = named([
        ["entry", JSON.stringify(entry)],
        ["link_found", found],
        ["link_given", record.chain[seq] ?? "–"],
      ]);
      return { id: "chain", outcome: "fails", says: "fails", values: { entries, entry: seq }, facts };
    }
  }
  const facts = named([
    ["first_link", record.chain[0] ?? "–"],
    ["last_link", record.chain.at(-1) ?? "–"],
  ]);
  return { id: "chain", outcome: "holds", says: "holds", values: { entries, entry: 0 }, facts };
}

function lengthCheck({ log, chain }: MatchRecord): Check {
  const holds = log.length === chain.length && log.length > 0;
  return {
    ...check("length", holds, []),
    values: { entries: log.length, links: chain.length },
  };
}

function headCheck(chain: readonly string[], noted: SavedProof): Check {
  const found = chain[noted.seq - 1];
  const facts: [string, string][] = [
    ["noted", noted.head],
    ["link_given", found ?? "–"],
  ];
  return { ...check("head", found === noted.head, facts), values: { entry: noted.seq - 1 } };
}

function firstLink(header: Header): string {
  return bytesToHex(sha256(utf8ToBytes(`header${canonicalJson(header)}`)));
}

function link(before: string, seq: number, entry: Entry, secret: Uint8Array): string {
  const nonce = hmac(sha256, secret, utf8ToBytes(`nonce:${seq}:0`));
  return bytesToHex(sha256(concatBytes(hexToBytes(before), nonce, utf8ToBytes(canonicalJson(entry)))));
}

function bytesOf(secret: string | null): Uint8Array | null {
  return secret !== null && /^[0-9a-f]{64}$/.test(secret) ? hexToBytes(secret) : null;
}

function lengthOf(part: Uint8Array): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, part.length);
  return four;
}

function check(id: CheckId, holds: boolean, facts: readonly [string, string][], trouble = "fails"): Check {
  return {
    id,
    outcome: holds ? "holds" : "fails",
    says: holds ? "holds" : trouble,
    values: {},
    facts: named(facts),
  };
}

function named(facts: readonly (readonly [string, string])[]): Fact[] {
  return facts.map(([name, text]) => ({ name, text }));
}
