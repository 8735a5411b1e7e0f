/** What was noted down about matches that were still going on, to hold the host to it afterwards. */

import type { Proof } from "$protocol";
import { Kept } from "../preferences.svelte";

export interface Noted {
  commitment: string;
  head: string;
  seq: number;
  entropy: string[];
  /** When, in milliseconds since 1970. */
  at: number;
}

/** Old notes make room for new ones. */
const MOST = 50;

const notes = new Kept<Record<string, Noted>>("noted", {});

export function notedAbout(match: string): Noted | null {
  return notes.value[match] ?? null;
}

export function noteDown(match: string, proof: Proof, at: number = Date.now()): void {
  const { commitment, head, seq, entropy } = proof;
  const others = Object.entries(notes.value).filter(([other]) => other !== match);
  notes.value = Object.fromEntries([
    ...others.slice(1 - MOST),
    [match, { commitment, head, seq, entropy: [...entropy], at }],
  ]);
}
