// A picture one can point at: hover says what is there, a click or Enter chooses it; wheel and buttons zoom.

import { h, s } from "./dom.ts";
import type { Drawn } from "./board.ts";
import type { Cell, Map as WinMap } from "./protocol.ts";
import type { Spot } from "./spots.ts";
import { texts } from "./texts.ts";

export interface PictureEvents {
  chosen?: (spot: Spot) => void;
  /** The thing under the pointer or the focus; empty when it leaves. */
  pointed?: (label: string) => void;
}

/** The library's picture as part of the page. */
export function parse(svg: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}

export function labelOf(cell: Cell): string {
  if (cell.letter !== undefined) return `${plainLabel(cell)}, ${texts.changes[cell.kind]}`;
  return texts.cell(cell.at.join(","), texts.kinds[cell.kind], cell.value, cell.move);
}

/** What a cell holds, and not who wins there. */
export function plainLabel({ at, name, kind, pieces, letter }: Cell): string {
  if (letter !== undefined) return texts.lettered(name ?? at.join(","), letter);
  const told = kind === "damaged" || kind === "used" || kind === "idle";
  return `${at.join(",")}: ${pieces ? texts.piece(pieces) : told ? texts.kinds[kind] : texts.free}`;
}

/** Makes a map from the solver into something with spots: a square or circle over each cell. */
export function ofMap(map: WinMap, label = labelOf): Drawn {
  const svg = parse(map.svg);
  const drawn: Drawn = { svg, spots: [] };
  map.cells.forEach((cell, index) => {
    if (!cell) return;
    const { places } = map;
    const area = "side" in places
      ? s("rect", {
          x: places.x + (index % places.cols) * places.side,
          y: places.y + Math.floor(index / places.cols) * places.side,
          width: places.side, height: places.side, class: "area",
        })
      : s("circle", { cx: places.centres[index]![0], cy: places.centres[index]![1], r: places.radius, class: "area" });
    const element = s("g", { class: "spot" }, area);
    svg.append(element);
    drawn.spots.push({ element, spot: { kind: "cell", at: cell.at }, label: label(cell) });
  });
  return drawn;
}

/** The box of the picture that is seen. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Shows a picture in a frame with zoom, pan and spots. Arrow keys go from spot to spot. */
export function show(drawn: Drawn, title: string, events: PictureEvents): HTMLElement {
  const { svg, spots } = drawn;
  const width = Number(svg.getAttribute("width")), height = Number(svg.getAttribute("height"));
  let box: Box = { x: 0, y: 0, width, height };
  const frame = h("div", { class: "frame" });
  const set = (next: Box) => {
    box = next;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    frame.classList.toggle("zoomed", box.width < width);
  };
  const zoom = (factor: number, cx = 0.5, cy = 0.5) => {
    const w = Math.min(width, Math.max(width / 40, box.width / factor)), scale = w / box.width;
    if (w === width) return set({ x: 0, y: 0, width, height });
    set({ x: box.x + box.width * cx * (1 - scale), y: box.y + box.height * cy * (1 - scale), width: w, height: box.height * scale });
  };
  svg.setAttribute("role", events.chosen ? "group" : "img");
  svg.setAttribute("aria-label", title);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.style.maxWidth = `${Math.max(width, 120)}px`;

  // One spot is in the tab order; arrows move on from it.
  let current = 0;
  spots.forEach(({ element, label }, at) => {
    element.setAttribute("role", events.chosen ? "button" : "img");
    element.setAttribute("aria-label", label);
    element.setAttribute("tabindex", at === 0 ? "0" : "-1");
    element.dataset.spot = String(at);
    // Text on a spot is part of its label, or a drawing only.
    for (const text of element.querySelectorAll("text")) {
      text.setAttribute("aria-hidden", "true");
      text.classList.add("written");
      svg.append(text);
    }
    element.append(s("title", {}, label));
  });
  const focus = (at: number) => {
    spots[current]?.element.setAttribute("tabindex", "-1");
    current = at;
    spots[at]?.element.setAttribute("tabindex", "0");
    spots[at]?.element.focus();
  };
  const spotOf = (event: Event) => {
    const element = (event.target as Element).closest<SVGElement>("[data-spot]");
    return element ? Number(element.dataset.spot) : undefined;
  };
  const choose = (at: number | undefined) => {
    if (at !== undefined && spots[at]) events.chosen?.(spots[at].spot);
  };
  const centre = (at: number) => {
    const { left, top, width: w, height: t } = spots[at]!.element.getBoundingClientRect();
    return [left + w / 2, top + t / 2] as const;
  };
  svg.addEventListener("keydown", (event) => {
    const ways: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const way = ways[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(spotOf(event));
    } else if (way) {
      event.preventDefault();
      const [x, y] = centre(current);
      let best = -1, least = Infinity;
      spots.forEach((_, at) => {
        const [tx, ty] = centre(at);
        const along = (tx - x) * way[0] + (ty - y) * way[1], across = Math.abs((tx - x) * way[1]) + Math.abs((ty - y) * way[0]);
        if (at !== current && along > 1 && along + 3 * across < least) { best = at; least = along + 3 * across; }
      });
      if (best >= 0) focus(best);
    }
  });
  svg.addEventListener("focusin", (event) => {
    const at = spotOf(event);
    if (at === undefined) return;
    current = at;
    events.pointed?.(spots[at]!.label);
  });
  svg.addEventListener("pointerover", (event) => {
    const at = spotOf(event);
    events.pointed?.(at === undefined ? "" : spots[at]!.label);
  });
  svg.addEventListener("pointerleave", () => events.pointed?.(""));
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && box.width === width) return;
    event.preventDefault();
    const rect = svg.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, (event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height);
  }, { passive: false });
  // Dragging pans once one has zoomed in; a press that does not move chooses.
  let drag: { x: number; y: number; from: Box; moved: boolean } | undefined;
  svg.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, from: box, moved: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag || box.width === width) return;
    const rect = svg.getBoundingClientRect();
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (Math.abs(dx) + Math.abs(dy) > 5) drag.moved = true;
    if (drag.moved) set({ ...drag.from, x: drag.from.x - (dx * box.width) / rect.width, y: drag.from.y - (dy * box.height) / rect.height });
  });
  svg.addEventListener("click", (event) => {
    const moved = drag?.moved;
    drag = undefined;
    if (!moved) choose(spotOf(event));
  });
  window.addEventListener("pointerup", () => { if (drag && !drag.moved) return; drag = undefined; }, { passive: true });

  const button = (text: string, run: () => void) => h("button", { type: "button", click: run }, text);
  frame.append(
    svg,
    h("div", { class: "bar zoom", hidden: width < 400 && spots.length < 60 },
      button(texts.zoomIn, () => zoom(1.5)),
      button(texts.zoomOut, () => zoom(1 / 1.5)),
      button(texts.zoomReset, () => set({ x: 0, y: 0, width, height }))),
  );
  return frame;
}
