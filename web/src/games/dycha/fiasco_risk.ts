import type { RowView } from "./messages";
import { t } from "./view";

/** What the next card must not be, in words. */
export function riskText(
  { safe_number: number, safe_currency: currency, breaking, limit }: RowView,
  deck: number,
): string {
  if (deck === 0) return t("fiasco_risk.used_up");
  if (number === null) return t("fiasco_risk.ten", { limit });
  if (breaking === 0) return t("fiasco_risk.none");
  const byNumber = number < 9;
  const byCurrency = currency < 5;
  if (byNumber && byCurrency) return t("fiasco_risk.both", { number: number + 1, currency: currency + 1 });
  return byNumber
    ? t("fiasco_risk.number", { number: number + 1 })
    : t("fiasco_risk.currency", { currency: currency + 1 });
}
