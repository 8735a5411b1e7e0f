/** What a key does in a replay; null: nothing, or something else is meant. */
export type Act = "first" | "back" | "toggle" | "forward" | "toEnd";

const KEYS: Readonly<Record<string, Act>> = {
  Home: "first",
  ArrowLeft: "back",
  ArrowRight: "forward",
  End: "toEnd",
  " ": "toggle",
};

/** Arrows mean something of their own here. */
const OWN_ARROWS = "input, select, textarea, [contenteditable], dialog";
/** The space bar presses these. */
const PRESSED = "button, a, summary, select, textarea, [contenteditable], dialog, input:not([type=range])";

export function keyFor(event: KeyboardEvent): Act | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const act = KEYS[event.key] ?? null;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(act === "toggle" ? PRESSED : OWN_ARROWS) ? null : act;
}
