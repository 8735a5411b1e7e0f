import type { PosterGame } from "$lib/game/contract";
import Poster from "./components/Poster.svelte";

const poster: PosterGame = {
  palette: { paint: "#c1261c", ink: "#fff8ec", second: "#f2b632" },
  Poster,
  order: ["tactical", "open_chips"],
};

export default poster;
