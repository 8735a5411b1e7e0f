import { expect, it } from "vitest";
import { chaptersIn } from "./table_of_contents";

it("lists what has an id and a heading, in order, and nothing else", () => {
  const root = document.createElement("div");
  root.innerHTML = `
    <section id="game-turn" data-topic="turn"><h3> Your <b>turn</b> </h3><p id="aside">text</p></section>
    <section><h3>No address</h3></section>
    <section id="picture"><svg></svg></section>
    <details id="scoring"><summary>Scoring</summary></details>
    <h2 id="end">The end</h2>`;
  expect(chaptersIn(root)).toEqual([
    { id: "game-turn", topic: "turn", title: "Your turn" },
    { id: "scoring", topic: "scoring", title: "Scoring" },
    { id: "end", topic: "end", title: "The end" },
  ]);
});
