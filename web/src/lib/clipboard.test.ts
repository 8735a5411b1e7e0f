import { afterEach, expect, it, vi } from "vitest";
import { copied } from "./clipboard";

type OldDocument = Omit<Document, "execCommand"> & { execCommand?: (command: string) => boolean };

afterEach(() => {
  vi.unstubAllGlobals();
  delete (document as OldDocument).execCommand;
  document.body.replaceChildren();
});

/** What `execCommand` would take: the text that is marked where the focus is. */
function marked(): string {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) return "";
  return field.value.slice(field.selectionStart, field.selectionEnd);
}

function onPlainHttp(): void {
  vi.stubGlobal("navigator", {});
}

it("copies where the browser has a clipboard", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copied("a link")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("a link");
});

it("copies on plain http too, out of a dialog, and leaves the focus where it was", async () => {
  onPlainHttp();
  const dialog = document.body.appendChild(document.createElement("dialog"));
  const button = dialog.appendChild(document.createElement("button"));
  dialog.showModal();
  button.focus();
  let taken = "";
  let within = false;
  (document as OldDocument).execCommand = () => {
    taken = marked();
    within = dialog.contains(document.activeElement);
    return true;
  };
  expect(await copied("a link")).toBe(true);
  expect([taken, within]).toEqual(["a link", true]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

it("says so when nothing helps", async () => {
  onPlainHttp();
  (document as OldDocument).execCommand = () => false;
  expect(await copied("a link")).toBe(false);
});
