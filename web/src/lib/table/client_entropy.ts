import { givenEntropy } from "../preferences.svelte";

const MOST_KEPT = 100;

/** Random text for the seed: nobody else has a hand in it. */
export function clientEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fresh entropy for one match (`{table}.{number}`), kept so that the proof can find it. */
export function clientEntropyFor(match: string): string {
  const entropy = clientEntropy();
  const others = Object.entries(givenEntropy.fresh()).filter(([key]) => key !== match);
  givenEntropy.value = Object.fromEntries([...others.slice(1 - MOST_KEPT), [match, entropy]]);
  return entropy;
}
