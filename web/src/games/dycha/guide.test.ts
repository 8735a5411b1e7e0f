import { beforeEach, describe, expect, test } from "vitest";
import { translations } from "$lib/i18n/translations.svelte";
import { riskText } from "./fiasco_risk";
import { mayDo, MOMENTS, SOLO, when } from "./fixtures/for_tests";
import { guide } from "./guide";
import type { DychaView } from "./view";

beforeEach(async () => {
  await translations.want("table", "dycha");
  await translations.choose("en");
});

const said = (seen: DychaView): string => guide(seen)?.text ?? "";
const withPublic = (seen: DychaView, change: Partial<DychaView["public"]>): DychaView => ({
  ...seen,
  public: { ...seen.public, ...change },
});

/** Nothing more can be drawn, and something lies there. */
function atTheEnd(): DychaView {
  const seen = when((each) => mayDo(each, "take_numbers") && each.public.row.breaking > 0);
  return {
    ...withPublic(seen, { deck: 0, row: { ...seen.public.row, breaking: 0 } }),
    legal: seen.legal.filter(({ type }) => type !== "draw"),
  };
}

describe("the guide", () => {
  test("promises nothing of an empty deck", () => {
    const seen = atTheEnd();
    expect(said(seen)).toMatch(
      /^The deck is used up: there is nothing more to draw\. The numbers bring you \d+ point/,
    );
    expect(riskText(seen.public.row, 0)).toBe("No card can follow: the deck is used up.");
    const watching = { ...seen, legal: [] };
    expect(said(watching)).toMatch(/^The deck is used up: .* takes what lies there/);
  });

  test("knows that currency alone is no numbers", () => {
    const seen = atTheEnd();
    const row = { ...seen.public.row, cards: [{ kind: "currency", value: 2 } as const], currency: 2 };
    const legal: DychaView["legal"] = [{ type: "take_numbers" }, { type: "take_currency" }];
    expect(said({ ...withPublic(seen, { row }), legal })).toMatch(/The currency brings you \d+ token/);
    expect(said({ ...withPublic(seen, { row }), legal: legal.slice(1) })).toMatch(/The currency brings you/);
    const risky = { ...row, breaking: 3 };
    expect(said({ ...withPublic(seen, { row: risky, deck: 60 }), legal })).not.toContain("numbers");
  });

  test("knows that after a joker one may stop just to buy", () => {
    const seen = atTheEnd();
    const row = { ...seen.public.row, cards: [], currency: 0 };
    const legal: DychaView["legal"] = [{ type: "draw" }, { type: "take_numbers" }];
    expect(said({ ...withPublic(seen, { row, deck: 9 }), legal })).toMatch(
      /stop without numbers, just to buy/,
    );
    expect(said({ ...withPublic(seen, { row }), legal: legal.slice(1) })).toMatch(/you may still go and buy/);
  });

  test("promises points only after what is paid, at every moment of two matches", () => {
    for (const seen of [...MOMENTS, ...SOLO]) {
      const own = seen.private;
      const gain = /(\d+) points?/.exec(said(seen))?.[1];
      if (own === null || gain === undefined) continue;
      if (mayDo(seen, "no_buy"))
        expect(Math.max(...own.offers.map((each) => each.points_paid)) - own.points).toBe(Number(gain));
      if (mayDo(seen, "pass"))
        expect((own.bidding?.payments[0]?.points ?? 0) - own.points).toBe(Number(gain));
    }
  });

  test("does not plan ahead at the last purchase", () => {
    const seen = when((each) => mayDo(each, "no_buy") && said(each).includes("plan ahead"));
    expect(said(withPublic(seen, { last_purchases: [seen.seat ?? 0] }))).toBe(
      "This is your last purchase, and nothing here brings more points than it costs.",
    );
  });

  test("says who buys, pays and chooses, and not that they draw", () => {
    const seen = { ...when((each) => mayDo(each, "draw")), legal: [] };
    const phases: [DychaView["public"]["phase"], RegExp][] = [
      ["buy", /may buy one card/],
      ["pay", /pays/],
      ["fiasco", /chooses after the fiasco/],
      ["decide", /draws|went too far/],
    ];
    for (const [phase, words] of phases) expect(said(withPublic(seen, { phase }))).toMatch(words);
  });

  test("says that numbers went to the market only if there were any, and they did", () => {
    const seen = { ...when((each) => mayDo(each, "draw") && each.public.row.cards.length === 0), legal: [] };
    const last = { seat: 0, end: "fiasco_by_currency", total: -12, currency: 12 } as const;
    const failed = (cards: NonNullable<DychaView["public"]["last"]>["cards"], seat: 0 | "ten" = 0): string =>
      said(withPublic(seen, { last: { ...last, seat, cards } }));
    const money = { kind: "currency", value: 5 } as const;
    const number = { kind: "number", color: "blue", number: 3 } as const;
    expect(failed([money, money])).toMatch(/went too far\.$/);
    expect(failed([number, money])).toMatch(/the numbers lie at the market now\.$/);
    expect(failed([number, money], "ten")).toMatch(/went too far\.$/);
  });
});
