/** Who is connected from the same network, as the server tells the host and nobody else. */

import type { TableShown, You } from "$protocol";
import { t } from "../i18n/translations.svelte";

type Pairs = You["same_network"];

/** Of the person in a chair: with whom they share one; empty: with nobody. */
export function sharingText({ same_network: pairs }: You, seat: number, { chairs }: TableShown): string {
  const [first, ...more] = pairs.filter((pair) => pair.includes(seat));
  if (first === undefined) return "";
  const name = chairs[first[0] === seat ? first[1] : first[0]]?.name ?? "";
  const who = more.length === 0 ? name : t("table.same_network.others", { count: more.length + 1 });
  return t("table.same_network", { who });
}

/** Chairs that all share one network with each other. Somebody with two devices may be in two of these groups. */
export function sharingGroups(pairs: Pairs): number[][] {
  const share = (one: number, other: number): boolean =>
    pairs.some((pair) => pair.includes(one) && pair.includes(other));
  const groups: number[][] = [];
  for (const [one, other] of pairs) {
    if (groups.some((group) => group.includes(one) && group.includes(other))) continue;
    const group = groups.find((found) => found.includes(one) && found.every((seat) => share(seat, other)));
    if (group === undefined) groups.push([one, other]);
    else group.push(other);
  }
  return groups;
}
