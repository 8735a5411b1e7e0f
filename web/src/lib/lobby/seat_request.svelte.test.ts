import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../api";
import type { ConnectionState } from "../connection/table_connection";
import { guest } from "../guest.svelte";
import { requestSeat, type SeatRequestStore } from "./seat_request.svelte";

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(api, "forget").mockResolvedValue(undefined);
  await guest.forget();
});

class Table implements SeatRequestStore {
  connectionState = $state<ConnectionState>("open");
  sat: (number | null)[] = [];

  /** `known`: whether the connection was opened by somebody whom the server knows. */
  constructor(private known: boolean) {}

  reconnect(): void {
    this.connectionState = "connecting";
    this.known = true;
  }

  async sit(chair: number | null = null): Promise<void> {
    if (!this.known) throw new Refused("unknown_guest", "who are you?");
    this.sat.push(chair);
  }
}

describe("sitting down", () => {
  it("needs no new connection for somebody whom the server knows", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(true);
    await requestSeat(table, 2);
    expect(table.sat).toEqual([2]);
    expect(table.connectionState).toBe("open");
  });

  it("waits for a connection that knows a newcomer", async () => {
    vi.spyOn(api, "me").mockResolvedValue(null);
    vi.spyOn(api, "introduce").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = requestSeat(table, 1);
    await vi.waitFor(() => expect(guest.asking).toBe(true));
    await guest.answer("Ala");
    await vi.waitFor(() => expect(table.connectionState).toBe("connecting"));
    expect(table.sat).toEqual([]);
    table.connectionState = "open";
    flushSync();
    await sitting;
    expect(table.sat).toEqual([1]);
  });

  it("opens the connection anew for somebody who was introduced in another tab", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = requestSeat(table, 0);
    await vi.waitFor(() => expect(table.connectionState).toBe("connecting"));
    expect(guest.asking).toBe(false);
    table.connectionState = "open";
    flushSync();
    await sitting;
    expect(table.sat).toEqual([0]);
  });

  it("says so if the connection cannot be opened", async () => {
    vi.spyOn(api, "me").mockResolvedValue(null);
    vi.spyOn(api, "introduce").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = requestSeat(table, 1);
    await vi.waitFor(() => expect(guest.asking).toBe(true));
    await guest.answer("Ala");
    await vi.waitFor(() => expect(table.connectionState).toBe("connecting"));
    table.connectionState = "ended";
    flushSync();
    await expect(sitting).rejects.toMatchObject({ code: "unreachable" });
    expect(table.sat).toEqual([]);
  });
});
