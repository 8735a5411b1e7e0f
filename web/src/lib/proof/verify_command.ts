import type { SavedProof } from "./saved_proofs";

/** As the server names the download. */
export function fileName(match: string): string {
  return `stolik-${match.replaceAll(/[^\p{L}\p{N}]/gu, "-")}.json`;
}

/** What to type at home, with everything this browser knows by itself. */
export function verifyCommand(match: string, entropy: string | null, noted: SavedProof | null): string {
  const parts = ["stolik verify", fileName(match)];
  if (noted !== null) parts.push(`--commitment ${noted.commitment}`);
  if (noted !== null && noted.head !== "") parts.push(`--head ${noted.head}`);
  if (entropy !== null) parts.push(`--entropy ${quoted(entropy)}`);
  return parts.join(" ");
}

function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
