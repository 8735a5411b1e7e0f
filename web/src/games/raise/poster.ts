import type { PosterGame } from "$lib/game/contract";
import Poster from "./components/Poster.svelte";

const poster: PosterGame = {
  palette: { paint: "#2b5b63", ink: "#fff8ec", second: "#f0b83a" },
  Poster,
};

export default poster;
