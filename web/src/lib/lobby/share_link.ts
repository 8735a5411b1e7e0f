/** Getting a link to friends: by whatever the device has for it, or by copying. */

import { copied } from "../clipboard";
import { t } from "../i18n/translations.svelte";
import { toasts } from "../toasts.svelte";

export function canShare(): boolean {
  return "share" in navigator;
}

/** Whether it lies in the clipboard now; it is said in either case. */
export async function copyLink(link: string): Promise<boolean> {
  const done = await copied(link);
  toasts.say(done ? t("lobby.invite.copied") : t("lobby.invite.not_copied", { link }));
  return done;
}

export async function shareLink(link: string, game: string): Promise<void> {
  try {
    await navigator.share({ title: "Stolik", text: t("lobby.invite.text", { game }), url: link });
  } catch (error) {
    const changedTheirMind = error instanceof DOMException && error.name === "AbortError";
    if (!changedTheirMind) await copyLink(link);
  }
}

export function tableLink(id: string): string {
  return `${location.origin}/t/${id}`;
}
