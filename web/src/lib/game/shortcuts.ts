const TYPED_IN = "input, textarea, select, [contenteditable], dialog";

/** Keys are for the table unless somebody is typing, holds them down, or looks at something else. */
export function isForTheTable(event: KeyboardEvent): boolean {
  if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  if (event.target instanceof Element && event.target.closest(TYPED_IN) !== null) return false;
  return document.querySelector("dialog[open]") === null;
}
