import type { PosterGame } from "$lib/game/contract";
import Poster from "./components/Poster.svelte";

const poster: PosterGame = {
  palette: { paint: "#24396f", ink: "#fff3d6", second: "#f2b632" },
  Poster,
  order: ["mode", "round_end", "challenges", "specialists"],
};

export default poster;
