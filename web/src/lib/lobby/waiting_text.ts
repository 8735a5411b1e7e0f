/** What is waited for before a match, for each of those who wait. */

import { t } from "../i18n/translations.svelte";

export interface WaitingState {
  /** How many chairs nobody sits in. */
  free: number;
  host: boolean;
  seated: boolean;
  mayStart: boolean;
}

export function waitingText({ free, host, seated, mayStart }: WaitingState): { state: string; next: string } {
  return {
    state: free === 0 ? t("lobby.room.full") : t("lobby.room.waiting", { free }),
    next: next(free, host, seated, mayStart),
  };
}

function next(free: number, host: boolean, seated: boolean, mayStart: boolean): string {
  if (free === 0) return mayStart ? t("lobby.room.you_start") : watching(t("lobby.room.for_host"), seated);
  return host ? t("lobby.room.host_waits") : watching(t("lobby.room.for_friends"), seated);
}

function watching(words: string, seated: boolean): string {
  return seated ? words : `${words} ${t("lobby.room.watching")}`;
}

/** Along the two long sides of a table: the first half of the chairs, and the rest on the way back. */
export function sides(chairs: number): [number[], number[]] {
  const all = Array.from({ length: chairs }, (_, chair) => chair);
  const half = Math.ceil(chairs / 2);
  return [all.slice(0, half), all.slice(half)];
}
