/** Sitting down at a table, for those whom the server knows and for newcomers. */

import { Refused } from "../api";
import { guest } from "../guest.svelte";
import type { TableStore } from "../table/table_store.svelte";

const PATIENCE = 10_000;

export type SeatRequestStore = Pick<TableStore, "connectionState" | "reconnect" | "sit">;

/** Asks for a name if need be. A connection that was opened by somebody unknown is opened anew. */
export async function requestSeat(store: SeatRequestStore, chair: number | null): Promise<void> {
  await guest.introduced();
  try {
    await store.sit(chair);
  } catch (error) {
    if (!(error instanceof Refused && error.code === "unknown_guest")) throw error;
    store.reconnect();
    await opened(store);
    await store.sit(chair);
  }
}

function opened(store: SeatRequestStore): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      queueMicrotask(stop);
      settle();
    };
    const fail = (): void => done(() => reject(new Refused("unreachable", "the connection did not open")));
    const timer = setTimeout(fail, PATIENCE);
    const stop = $effect.root(() => {
      $effect(() => {
        if (store.connectionState === "open") done(resolve);
        else if (store.connectionState === "ended") fail();
      });
    });
  });
}
