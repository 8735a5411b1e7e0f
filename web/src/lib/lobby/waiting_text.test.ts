import { beforeEach, describe, expect, it } from "vitest";
import { t, translations } from "../i18n/translations.svelte";
import { sides, waitingText } from "./waiting_text";

beforeEach(() => translations.choose("en"));

describe("what is waited for", () => {
  const others = { host: false, seated: true, mayStart: true };

  it("tells the host what to do about free chairs", () => {
    const said = waitingText({ free: 2, host: true, seated: true, mayStart: true });
    expect(said).toEqual({ state: "2 chairs are still free.", next: t("lobby.room.host_waits") });
  });

  it("lets anybody in a chair start once all are taken", () =>
    expect(waitingText({ free: 0, ...others }).next).toBe(t("lobby.room.you_start")));

  it("tells those who watch that they do", () => {
    const said = waitingText({ free: 0, host: false, seated: false, mayStart: false });
    expect(said.next).toBe(`${t("lobby.room.for_host")} ${t("lobby.room.watching")}`);
  });
});

describe("the sides of a table", () => {
  it.each([
    [2, [[0], [1]]],
    [
      5,
      [
        [0, 1, 2],
        [3, 4],
      ],
    ],
    [1, [[0], []]],
  ])("for %i", (chairs, found) => expect(sides(chairs)).toEqual(found));
});
