/**
 * What lies over a page: dialogs and drawers. Each has an entry of its own in the browser's history, so that the way back
 * closes it, as on a phone one expects, and does not leave the page.
 */

/** The browser may never tell us that it has gone back: then we go on without it. */
const PATIENCE = 1_000;

interface Entry {
  /** How many dialogs lay over the page. */
  dialogs?: number;
}

interface OpenDialog {
  close: () => void;
}

class DialogHistory {
  #open: readonly OpenDialog[] = [];
  /** On the way back past the entries of what was closed. */
  #returning: ReturnType<typeof setTimeout> | null = null;
  #afterwards: (() => void)[] = [];
  /** Of the page. What lies over it has the same, and whatever changes it there changes it for both. */
  #address = "";

  /** The answer takes it away again. */
  put(close: () => void): () => void {
    const dialog = { close };
    this.#open = [...this.#open, dialog];
    this.#settleSoon();
    return () => {
      this.#open = this.#open.filter((one) => one !== dialog);
      this.#settleSoon();
    };
  }

  /** Whether this entry of the history belongs to a dialog: another page then takes its place. */
  get inFront(): boolean {
    return depth() > 0;
  }

  /** The address has changed, but not the page. */
  note(): void {
    this.#address = location.href;
  }

  /** True: not now, but soon. The browser is still on its way to where the page is. */
  postpone(act: () => void): boolean {
    if (this.#returning === null) return false;
    this.#afterwards.push(act);
    return true;
  }

  /** The browser shows another entry of its history. */
  popped(): void {
    if (this.#returning !== null) {
      this.#arrive();
      return;
    }
    const wanted = depth();
    if (wanted < this.#open.length) {
      this.#keepAddress();
      for (const { close } of this.#open.slice(wanted).reverse()) close();
    } else this.#settle(); // what lay there was closed long ago
  }

  // From one dialog to the next is one step, not two.
  #settleSoon(): void {
    queueMicrotask(() => this.#settle());
  }

  #settle(): void {
    if (this.#returning !== null) return;
    const [now, wanted] = [depth(), this.#open.length];
    if (now !== wanted) this.note();
    for (let dialogs = now + 1; dialogs <= wanted; dialogs++)
      history.pushState({ dialogs }, "", location.href);
    if (now > wanted) {
      this.#returning = setTimeout(() => this.#arrive(), PATIENCE);
      history.go(wanted - now);
    }
  }

  #arrive(): void {
    if (this.#returning !== null) clearTimeout(this.#returning);
    this.#returning = null;
    this.#keepAddress();
    this.#settle();
    const acts = this.#afterwards;
    this.#afterwards = [];
    for (const act of acts) act();
  }

  #keepAddress(): void {
    const same = this.#address !== "" && new URL(this.#address).pathname === location.pathname;
    if (same && this.#address !== location.href) history.replaceState(history.state, "", this.#address);
  }
}

function depth(): number {
  return (history.state as Entry | null)?.dialogs ?? 0;
}

export const dialogHistory = new DialogHistory();
