import { givenEntropy } from "../preferences.svelte";

const MOST_KEPT = 100;

/** Random words for the seed: nobody else has a hand in them. */
export function clientEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fresh words for one match (`{table}.{number}`), kept so that the proof can find them. */
export function clientEntropyFor(match: string): string {
  const words = clientEntropy();
  const others = Object.entries(givenEntropy.fresh()).filter(([key]) => key !== match);
  givenEntropy.value = Object.fromEntries([...others.slice(1 - MOST_KEPT), [match, words]]);
  return words;
}
