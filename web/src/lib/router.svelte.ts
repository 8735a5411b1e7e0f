/** Which page is shown. The server answers every page address with the same document. */

import { dialogHistory } from "./dialog_history";

class Here {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);

  read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }
}

export const here = new Here();

export function go(address: string, options: { replace?: boolean } = {}): void {
  if (dialogHistory.postpone(() => go(address, options))) return;
  if (options.replace === true || dialogHistory.inFront) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  here.read();
}

/** Change what is behind the ? or the # without a new page: a moment of a replay, say. */
export function note(address: string): void {
  history.replaceState(history.state, "", address);
  dialogHistory.note();
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const anchor = (event.target as Element | null)?.closest("a");
  if (!anchor || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin)
    return;
  if (anchor.pathname.startsWith("/api/") || anchor.pathname.startsWith("/schema/")) return;
  if (anchor.getAttribute("href")?.startsWith("#") === true) return;
  event.preventDefault();
  if (anchor.href !== location.href) go(anchor.href);
  scrollTo(0, 0);
}

export function followLinks(): void {
  document.addEventListener("click", clicked);
  addEventListener("popstate", () => {
    dialogHistory.popped();
    here.read();
  });
  addEventListener("hashchange", () => here.read());
}
