import { expect, it } from "vitest";
import { savedProof, saveProof } from "./saved_proofs";

const proof = { commitment: "c", head: "h", seq: 4, entropy: ["words"], finished: false };

it("finds a note again, in this browser's memory too", () => {
  expect(savedProof("noted.1")).toBeNull();
  saveProof("noted.1", proof, 7);
  expect(savedProof("noted.1")).toEqual({ commitment: "c", head: "h", seq: 4, entropy: ["words"], at: 7 });
  expect(JSON.parse(localStorage.getItem("stolik.noted") ?? "{}")).toHaveProperty(["noted.1", "seq"], 4);
});

it("replaces an older note, and lets the oldest go when there are very many", () => {
  saveProof("table.first", proof);
  for (let number = 0; number < 49; number++) saveProof(`table.${number}`, proof);
  expect(savedProof("table.first")).not.toBeNull();
  saveProof("table.first", { ...proof, seq: 9 });
  expect(savedProof("table.first")?.seq).toBe(9);
  for (let number = 0; number < 50; number++) saveProof(`other.${number}`, proof);
  expect(savedProof("table.first")).toBeNull();
  expect(savedProof("other.0")).not.toBeNull();
});
