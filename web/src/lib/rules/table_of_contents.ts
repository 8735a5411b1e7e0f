/** A table of contents made from what is there: everything with an id and a heading. */

export interface Chapter {
  id: string;
  /** What a game calls it: the same at every table and in every link. */
  topic: string;
  title: string;
}

export function chaptersIn(root: HTMLElement): Chapter[] {
  return [...root.querySelectorAll<HTMLElement>("section[id], article[id], details[id], h2[id], h3[id]")]
    .map((part) => ({ id: part.id, topic: part.dataset["topic"] ?? part.id, title: titleOf(part) }))
    .filter(({ title }) => title !== "");
}

function titleOf(part: HTMLElement): string {
  const heading = /^H[1-6]$/.test(part.tagName) ? part : part.querySelector("h1, h2, h3, h4, summary");
  return heading?.textContent?.trim() ?? "";
}
