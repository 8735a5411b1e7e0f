/** A code as it was typed, said over the phone, or pasted with the whole link. */

export type JoinTarget = { code: string } | { table: string } | null;

/** Null: there is nothing to look for. */
export function joinTarget(typed: string): JoinTarget {
  const link = /\/(t|c)\/([^/?#\s]+)/.exec(typed);
  if (link?.[1] === "t" && link[2] !== undefined) return { table: link[2] };
  const code = tidyCode(link?.[2] ?? typed);
  return code === "" ? null : { code };
}

export function tidyCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
