import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import { translations } from "../../i18n/translations.svelte";
import { table, you } from "../fixtures/frames";
import type { TableStore } from "../table_store.svelte";
import Chat from "./Chat.svelte";
import Reactions from "./Reactions.svelte";

beforeEach(async () => {
  await translations.want("table", "gang");
  await translations.choose("en");
});

/** At a table where one is asked for silence, as far as chat and reactions look at it. */
function store(mayNotTalk: number[], mayNotReact: number[]): TableStore {
  return {
    you: you(0, false),
    table: { ...table(), status: "playing" },
    silence: { may_not_talk: mayNotTalk, may_not_react: mayNotReact },
    chat: [],
    readAll: () => {},
  } as unknown as TableStore;
}

const buttons = (): boolean[] =>
  screen.getAllByRole<HTMLButtonElement>("button").map(({ disabled }) => disabled);
const line = (): HTMLInputElement => screen.getByRole("textbox");

test("in silence one may react, and not talk", () => {
  render(Reactions, { store: store([0, 1], []) });
  expect(new Set(buttons())).toEqual(new Set([false]));
  render(Chat, { store: store([0, 1], []) });
  expect([line().disabled, line().placeholder]).toEqual([true, "No talk while this is played"]);
});

test("whoever the others guess about can do neither, and is told why", () => {
  const { unmount } = render(Reactions, { store: store([0], [0]) });
  expect(new Set(buttons())).toEqual(new Set([true]));
  expect(screen.getByText(/No reactions either: the others are guessing/)).toBeTruthy();
  unmount();
  render(Chat, { store: store([0], [0]) });
  expect([line().disabled, line().placeholder]).toEqual([
    true,
    "Not now: the others are guessing what you hold",
  ]);
});

test("those who guess may do both", () => {
  const { unmount } = render(Reactions, { store: store([1], [1]) });
  expect(new Set(buttons())).toEqual(new Set([false]));
  unmount();
  render(Chat, { store: store([1], [1]) });
  expect(line().disabled).toBe(false);
});
