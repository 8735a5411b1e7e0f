/**
 * The page of a table as people see it (bar, guide, clocks, what lies beside it), at moments that were really played, without
 * a server. The browser tests measure it: `/gallery/page.html?game=no_thanks&language=pl&theme=dark`, then `gallery.show(…)`.
 */
import "../src/fonts.css";
import "../src/app.css";
import { flushSync, mount } from "svelte";
import type { ChairShown, Frame, GameShown, MatchShown, TableShown } from "$protocol";
import type { ConnectionListener } from "../src/lib/connection/table_connection";
import type { GameView } from "../src/lib/game/contract";
import { tableGame } from "../src/lib/game/registry";
import { translations } from "../src/lib/i18n/translations.svelte";
import { forcedByThemselves, guided } from "../src/lib/preferences.svelte";
import { TableStore } from "../src/lib/table/table_store.svelte";
import PlayedPage from "./PlayedPage.svelte";

export interface Circumstances {
  guide: boolean;
  clock: boolean;
}

declare global {
  interface Window {
    gallery: {
      /** Show this moment, at once; resolves when everything lies where it belongs. */
      show: (moment: GameView, circumstances: Circumstances) => Promise<void>;
    };
  }
}

const LEFT = 95_000;
const AWAY = 3;

const asked = new URLSearchParams(location.search);
const key = asked.get("game") ?? "no_thanks";
const name = asked.get("name") ?? key;

document.documentElement.dataset["theme"] = asked.get("theme") ?? "light";
await translations.choose(asked.get("language") === "pl" ? "pl" : "en");
await translations.want("table", key);
forcedByThemselves.value = false;

const game = await tableGame(key);
if (game === null) throw new Error(`no table for ${key}`);

let listener: ConnectionListener | undefined;
const store = new TableStore("gallery", game, (_, given) => {
  listener = given;
  return {
    start: () => given.state("open", null),
    stop: () => undefined,
    hurry: () => undefined,
    send: () => new Promise(() => undefined),
    polls: false,
  };
});
store.open();

const shown: GameShown = {
  key,
  name,
  version: 1,
  fewest: 1,
  most: 9,
  options: {},
  choices: {},
  levels: [],
};
mount(PlayedPage, { target: document.getElementById("app") as HTMLElement, props: { store, game, shown } });

/** Each moment as if of a match of its own: nothing flies, and what comes after a while (the result) begins to wait anew. */
let number = 0;

function chair(name: string, seat: number): ChairShown {
  const away = seat % 4 === AWAY;
  return {
    kind: seat % 4 === 2 ? "bot" : "person",
    name,
    level: null,
    taken: true,
    present: !away,
    stand_in: "",
    ready: false,
    entropy: false,
    away_at: away ? Date.now() + LEFT : null,
  };
}

function table(moment: GameView): TableShown {
  return {
    id: "gallery",
    code: "KXWPTA",
    game: key,
    version: 1,
    options: moment.options,
    clock: 60,
    public: false,
    hints: true,
    keep_chairs: true,
    pace: "normal",
    status: moment.over ? "over" : "playing",
    chairs: moment.names.map(chair),
    host: 0,
    watching: 0,
    match: number,
    commitment: "c",
    history: [],
    revision: 1,
    trouble: "",
  };
}

function match(moment: GameView, clock: boolean): MatchShown {
  const until = Date.now() + LEFT;
  return {
    match: number,
    seq: moment.seq,
    from: 0,
    public: moment.public,
    to_act: [...moment.toAct],
    awaited: [...moment.awaited],
    quiet: false,
    may_not_talk: [],
    may_not_react: [],
    over: moment.over,
    result: moment.result,
    clocks: clock ? Object.fromEntries(moment.awaited.map((seat) => [seat, until])) : {},
    pause: moment.pause === null ? null : { ...moment.pause, until },
    events: [],
    private: moment.private,
    legal: moment.legal as Record<string, unknown>[],
    number: 1,
    header: { version: 1, options: moment.options, commitment: "c", entropy: [], seats: [...moment.names] },
  };
}

/** What is drawn to fit its room has been told of it: that comes after the frame, before the next task. */
const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

window.gallery = {
  async show(moment, { guide, clock }) {
    number += 1;
    guided.value = guide ? [] : [key];
    document.querySelector<HTMLElement>("dialog[open] .close")?.click();
    const frame: Frame = {
      type: "snapshot",
      now: Date.now(),
      table: table(moment),
      you: { seat: moment.seat, host: true, left_chair: null, same_network: [] },
      match: match(moment, clock),
      chat: [],
    };
    flushSync(() => listener?.frame(frame));
    await document.fonts.ready;
    await drawn();
  },
};
