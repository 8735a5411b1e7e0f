import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import { translations } from "../i18n/translations.svelte";
import { EXAMPLE } from "./fixtures/example";
import OptionField from "./OptionField.svelte";
import { optionsOf } from "./options";

function shown(name: string, players: number): void {
  const option = optionsOf(EXAMPLE).find((one) => one.name === name);
  if (option === undefined) throw new Error(`no option ${name}`);
  render(OptionField, { game: EXAMPLE, option, players, value: option.values[0], onchange: () => undefined });
}

beforeEach(() => translations.choose("en"));

it("offers a choice where there is one", () => {
  shown("deck", 3);
  expect(screen.getAllByRole("radio")).toHaveLength(2);
});

it("says once why there is nothing to choose, and offers nothing", () => {
  shown("deck", 2);
  expect(screen.queryAllByRole("radio")).toHaveLength(0);
  expect(screen.getByText(/not for 2 players/i).textContent.match(/not for/gi)).toHaveLength(1);
});
