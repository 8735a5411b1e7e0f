import type { PosterGame } from "$lib/game/contract";
import Poster from "./components/Poster.svelte";

const poster: PosterGame = {
  palette: { paint: "#f07f1d", ink: "#211b2b", second: "#2a2238" },
  Poster,
  order: ["bid_order", "joker", "directions", "fewer", "longer"],
};

export default poster;
