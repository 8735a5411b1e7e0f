/** Toasts, notes that pass: a refusal in words, "copied". Shown by `Toasts.svelte`, once on every page. */

import { errorLine } from "./error_text";

export interface Toast {
  id: number;
  text: string;
}

const SHOWN_FOR = 6_000;

class ToastQueue {
  shown = $state.raw<readonly Toast[]>([]);
  #next = 0;

  say(text: string): void {
    if (this.shown.some((toast) => toast.text === text)) return;
    const id = this.#next++;
    this.shown = [...this.shown, { id, text }];
    setTimeout(() => this.dismiss(id), SHOWN_FOR);
  }

  /** Something was refused, or went wrong. */
  error(error: unknown): void {
    this.say(errorLine(error));
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new ToastQueue();
