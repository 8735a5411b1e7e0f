import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { api, Refused } from "../api";
import { translations } from "../i18n/translations.svelte";
import CodeField from "./CodeField.svelte";

beforeEach(async () => {
  await translations.choose("en");
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

async function join(typed: string): Promise<void> {
  render(CodeField);
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: typed } });
  await fireEvent.click(screen.getByRole("button", { name: "Join" }));
}

it("goes to the table, however the code is typed", async () => {
  const byCode = vi.spyOn(api, "byCode").mockResolvedValue({ id: "xyz" } as never);
  await join(" abc def ");
  await vi.waitFor(() => expect(location.pathname).toBe("/t/xyz"));
  expect(byCode).toHaveBeenCalledWith("ABCDEF");
});

it("says beside the field that there is no such table, and lets one try again", async () => {
  vi.spyOn(api, "byCode").mockRejectedValue(new Refused("unknown_table", "no"));
  await join("wrong");
  expect((await screen.findByRole("alert")).textContent).toContain("WRONG");
  const field = screen.getByRole("textbox");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(false);
  expect(location.pathname).toBe("/");
});

it("asks nobody about nothing", async () => {
  const byCode = vi.spyOn(api, "byCode");
  await join("  ");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(byCode).not.toHaveBeenCalled();
});

it("says what is wrong if the server does not answer", async () => {
  vi.spyOn(api, "byCode").mockRejectedValue(new Refused("unreachable", "no"));
  await join("abcdef");
  expect((await screen.findByRole("alert")).textContent).toContain("The server does not answer");
});
