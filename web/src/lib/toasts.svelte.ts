/** Notes that pass: a refusal in words, "copied". Shown by `Toasts.svelte`, once on every page. */

import { problemLine } from "./error_text";

export interface Note {
  id: number;
  text: string;
}

const SHOWN_FOR = 6_000;

class Notes {
  shown = $state.raw<readonly Note[]>([]);
  #next = 0;

  say(text: string): void {
    if (this.shown.some((note) => note.text === text)) return;
    const id = this.#next++;
    this.shown = [...this.shown, { id, text }];
    setTimeout(() => this.dismiss(id), SHOWN_FOR);
  }

  /** Something was refused, or went wrong. */
  trouble(error: unknown): void {
    this.say(problemLine(error));
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((note) => note.id !== id);
  }
}

export const notes = new Notes();
