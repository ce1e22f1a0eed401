// Positions that are no map, drawn: heaps and piles as tokens, strips of squares, coins, graphs.

import { s } from "./dom.ts";
import type { Look } from "./protocol.ts";
import type { Spot } from "./spots.ts";
import { texts } from "./texts.ts";

/** The largest heap drawn as tokens. */
const MAX_TOKENS = 40;
const MAX_HEAPS = 60;
const MAX_SQUARES = 200;
const MAX_VERTICES = 200;

/** A picture, and what its parts stand for. */
export interface Drawn {
  svg: SVGSVGElement;
  spots: { element: SVGElement; spot: Spot; label: string }[];
}

function picture(width: number, height: number): SVGSVGElement {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "board" });
}

/** A group that can be pointed at. */
function spotted(drawn: Drawn, element: SVGElement, spot: Spot, label: string) {
  drawn.svg.append(element);
  drawn.spots.push({ element, spot, label });
}

/** Columns of tokens. A token stands for leaving those below it. */
function columns(groups: { index: number; pile: number; tokens: string; label: string; title: string }[]): Drawn {
  const highest = Math.max(3, ...groups.map(({ tokens }) => (tokens.length < 3 && Number(tokens) <= MAX_TOKENS ? Number(tokens) : 3)));
  const step = highest > 15 ? 15 : 22;
  const wide = 64;
  const height = highest * step + 58;
  const drawn: Drawn = { svg: picture(Math.max(1, groups.length) * wide + 16, height), spots: [] };
  const floor = height - 40;
  groups.forEach(({ index, pile, tokens, label, title }, at) => {
    const x = at * wide + wide / 2 + 8;
    const count = tokens.length < 3 ? Number(tokens) : Infinity;
    drawn.svg.append(s("line", { x1: x - 26, x2: x + 26, y1: floor, y2: floor, class: "floor" }));
    if (count <= MAX_TOKENS) {
      for (let k = 1; k <= count; k++) {
        const y = floor - (k - 0.5) * step - 1;
        const token = s("g", { class: "spot" }, s("rect", { x: x - 22, y: y - step / 2 + 1, width: 44, height: step - 3, rx: step / 3, class: "token" }));
        spotted(drawn, token, { kind: "token", index, pile, left: String(k - 1) }, texts.token(index + 1, k - 1));
      }
    } else {
      const box = s("g", { class: "spot" },
        s("rect", { x: x - 24, y: floor - 3 * step, width: 48, height: 3 * step - 2, rx: 6, class: "token" }),
        s("text", { x, y: floor - 1.3 * step, class: "on-token", "text-anchor": "middle" }, tokens.length > 6 ? "…" : tokens));
      spotted(drawn, box, { kind: "heap", index }, title);
    }
    const short = tokens.length > 8 ? tokens.slice(0, 7) + "…" : tokens;
    const name = s("g", { class: "spot" },
      s("rect", { x: x - 28, y: floor + 4, width: 56, height: 34, class: "under" }),
      s("text", { x, y: floor + 18, class: "count", "text-anchor": "middle" }, short),
      s("text", { x, y: floor + 33, class: "name", "text-anchor": "middle" }, label));
    spotted(drawn, name, { kind: "heap", index }, title);
  });
  return drawn;
}

