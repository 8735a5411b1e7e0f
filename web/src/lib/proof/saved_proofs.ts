/** What was noted down about matches that were still going on, to hold the host to it afterwards. */

import type { Proof } from "$protocol";
import { StoredValue } from "../preferences.svelte";

export interface SavedProof {
  commitment: string;
  head: string;
  seq: number;
  entropy: string[];
  /** When, in milliseconds since 1970. */
  at: number;
}

/** Old notes make room for new ones. */
const MOST = 50;

const saved = new StoredValue<Record<string, SavedProof>>("noted", {});

export function savedProof(match: string): SavedProof | null {
  return saved.value[match] ?? null;
}

export function saveProof(match: string, proof: Proof, at: number = Date.now()): void {
  const { commitment, head, seq, entropy } = proof;
  const others = Object.entries(saved.value).filter(([other]) => other !== match);
  saved.value = Object.fromEntries([
    ...others.slice(1 - MOST),
    [match, { commitment, head, seq, entropy: [...entropy], at }],
  ]);
}
