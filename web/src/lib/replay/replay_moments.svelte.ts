/** The moments of a replay with one pair of eyes. They come page by page, as they are looked at. */

import type { Moment, ReplayPage } from "$protocol";
import { Refused, type Problem } from "../api";

/** The page that begins with this moment. */
export type LoadPage = (from: number) => Promise<ReplayPage>;

/** Moments are asked for from multiples of this on. */
const GRID = 100;
/** While one looks at a moment, so many that follow are fetched. */
const AHEAD = 40;
/** So many stay here; those that are farthest from the moment one looks at are dropped first. */
const KEPT = 2_000;
/** Who drags the scrubber passes many moments: only where it rests is anything fetched. */
const REST = 90;
/** Milliseconds until the server is asked again that had no time. */
const PATIENCE = 1_000;

/** A part of the list of moments: there, or still to be fetched. */
export interface Span {
  from: number;
  to: number;
  loaded: boolean;
}

export class ReplayMoments {
  readonly seat: number | null;
  /** Number of the first moment there is, and of the last. */
  readonly first: number;
  readonly last: number;
  /** Why the moment that one looks at cannot be shown; null: it is there, or on its way. */
  problem = $state<Problem | null>(null);
  #load: LoadPage;
  /** By place, counted from the first. */
  #moments = $state.raw<readonly (Moment | undefined)[]>([]);
  #wanted: number;
  #resting: ReturnType<typeof setTimeout> | null = null;
  #fetching = false;
  #ended = false;

  constructor(page: ReplayPage, load: LoadPage) {
    this.seat = page.seat;
    this.first = page.first;
    this.last = page.last;
    this.#load = load;
    this.#wanted = page.moments[0]?.seq ?? page.first;
    this.#take(page);
  }

  get count(): number {
    return this.last - this.first + 1;
  }

  /** The moment at this place, counted from the first; undefined: it has not come yet. */
  at(index: number): Moment | undefined {
    return this.#moments[index];
  }

  /** The place of the moment with this number, or of the nearest there is. */
  indexOf(seq: number): number {
    return Math.max(0, Math.min(this.count - 1, seq - this.first));
  }

  /** Somebody looks at this place: it is fetched, with some that follow, unless they move on at once. */
  lookAt(index: number): void {
    this.#wanted = this.first + index;
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
    if (this.#missing() === null) return;
    const there = this.at(index) !== undefined;
    this.#resting = setTimeout(() => void this.#fetch(), there ? 0 : REST);
  }

  /** Fetches what is missing around this place now. */
  async fetch(index: number): Promise<void> {
    this.#wanted = this.first + index;
    await this.#fetch();
  }

  /** After a trouble. */
  again(): void {
    this.problem = null;
    void this.#fetch();
  }

  /** The page is left. */
  end(): void {
    this.#ended = true;
    if (this.#resting !== null) clearTimeout(this.#resting);
  }

  /** All moments in order, as parts that are there and parts that are not. */
  get spans(): Span[] {
    const found: Span[] = [];
    for (let from = 0; from < this.count;) {
      const loaded = this.at(from) !== undefined;
      let to = from;
      while (to + 1 < this.count && (this.at(to + 1) !== undefined) === loaded) to++;
      found.push({ from, to, loaded });
      from = to + 1;
    }
    return found;
  }

  /** Number of the first moment that is wanted and not there: the one looked at, then those that follow. */
  #missing(): number | null {
    const [wanted, end] = [this.#wanted, Math.min(this.last, this.#wanted + AHEAD)];
    if (!this.#has(wanted)) {
      let start = Math.max(this.first, wanted - (wanted % GRID));
      while (this.#has(start)) start++;
      return start;
    }
    for (let seq = wanted + 1; seq <= end; seq++) if (!this.#has(seq)) return seq;
    return null;
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (let from = this.#missing(); from !== null && !this.#ended; from = this.#missing()) {
        if (!(await this.#fetchPage(from))) return;
      }
      this.problem = null;
    } finally {
      this.#fetching = false;
    }
  }

  /** False: it cannot be had. */
  async #fetchPage(from: number): Promise<boolean> {
    try {
      const page = await this.#load(from);
      this.#take(page);
      return page.moments.length > 0;
    } catch (error) {
      const code = error instanceof Refused ? error.code : "unavailable";
      if (code === "too_fast" && !this.#ended) {
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
        return true;
      }
      if (!this.#has(this.#wanted)) this.problem = code;
      return false;
    }
  }

  #has(seq: number): boolean {
    return this.#moments[seq - this.first] !== undefined;
  }

  #take({ moments }: ReplayPage): void {
    const all = this.#moments.slice();
    for (const moment of moments) {
      if (moment.seq >= this.first && moment.seq <= this.last) all[moment.seq - this.first] = moment;
    }
    this.#dropFarthest(all);
    this.#moments = all;
  }

  #dropFarthest(all: (Moment | undefined)[]): void {
    const there = [...all.keys()].filter((index) => all[index] !== undefined);
    const wanted = this.#wanted - this.first;
    const far = (index: number): number => Math.abs(index - wanted);
    for (const index of there.toSorted((one, other) => far(one) - far(other)).slice(KEPT)) {
      all[index] = undefined;
    }
  }
}
