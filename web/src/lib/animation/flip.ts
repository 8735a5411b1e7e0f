/**
 * Movement. Before the page changes, note where everything lies that has a key (`data-fly`); afterwards let each thing glide
 * from there to where it lies now. What appears comes from a named place (`data-place`), what vanishes flies to one.
 */

import { prefersCalm } from "../preferences.svelte";
import type { AnimationPaths } from "../game/contract";

const SHORTEST = 150;
const LONGEST = 300;
/** Pixels in which the longest flight is reached. */
const FAR = 600;
const STAGGER = 40;
const EASING = "cubic-bezier(0.2, 0.8, 0.3, 1)";

interface Noted {
  box: DOMRect;
  copy: HTMLElement;
}

const NOWHERE: AnimationPaths = { from: new Map(), to: new Map() };

export class FlipAnimation {
  #root: HTMLElement;
  #noted = new Map<string, Noted>();
  #running = new Set<Animation>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Before the change. */
  note(): void {
    this.finish();
    this.#noted.clear();
    if (prefersCalm()) return;
    for (const thing of this.#things()) {
      this.#noted.set(thing.dataset["fly"] ?? "", {
        box: thing.getBoundingClientRect(),
        copy: thing.cloneNode(true) as HTMLElement,
      });
    }
  }

  /** After the change. */
  play(travels: AnimationPaths = NOWHERE): void {
    if (prefersCalm()) return;
    const places = this.#places();
    let late = 0;
    const here = new Set<string>();
    for (const thing of this.#things()) {
      const key = thing.dataset["fly"] ?? "";
      here.add(key);
      const from =
        this.#noted.get(key)?.box ?? places.get(travels.from.get(key) ?? "")?.getBoundingClientRect();
      if (from === undefined) continue;
      const delay = this.#noted.has(key) ? 0 : STAGGER * late++;
      this.#glide(thing, from, thing.getBoundingClientRect(), delay);
    }
    for (const [key, { box, copy }] of this.#noted) {
      const goal = places.get(travels.to.get(key) ?? "")?.getBoundingClientRect();
      if (here.has(key) || goal === undefined) continue;
      this.#flyAway(copy, box, goal, STAGGER * late++);
    }
  }

  /** Everything where it belongs, now. */
  finish(): void {
    for (const animation of this.#running) animation.finish();
    this.#running.clear();
  }

  #things(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>("[data-fly]")];
  }

  #places(): Map<string, HTMLElement> {
    const found = this.#root.querySelectorAll<HTMLElement>("[data-place]");
    return new Map([...found].map((place) => [place.dataset["place"] ?? "", place]));
  }

  #glide(thing: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    const far = Math.hypot(x, y);
    if (far < 2 || to.width === 0) return;
    const scale = Math.min(2.5, Math.max(0.3, from.width / to.width || 1));
    const start = `translate(${x}px, ${y}px) scale(${scale})`;
    const keep = getComputedStyle(thing).transform;
    const rest = keep === "none" ? "" : ` ${keep}`;
    // What flies cannot be pressed: it would be gone from under the finger before the press is over.
    const flying = { zIndex: 30, pointerEvents: "none" };
    this.#run(
      thing.animate(
        [
          { transform: start + rest, ...flying },
          { transform: keep === "none" ? "none" : keep, ...flying },
        ],
        { duration: duration(far), delay, easing: EASING, fill: "backwards" },
      ),
    );
  }

  #flyAway(copy: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
    copy.removeAttribute("data-fly");
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, {
      position: "fixed",
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      margin: "0",
      pointerEvents: "none",
      zIndex: "40",
    });
    this.#root.append(copy);
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    const animation = copy.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.85 },
        { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0 },
      ],
      { duration: duration(Math.hypot(x, y)), delay, easing: EASING, fill: "both" },
    );
    animation.onfinish = animation.oncancel = () => copy.remove();
    this.#run(animation);
  }

  #run(animation: Animation): void {
    this.#running.add(animation);
    animation.addEventListener("finish", () => this.#running.delete(animation));
  }
}

function duration(far: number): number {
  return SHORTEST + (LONGEST - SHORTEST) * Math.min(1, far / FAR);
}
