import type { PosterGame } from "$lib/game/contract";
import Poster from "./components/Poster.svelte";

const poster: PosterGame = {
  palette: { paint: "#a0195a", ink: "#fff6ea", second: "#f5a81c" },
  Poster,
  order: ["solo_limit", "fiasco", "empty_reward"],
};

export default poster;
