/** What is said aloud to those who listen instead of looking. Shown by `LiveRegion.svelte`, once on every page. */

const KEPT_FOR = 8_000;

class LiveRegion {
  lines = $state.raw<readonly { id: number; text: string }[]>([]);
  #next = 0;

  say(text: string): void {
    const id = this.#next++;
    this.lines = [...this.lines, { id, text }];
    setTimeout(() => (this.lines = this.lines.filter((line) => line.id !== id)), KEPT_FOR);
  }
}

export const liveRegion = new LiveRegion();
