import { beforeEach } from "vitest";

/** Each test begins like a browser that has never been here, in English. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
