import type { RowView } from "./messages";
import { t } from "./view";

/** What the next card must not be, in words. */
export function riskText({ safe_number: number, safe_currency: currency, breaking, limit }: RowView): string {
  if (number === null) return t("danger.ten", { limit });
  if (breaking === 0) return t("danger.none");
  const byNumber = number < 9;
  const byCurrency = currency < 5;
  if (byNumber && byCurrency) return t("danger.both", { number: number + 1, currency: currency + 1 });
  return byNumber
    ? t("danger.number", { number: number + 1 })
    : t("danger.currency", { currency: currency + 1 });
}