/** A strip with coins on it. */
function strip(look: Look): Drawn | undefined {
  const coins = look.position.numbers;
  const most = Math.max(0, ...coins.map(Number));
  if (most > MAX_SQUARES) return undefined;
  const side = 40, { first } = look.shape;
  const perRow = 16, rows = Math.ceil((most + 1) / perRow);
  const drawn: Drawn = { svg: picture(Math.min(most + 1, perRow) * side + 8, rows * (side + 20) + 8), spots: [] };
  for (let square = first; square <= most; square++) {
    const x = (square % perRow) * side + 4, y = Math.floor(square / perRow) * (side + 20) + 4;
    const here = coins.flatMap((coin, index) => (Number(coin) === square ? [index] : []));
    const group = s("g", { class: "spot" },
      s("rect", { x, y, width: side, height: side, class: "square" }),
      s("text", { x: x + side / 2, y: y + side + 14, class: "name", "text-anchor": "middle" }, String(square)));
    if (here.length > 0) {
      group.append(s("circle", { cx: x + side / 2, cy: y + side / 2, r: side / 2 - 5, class: "token" }));
      if (here.length > 1) group.append(s("text", { x: x + side / 2, y: y + side / 2 + 5, class: "on-token", "text-anchor": "middle" }, `×${here.length}`));
    }
    const label = here.length > 0 ? texts.coin(here[0]! + 1, String(square)) : texts.square(String(square));
    spotted(drawn, group, { kind: "cell", at: [String(square)] }, label);
  }
  return drawn;
}

