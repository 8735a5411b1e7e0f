import { afterEach, expect, it } from "vitest";
import { keyFor, type Act } from "./shortcuts";

afterEach(() => document.body.replaceChildren());

function pressedOn(markup: string, key: string, more: KeyboardEventInit = {}): Act | null {
  document.body.innerHTML = markup;
  let found: Act | null = null;
  const listen = (event: KeyboardEvent): void => void (found = keyFor(event));
  document.addEventListener("keydown", listen);
  document.body.firstElementChild?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, ...more }),
  );
  document.removeEventListener("keydown", listen);
  return found;
}

it.each([
  ["ArrowLeft", "back"],
  ["ArrowRight", "forward"],
  ["Home", "first"],
  ["End", "toEnd"],
  [" ", "toggle"],
  ["x", null],
])("knows %j", (key, act) => {
  expect(pressedOn("<p></p>", key)).toBe(act);
});

it.each([
  ["<button></button>", " ", null],
  ["<button></button>", "ArrowRight", "forward"],
  ["<select></select>", "Home", null],
  ["<textarea></textarea>", "ArrowLeft", null],
  ["<input type='range'>", "ArrowRight", null],
  ["<input type='range'>", " ", "toggle"],
  ["<input>", " ", null],
])("leaves %s its own keys: %j", (markup, key, act) => {
  expect(pressedOn(markup, key)).toBe(act);
});

it("leaves the browser its shortcuts", () => {
  expect(pressedOn("<p></p>", "ArrowLeft", { altKey: true })).toBeNull();
  expect(pressedOn("<p></p>", "Home", { ctrlKey: true })).toBeNull();
});
