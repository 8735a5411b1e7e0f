/**
 * For looking at a game's table without a server, at any moment of a match that was really played. Not part of the pages.
 *
 *     python tools/record_fixture.py no_thanks '{"players": 7}' --seat 1 > web/gallery/played/seven.json
 *     npx vite, then /gallery/?game=no_thanks&played=seven&at=20&language=pl&theme=dark
 *
 * `show`: table, result, help, poster, parts. Arrow keys go from moment to moment, with movement.
 */
import "@fontsource/ranchers/400.css";
import "@fontsource-variable/bricolage-grotesque/wght.css";
import "../src/app.css";
import { mount } from "svelte";
import type { GameView } from "../src/lib/game/contract";
import { poster, tableGame } from "../src/lib/game/registry";
import { translations } from "../src/lib/i18n/translations.svelte";
import Gallery from "./Gallery.svelte";
import Parts from "./Parts.svelte";

const asked = new URLSearchParams(location.search);
const key = asked.get("game") ?? "no_thanks";
const show = asked.get("show") ?? "table";

document.documentElement.dataset["theme"] = asked.get("theme") ?? "light";
await translations.choose(asked.get("language") === "pl" ? "pl" : "en");
await translations.want("table", key);
const target = document.getElementById("app") as HTMLElement;
if (show === "parts") {
  mount(Parts, { target });
} else {
  const game = await tableGame(key);
  const found = poster(key);
  const played = await fetch(`/gallery/played/${asked.get("played") ?? "p4"}.json`);
  const moments = (await played.json()) as GameView[];
  if (game === null || found === null) throw new Error(`no table for ${key}`);
  const at = Number(asked.get("at") ?? 0);
  mount(Gallery, {
    target,
    props: {
      game,
      poster: found,
      moments,
      at: at < 0 ? moments.length + at : at,
      show,
      topic: asked.get("topic"),
      live: asked.get("live") !== "no",
      guided: asked.has("guide"),
    },
  });
}
