import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { translations } from "../i18n/translations.svelte";
import SettingsNotifications from "./SettingsNotifications.svelte";

beforeEach(() => translations.choose("en"));
afterEach(() => vi.unstubAllGlobals());

const notifications = (): HTMLInputElement => screen.getByRole<HTMLInputElement>("switch");

it("says on plain http that https is needed, whatever the browser pretends to have", () => {
  vi.stubGlobal("isSecureContext", false);
  vi.stubGlobal("Notification", { permission: "denied" });
  render(SettingsNotifications);
  expect(notifications().disabled).toBe(true);
  expect(screen.getByText(/only for pages with https/)).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});

it("can be switched where the browser shows them", () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", { permission: "default" });
  render(SettingsNotifications);
  expect(notifications().disabled).toBe(false);
});
