import { expect, it } from "vitest";
import { canonicalJson } from "./canonical_json";

it("sorts keys at every depth and leaves lists alone", () => {
  expect(canonicalJson({ b: [2, { d: null, c: true }], a: "x" })).toBe(
    '{"a":"x","b":[2,{"c":true,"d":null}]}',
  );
});

it("sorts keys by code points, a longer one after its beginning", () => {
  expect(canonicalJson({ "𐀀": 1, "\uffff": 2, ab: 3, a: 4, "": 5 })).toBe(
    '{"":5,"a":4,"ab":3,"\uffff":2,"𐀀":1}',
  );
});

it("escapes what must be, and nothing else", () => {
  // msgspec.json.encode('\x00\x1f\x7f\u2028/\b\n\f\r\t"\\é🎴')
  expect(canonicalJson('\x00\x1f\x7f\u2028/\b\n\f\r\t"\\é🎴')).toBe(
    '"\\u0000\\u001f\x7f\u2028/\\b\\n\\f\\r\\t\\"\\\\é🎴"',
  );
});

it.each([1.5, 2 ** 53, Number.NaN])("refuses %s rather than guess how it was written", (value) => {
  expect(() => canonicalJson({ value })).toThrow(RangeError);
});
