import { expect, it } from "vitest";
import { fileName, verifyCommand } from "./verify_command";

it("names the file as the server does", () => {
  expect(fileName("aB-c_d9.12")).toBe("stolik-aB-c-d9-12.json");
});

it("puts into the command what this browser knows by itself, and nothing else", () => {
  expect(verifyCommand("t.1", null, null)).toBe("stolik verify stolik-t-1.json");
  const noted = { commitment: "c0", head: "", seq: 0, entropy: [], at: 0 };
  expect(verifyCommand("t.1", "0af3", noted)).toBe(
    "stolik verify stolik-t-1.json --commitment c0 --entropy 0af3",
  );
  expect(verifyCommand("t.1", null, { ...noted, head: "4d" })).toContain("--head 4d");
});

it("quotes words for a shell", () => {
  expect(verifyCommand("t.1", "it's $HOME", null)).toContain(`--entropy 'it'\\''s $HOME'`);
});
