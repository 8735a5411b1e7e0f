/** A suggestion for one's own move, by the server: for one moment of the match, and gone with it. */

import type { Hint } from "$protocol";
import { api, Refused } from "../api";
import type { GameView } from "../game/contract";
import { t } from "../i18n/translations.svelte";
import { toasts } from "../toasts.svelte";
import type { TableStore } from "./table_store.svelte";

export class HintStore {
  /** The server is thinking. */
  asking = $state(false);
  #store: TableStore;
  #ask: (table: string) => Promise<Hint>;
  #given = $state.raw<Hint | null>(null);

  constructor(store: TableStore, ask: (table: string) => Promise<Hint> = (table) => api.hint(table)) {
    this.#store = store;
    this.#ask = ask;
  }

  /** At this table there are hints, and I play. */
  get offered(): boolean {
    const { table, you } = this.#store;
    return table?.hints === true && table.status === "playing" && you.seat !== null;
  }

  /** It is for me to move, in what is shown and in the newest moment, which may be ahead of it. */
  get possible(): boolean {
    const { handed, moving, connectionState, newest, playback } = this.#store;
    return (
      this.offered &&
      !handed &&
      !moving &&
      connectionState === "open" &&
      mayMove(newest) &&
      mayMove(playback.shown)
    );
  }

  /** As long as what is shown is the moment that it is for. */
  get shown(): Hint | null {
    const { handed, playback } = this.#store;
    const [given, seen] = [this.#given, playback.shown];
    if (given === null || handed || !mayMove(seen)) return null;
    return seen?.match === given.match && seen.seq === given.seq ? given : null;
  }

  /** Ask, or put away what is shown. */
  async toggle(): Promise<void> {
    if (this.shown !== null) this.putAway();
    else if (this.possible && !this.asking) await this.#fetch();
  }

  putAway(): void {
    this.#given = null;
  }

  async #fetch(): Promise<void> {
    this.asking = true;
    try {
      const given = await this.#ask(this.#store.id);
      if (this.#isPast(given)) toasts.say(t("table.hint_late"));
      else this.#given = given;
    } catch (error) {
      if (error instanceof Refused && error.code === "not_now") toasts.say(t("table.hint_late"));
      else toasts.error(error);
    } finally {
      this.asking = false;
    }
  }

  /** It may also be early: then its moment is still on the way here. */
  #isPast(given: Hint): boolean {
    const { newest } = this.#store;
    if (newest === null) return true;
    return newest.match === given.match ? newest.seq > given.seq : newest.match > given.match;
  }
}

function mayMove(seen: GameView | null): boolean {
  return (
    seen !== null && seen.seat !== null && !seen.over && seen.pause === null && seen.toAct.includes(seen.seat)
  );
}
