import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import type { TableGame } from "../../game/contract";
import { translations } from "../../i18n/translations.svelte";
import { TableStore } from "../table_store.svelte";
import SidePanel from "./SidePanel.svelte";

beforeEach(async () => {
  await translations.choose("en");
  const game = { say: () => null } as unknown as TableGame;
  render(SidePanel, { store: new TableStore("abc", game), game });
});

const tab = (name: string): HTMLElement => screen.getByRole("tab", { name });
const log = (): HTMLElement => tab("What happened");
const chat = (): HTMLElement => tab("Chat");

async function press(key: string): Promise<void> {
  await fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

it("is one stop for the Tab key", async () => {
  expect([log().tabIndex, chat().tabIndex]).toEqual([0, -1]);
  await fireEvent.click(chat());
  expect([log().tabIndex, chat().tabIndex]).toEqual([-1, 0]);
});

it("goes from tab to tab with arrows, round and round, and opens each", async () => {
  log().focus();
  await press("ArrowRight");
  expect(document.activeElement).toBe(chat());
  expect(chat().getAttribute("aria-selected")).toBe("true");
  expect(screen.getByRole("tabpanel", { name: "Chat" })).toBeTruthy();
  await press("ArrowRight");
  expect(document.activeElement).toBe(log());
  await press("ArrowLeft");
  expect(document.activeElement).toBe(chat());
});

it("goes to the first and the last with Home and End", async () => {
  log().focus();
  await press("End");
  expect(document.activeElement).toBe(chat());
  await press("Home");
  expect(document.activeElement).toBe(log());
});
