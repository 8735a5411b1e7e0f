/** One click from the front page to a running match: a chair for whoever clicked, bots in the others. */

import type { GameShown, NewTable } from "$protocol";
import { api } from "../api";
import { t } from "../i18n/translations.svelte";
import { guest } from "../guest.svelte";
import { toasts } from "../toasts.svelte";
import { clientEntropyFor } from "../table/client_entropy";
import { asTable, freshDraft } from "./table_draft";

export function tableWithBots(game: GameShown): NewTable {
  return asTable(game, freshDraft(game, "bot"));
}

/** The id of the table. */
export async function playWithBots(game: GameShown): Promise<string> {
  await guest.lend(t("lobby.guest_name"));
  const { id, match } = await api.makeTable(tableWithBots(game));
  try {
    await api.do(id, { type: "start", entropy: clientEntropyFor(`${id}.${match + 1}`) });
  } catch (error) {
    toasts.error(error); // the table is there, and can be started at it
  }
  return id;
}
