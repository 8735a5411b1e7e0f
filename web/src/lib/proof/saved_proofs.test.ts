import { expect, it } from "vitest";
import { notedAbout, noteDown } from "./saved_proofs";

const proof = { commitment: "c", head: "h", seq: 4, entropy: ["words"], finished: false };

it("finds a note again, in this browser's memory too", () => {
  expect(notedAbout("noted.1")).toBeNull();
  noteDown("noted.1", proof, 7);
  expect(notedAbout("noted.1")).toEqual({ commitment: "c", head: "h", seq: 4, entropy: ["words"], at: 7 });
  expect(JSON.parse(localStorage.getItem("stolik.noted") ?? "{}")).toHaveProperty(["noted.1", "seq"], 4);
});

it("replaces an older note, and lets the oldest go when there are very many", () => {
  noteDown("table.first", proof);
  for (let number = 0; number < 49; number++) noteDown(`table.${number}`, proof);
  expect(notedAbout("table.first")).not.toBeNull();
  noteDown("table.first", { ...proof, seq: 9 });
  expect(notedAbout("table.first")?.seq).toBe(9);
  for (let number = 0; number < 50; number++) noteDown(`other.${number}`, proof);
  expect(notedAbout("table.first")).toBeNull();
  expect(notedAbout("other.0")).not.toBeNull();
});
