/** Every refusal in words, with a way on. */

import { Refused, type Problem } from "./api";
import { t, type ShellKey } from "./i18n/translations.svelte";

export interface ErrorText {
  title: string;
  wayOn: string;
}

export function errorText(problem: Problem): ErrorText {
  return {
    title: t(`problem.${problem}.title` satisfies ShellKey),
    wayOn: t(`problem.${problem}.way_on` satisfies ShellKey),
  };
}

/** In one line, for a note that passes. */
export function errorLine(error: unknown): string {
  const problem: Problem = error instanceof Refused ? error.code : "unavailable";
  const { title, wayOn } = errorText(problem);
  return `${title} ${wayOn}`;
}
