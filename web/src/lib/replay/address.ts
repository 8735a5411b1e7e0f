/** The address of a moment: `/replay/{match}?seat=2#12`. Everything in it can be read again. */

/** A seat; a spectator; or nothing said. */
export type Viewpoint = number | "watch" | null;

export function viewpointIn(search: string): Viewpoint {
  const given = new URLSearchParams(search).get("seat");
  if (given === "watch") return "watch";
  return given !== null && /^\d{1,2}$/.test(given) ? Number(given) : null;
}

export function momentIn(hash: string): number | null {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

export function replayAddress(match: string, seat: number | null, seq: number): string {
  return `/replay/${match}?seat=${seat ?? "watch"}#${seq}`;
}

/** Browsers forbid it to change the address more than about a hundred times in half a minute. */
const AT_MOST_EVERY = 400;

/** Keeps the address up to date, but not too eagerly. */
export class AddressKeeper {
  /** What was written last. Anything else in the address bar comes from somebody else. */
  written: string | null = null;
  #write: (address: string) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #next: string | null = null;

  constructor(write: (address: string) => void) {
    this.#write = write;
  }

  keep(address: string): void {
    this.#next = address;
    if (this.#timer === null) this.#now();
  }

  /** The page is left: its address is none of ours any more. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#next = null;
  }

  #now(): void {
    if (this.#next === null) {
      this.#timer = null;
      return;
    }
    this.written = this.#next;
    this.#write(this.#next);
    this.#next = null;
    this.#timer = setTimeout(() => this.#now(), AT_MOST_EVERY);
  }
}
