import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, Refused } from "$lib/api";
import { translations } from "$lib/i18n/translations.svelte";
import { go } from "$lib/router.svelte";
import App from "../App.svelte";

beforeEach(async () => {
  await translations.choose("en");
  vi.restoreAllMocks();
  vi.spyOn(api, "me").mockResolvedValue(null);
  vi.spyOn(api, "games").mockResolvedValue([]);
});
afterEach(cleanup);

/** Pages are loaded when they are needed; here each must be compiled first. */
const PATIENCE = 15_000;

it("goes to the table, asking once and leaving no page behind", async () => {
  const byCode = vi.spyOn(api, "byCode").mockResolvedValue({ id: "xyz" } as never);
  const table = vi.spyOn(api, "table").mockRejectedValue(new Refused("unknown_table", "gone"));
  go("/c/abc-def");
  const before = history.length;
  render(App);
  await vi.waitFor(() => expect(table).toHaveBeenCalledWith("xyz"), PATIENCE);
  await screen.findByText("There is no such table.");
  expect(location.pathname).toBe("/t/xyz");
  expect(byCode.mock.calls).toEqual([["ABCDEF"]]);
  expect(history.length).toBe(before);
}, 20_000);

it("says that there is no such code, and offers the field again", async () => {
  vi.spyOn(api, "byCode").mockRejectedValue(new Refused("unknown_table", "no"));
  go("/c/wrong%20");
  render(App);
  expect(await screen.findByText(/Code WRONG\?/, {}, { timeout: PATIENCE })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("WRONG");
}, 20_000);