/** Coins in a row or a rectangle, heads dark. */
function coins(look: Look): Drawn | undefined {
  const heads = look.position.tuples;
  if (look.game !== "coins") return undefined;
  const plane = heads.some((at) => at.length === 2) || look.legal.some(({ cells }) => cells !== undefined);
  const last = (axis: number) => Math.max(1, ...heads.map((at) => Number(at[axis] ?? 1)));
  const rows = plane ? last(0) : 1, cols = plane ? last(1) : last(0);
  if (rows * cols > MAX_SQUARES) return undefined;
  const least = look.legal.some(({ places, cells }) => places?.includes("0") || cells?.some((c) => c.includes("0"))) ? 0 : 1;
  const side = 42;
  const drawn: Drawn = { svg: picture((cols - least + 1) * side + 8, (plane ? rows - least + 1 : 1) * side + 24), spots: [] };
  for (let row = plane ? least : 1; row <= rows; row++) {
    for (let col = least; col <= cols; col++) {
      const at = plane ? [String(row), String(col)] : [String(col)];
      const head = heads.some((h) => h.join() === at.join());
      const x = (col - least) * side + side / 2 + 4, y = (plane ? row - least : 0) * side + side / 2 + 4;
      const group = s("g", { class: "spot" },
        s("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: "under" }),
        s("circle", { cx: x, cy: y, r: side / 2 - 4, class: head ? "token" : "tail" }),
        s("text", { x, y: y + 5, class: head ? "on-token" : "name", "text-anchor": "middle" }, at.join(",")));
      spotted(drawn, group, { kind: "cell", at }, head ? texts.head(at.join(",")) : texts.tail(at.join(",")));
    }
  }
  return drawn;
}

/** A graph: on a circle, or growing from the ground. */
function graph(look: Look): Drawn | undefined {
  const { edges } = look.shape;
  const grounded = look.game === "hackenbush";
  const vertices = [...new Set(edges.flat())].sort((a, b) => Number(a) - Number(b));
  if (vertices.length === 0 || vertices.length > MAX_VERTICES) return undefined;
  const places = grounded ? fromTheGround(edges) : onACircle(vertices);
  const width = Math.max(...[...places.values()].map(([x]) => x)) + 40;
  const height = Math.max(...[...places.values()].map(([, y]) => y)) + 40;
  const drawn: Drawn = { svg: picture(width, height), spots: [] };
  const open = (spot: Spot) => look.legal.some((move) => spot.kind === "edge"
    ? move.edge?.join() === spot.ends.join()
    : spot.kind === "cell" && (move.places ?? move.edge ?? []).includes(spot.at[0]!));
  if (grounded) drawn.svg.append(s("line", { x1: 0, x2: width, y1: height - 40, y2: height - 40, class: "floor" }));
  const copies = new Map<string, number>();
  for (const [a, b] of edges) {
    const spot: Spot = { kind: "edge", ends: [a, b] };
    const byEdge = look.legal.some((move) => move.edge);
    const gone = byEdge && !open(spot);
    if (gone && grounded) continue;
    const [[x1, y1], [x2, y2]] = [places.get(a)!, places.get(b)!];
    const key = [a, b].sort().join("-");
    const copy = copies.get(key) ?? 0;
    copies.set(key, copy + 1);
    const bend = a === b ? 0 : copy * 22;
    const path = a === b
      ? `M ${x1} ${y1} c -40 -${50 + copy * 20} 40 -${50 + copy * 20} 0 0`
      : `M ${x1} ${y1} Q ${(x1 + x2) / 2 + bend} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`;
    const line = s("g", { class: byEdge && !gone ? "spot" : "gone" }, s("path", { d: path, class: "edge" }), s("path", { d: path, class: "edge-area" }));
    if (byEdge && !gone) spotted(drawn, line, spot, texts.edge(a, b));
    else drawn.svg.append(line);
  }
  for (const vertex of vertices) {
    const [x, y] = places.get(vertex)!;
    if (grounded && vertex === "0") continue;
    const spot: Spot = { kind: "cell", at: [vertex] };
    const gone = !open(spot);
    const group = s("g", { class: gone ? "gone" : "spot" },
      s("circle", { cx: x, cy: y, r: grounded ? 10 : 18, class: gone ? "tail" : "token" }),
      s("text", { x, y: y + 5, class: gone ? "name" : "on-token", "text-anchor": "middle" }, vertex));
    if (gone || grounded) drawn.svg.append(group);
    else spotted(drawn, group, spot, texts.vertex(vertex));
  }
  return drawn;
}

function onACircle(vertices: string[]): Map<string, [number, number]> {
  const radius = Math.max(70, vertices.length * 11);
  return new Map(vertices.map((vertex, at) => {
    const turn = (2 * Math.PI * at) / vertices.length - Math.PI / 2;
    return [vertex, [radius * (1 + Math.cos(turn)) + 40, radius * (1 + Math.sin(turn)) + 40]];
  }));
}

/** Rows by the distance from vertex 0. */
function fromTheGround(edges: [string, string][]): Map<string, [number, number]> {
  const depth = new Map<string, number>([["0", 0]]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [a, b] of edges) {
      for (const [from, to] of [[a, b], [b, a]] as const) {
        const at = depth.get(from);
        if (at !== undefined && !depth.has(to)) { depth.set(to, at + 1); grown = true; }
      }
    }
  }
  for (const end of edges.flat()) if (!depth.has(end)) depth.set(end, 1);
  const deepest = Math.max(...depth.values());
  const rows = new Map<number, string[]>();
  depth.forEach((at, vertex) => rows.set(at, [...(rows.get(at) ?? []), vertex]));
  const widest = Math.max(...[...rows.values()].map((row) => row.length));
  const places = new Map<string, [number, number]>();
  rows.forEach((row, at) => row.forEach((vertex, i) => {
    places.set(vertex, [((i + 0.5) / row.length) * widest * 80 + 20, (deepest - at) * 70 + 40]);
  }));
  return places;
}

/** The position as a picture of its own; nothing where the map of who wins shows it best. */
export function draw(look: Look): Drawn | undefined {
  const { numbers, tuples, rows } = look.position;
  switch (look.view) {
    case "heaps":
    case "countdown":
    case "row":
    case "piles": {
      const heaps = numbers.map((tokens, index) => ({ index, pile: 0, tokens, label: String(index + 1), title: texts.heap(index + 1, tokens) }));
      const piles = tuples.flatMap((tuple, index) => tuple.map((tokens, pile) => ({
        index, pile, tokens, label: tuple.length > 1 ? `${index + 1}.${pile + 1}` : String(index + 1),
        title: texts.pile(index + 1, pile + 1, tokens),
      })));
      const groups = heaps.length > 0 ? heaps : piles;
      return groups.length > MAX_HEAPS ? undefined : columns(groups);
    }
    case "strip":
      return strip(look);
    case "plain":
      return coins(look);
    case "parts":
      return look.shape.board || rows.length > 0 ? undefined : graph(look);
    default:
      return undefined;
  }
}
