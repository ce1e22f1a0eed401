// All games: rules, an example, a picture.

import { draw } from "./board.ts";
import { byId, h, later, once, prose } from "./dom.ts";
import { ofMap, parse } from "./picture.ts";
import type { Games } from "./protocol.ts";
import { Solver } from "./solver.ts";
import { texts } from "./texts.ts";

/** The picture of a record: the position, or the map of who wins. */
async function pictureOf(record: string, solver: Solver): Promise<SVGSVGElement | undefined> {
  const look = await solver.call("look", [record, []]);
  if (look.error) return undefined;
  const drawn = draw(look);
  if (drawn) return drawn.svg;
  const map = await solver.call("map", [record, [], 0, ""]);
  if (map.error) return undefined;
  const { places } = map;
  if (!("side" in places)) return ofMap(map).svg;
  // The cells alone: titles and legend are too small to read here.
  const svg = parse(map.svg);
  const rows = Math.ceil(map.cells.length / places.cols);
  const [width, height] = [places.cols * places.side + 2, rows * places.side + 2];
  svg.setAttribute("viewBox", `${places.x - 1} ${places.y - 1} ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  return svg;
}

/** Fills the gallery once it is opened. `open` puts a record into the editor. */
export function gallery(dialog: HTMLDialogElement, games: Promise<Games>, open: (record: string) => void) {
  const solver = new Solver();
  const card = (name: string, about: (HTMLElement | string)[], record: string) => {
    const picture = h("div", { class: "thumb", "aria-hidden": "true" });
    const article = h("article", { class: "card", "data-record": record, "data-name": name },
      h("h3", {}, name), picture, ...about,
      h("p", {}, h("code", {}, record)),
      h("button", { type: "button", "aria-label": texts.tryGame(name), click: () => { dialog.close(); open(record); } }, texts.tryIt));
    return { article, picture, record };
  };
  return once(async () => {
    const { games: all, classics } = await games;
    const cards = [
      ...all.map((game) => card(game.name, [h("p", {}, ...prose(game.summary)), h("p", { class: "small" }, ...prose(game.rules)), h("p", { class: "small dim" }, ...prose(game.limits))], game.example)),
    ];
    const own = classics.map((classic) =>
      card(classic.name, [h("p", {}, classic.known), h("p", { class: "small dim" }, `${texts.source}: ${classic.source}`)], classic.record));
    const found = h("p", { role: "status", class: "note" });
    const search = h("input", { type: "search", id: "gallery-search", "aria-label": texts.search, placeholder: texts.search });
    const filter = () => {
      const words = search.value.toLowerCase().split(/\s+/);
      let count = 0;
      for (const { article } of [...cards, ...own]) {
        const text = article.textContent!.toLowerCase();
        article.hidden = !words.every((word) => text.includes(word));
        if (!article.hidden) count++;
      }
      found.textContent = texts.galleryFound(count);
    };
    search.addEventListener("input", later(80, filter));
    dialog.append(
      h("div", { class: "bar" }, search, found),
      h("div", { class: "cards" }, ...cards.map(({ article }) => article)),
      h("h2", {}, texts.classics),
      h("div", { class: "cards" }, ...own.map(({ article }) => article)));
    filter();
    // Pictures one after another, when their cards come into sight.
    const waiting = new Map([...cards, ...own].map((entry) => [entry.article as Element, entry]));
    let chain = Promise.resolve();
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const entry = waiting.get(target);
        if (!isIntersecting || !entry) continue;
        waiting.delete(target);
        watch.unobserve(target);
        chain = chain.then(async () => {
          const svg = await pictureOf(entry.record, solver).catch(() => undefined);
          if (svg) entry.picture.append(svg);
        });
      }
    }, { root: byId("gallery"), rootMargin: "300px" });
    [...cards, ...own].forEach(({ article }) => watch.observe(article));
  });
}
