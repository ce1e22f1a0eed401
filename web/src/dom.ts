// Making elements.

export type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

/** An element with attributes; a function listens to the event of its name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same, of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** The element of this id, which is in the page. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element as E;
}

/** Calls after this number of milliseconds without another call. */
export function later<A extends unknown[]>(wait: number, run: (...args: A) => void): (...args: A) => void {
  let timer: number | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait) as unknown as number;
  };
}

/** A function that does nothing when it is called again. */
export function once(run: () => unknown): () => void {
  let done = false;
  return () => {
    if (!done) run();
    done = true;
  };
}

/** Lets somebody save bytes as a file. */
export function download(name: string, parts: BlobPart[], type: string) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Text in which what stands between backquotes is code. */
export function prose(text: string): (HTMLElement | string)[] {
  return text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}
