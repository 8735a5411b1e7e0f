/** "Your turn" where it is seen even if the page is not: in the title, the favicon, a notification. */

import { t } from "../i18n/translations.svelte";
import { notifications } from "../preferences.svelte";

const ICON = "/favicon.svg";
const ICON_OF_TURN = "/favicon-turn.svg";

export function showTitle(game: string, yourTurn: boolean): void {
  document.title = yourTurn ? t("table.title_your_turn", { game }) : t("table.title", { game });
  document.querySelector('link[rel="icon"]')?.setAttribute("href", yourTurn ? ICON_OF_TURN : ICON);
}

export function resetTitle(): void {
  document.title = "Stolik";
  document.querySelector('link[rel="icon"]')?.setAttribute("href", ICON);
}

/** Only if the person wants it, the browser allows it, and the page is out of sight. */
export function notifyTurn(game: string): void {
  if (!notifications.value || !document.hidden) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const note = new Notification(t("table.your_turn"), { body: game, icon: ICON, tag: location.pathname });
    document.addEventListener("visibilitychange", () => note.close(), { once: true });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // some phones only allow notifications from a service worker; title and favicon still tell
  }
}
