import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../api";
import type { LineState } from "../connection/table_connection";
import { myself } from "../guest.svelte";
import { sitDown, type Sitting } from "./sit_down.svelte";

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(api, "forget").mockResolvedValue(undefined);
  await myself.forget();
});

class Table implements Sitting {
  line = $state<LineState>("open");
  sat: (number | null)[] = [];

  /** `known`: whether the line was opened by somebody whom the server knows. */
  constructor(private known: boolean) {}

  reconnect(): void {
    this.line = "connecting";
    this.known = true;
  }

  async sit(chair: number | null = null): Promise<void> {
    if (!this.known) throw new Refused("unknown_guest", "who are you?");
    this.sat.push(chair);
  }
}

describe("sitting down", () => {
  it("needs no new line for somebody whom the server knows", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(true);
    await sitDown(table, 2);
    expect(table.sat).toEqual([2]);
    expect(table.line).toBe("open");
  });

  it("waits for a line that knows a newcomer", async () => {
    vi.spyOn(api, "me").mockResolvedValue(null);
    vi.spyOn(api, "introduce").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = sitDown(table, 1);
    await vi.waitFor(() => expect(myself.asking).toBe(true));
    await myself.answer("Ala");
    await vi.waitFor(() => expect(table.line).toBe("connecting"));
    expect(table.sat).toEqual([]);
    table.line = "open";
    flushSync();
    await sitting;
    expect(table.sat).toEqual([1]);
  });

  it("opens the line anew for somebody who was introduced in another tab", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = sitDown(table, 0);
    await vi.waitFor(() => expect(table.line).toBe("connecting"));
    expect(myself.asking).toBe(false);
    table.line = "open";
    flushSync();
    await sitting;
    expect(table.sat).toEqual([0]);
  });

  it("says so if the line cannot be opened", async () => {
    vi.spyOn(api, "me").mockResolvedValue(null);
    vi.spyOn(api, "introduce").mockResolvedValue({ name: "Ala", token: null });
    const table = new Table(false);
    const sitting = sitDown(table, 1);
    await vi.waitFor(() => expect(myself.asking).toBe(true));
    await myself.answer("Ala");
    await vi.waitFor(() => expect(table.line).toBe("connecting"));
    table.line = "ended";
    flushSync();
    await expect(sitting).rejects.toMatchObject({ code: "unreachable" });
    expect(table.sat).toEqual([]);
  });
});
