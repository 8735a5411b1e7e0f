/**
 * A group of buttons that is one stop for the Tab key; arrows, Home and End go from one to the next.
 * `<div {@attach roving}>`
 */

const CHOICES = "button:not(:disabled), [role=button]:not([aria-disabled=true])";
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function rovingFocus(group: HTMLElement): () => void {
  const choices = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(CHOICES)];

  /** Exactly one can be reached with Tab: the one that has, or last had, the focus; else what is chosen; else the first. */
  function settle(wanted?: HTMLElement): void {
    const all = choices();
    const stop =
      (wanted !== undefined && all.includes(wanted) ? wanted : undefined) ??
      all.find((choice) => choice === group.ownerDocument.activeElement) ??
      all.find((choice) => choice.getAttribute("aria-pressed") === "true") ??
      all.find((choice) => choice.tabIndex === 0) ??
      all[0];
    for (const choice of all) choice.tabIndex = choice === stop ? 0 : -1;
  }

  function focused(event: FocusEvent): void {
    if (event.target instanceof HTMLElement) settle(event.target);
  }

  function pressed(event: KeyboardEvent): void {
    const all = choices();
    const from = all.indexOf(event.target as HTMLElement);
    if (from < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    const goal =
      step !== undefined
        ? all[(from + step + all.length) % all.length]
        : event.key === "Home"
          ? all[0]
          : event.key === "End"
            ? all.at(-1)
            : undefined;
    if (goal === undefined) return;
    event.preventDefault();
    goal.focus();
  }

  settle();
  const watching = new MutationObserver(() => settle());
  watching.observe(group, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  group.addEventListener("focusin", focused);
  group.addEventListener("keydown", pressed);
  return () => {
    watching.disconnect();
    group.removeEventListener("focusin", focused);
    group.removeEventListener("keydown", pressed);
  };
}
