import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { Me } from "$protocol";
import { api, Refused } from "../api";
import { translations } from "../i18n/translations.svelte";
import { guest, Unnamed } from "../guest.svelte";
import NameDialog from "./NameDialog.svelte";

beforeEach(async () => {
  await translations.choose("en");
  vi.restoreAllMocks();
  vi.spyOn(api, "forget").mockResolvedValue(undefined);
  vi.spyOn(api, "me").mockResolvedValue(null);
  await guest.forget();
  guest.decline();
});

async function send(name: string): Promise<void> {
  await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: name } });
  await fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Your name").form as HTMLFormElement);
}

/** From now on the server knows this browser, whichever tab asks. */
function known(me: Me): Promise<Me> {
  vi.mocked(api.me).mockResolvedValue(me);
  return Promise.resolve(me);
}

it("introduces whoever is asked, once, and tells those who wait", async () => {
  const introduce = vi.spyOn(api, "introduce").mockImplementation((name) => known({ name, token: null }));
  const waiting = guest.introduced();
  await vi.waitFor(() => expect(guest.asking).toBe(true));
  render(NameDialog);
  await send("  Ala ");
  await expect(waiting).resolves.toBe("Ala");
  expect(introduce).toHaveBeenCalledWith("Ala");
  expect(guest.asking).toBe(false);
  await expect(guest.introduced()).resolves.toBe("Ala");
});

it("wants a letter at least, and says so", async () => {
  const introduce = vi.spyOn(api, "introduce");
  render(NameDialog);
  await send("   ");
  expect((await screen.findByRole("alert")).textContent).toContain("One letter at least");
  expect(introduce).not.toHaveBeenCalled();
});

it.each([
  ["Ala\u202e", "turn the direction of writing"],
  ["\u3164", "One letter at least"],
])("says what is wrong with a name that the server refuses: %j", async (name, said) => {
  vi.spyOn(api, "introduce").mockRejectedValue(new Refused("malformed", "not like this"));
  render(NameDialog);
  await send(name);
  expect((await screen.findByRole("alert")).textContent).toContain(said);
});

it("keeps the name and says why it did not work", async () => {
  vi.spyOn(api, "introduce").mockRejectedValue(new Refused("too_fast", "slowly"));
  render(NameDialog);
  await send("Ala");
  expect((await screen.findByRole("alert")).textContent).toContain("Too fast");
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Ala");
});

it("takes no for an answer", async () => {
  const waiting = guest.introduced();
  await vi.waitFor(() => expect(guest.asking).toBe(true));
  render(NameDialog);
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await expect(waiting).rejects.toBeInstanceOf(Unnamed);
});

it("still asks somebody who was only lent a name", async () => {
  const introduce = vi.spyOn(api, "introduce").mockImplementation((name) => known({ name, token: null }));
  const rename = vi.spyOn(api, "rename").mockResolvedValue({ name: "Ala", token: null });
  await guest.lend("Guest");
  await guest.lend("Guest");
  expect(introduce).toHaveBeenCalledOnce();
  const waiting = guest.introduced();
  await vi.waitFor(() => expect(guest.asking).toBe(true));
  render(NameDialog);
  await send("Ala");
  await expect(waiting).resolves.toBe("Ala");
  expect(rename).toHaveBeenCalledWith("Ala");
});

it("renames whoever was introduced in another tab meanwhile, instead of making a second guest", async () => {
  const introduce = vi.spyOn(api, "introduce");
  vi.spyOn(api, "rename").mockImplementation((name) => known({ name, token: null }));
  const waiting = guest.introduced();
  await vi.waitFor(() => expect(guest.asking).toBe(true));
  await known({ name: "Iga", token: null });
  render(NameDialog);
  await send("Ala");
  await expect(waiting).resolves.toBe("Ala");
  expect(introduce).not.toHaveBeenCalled();
});
