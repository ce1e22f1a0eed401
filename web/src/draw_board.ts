// Drawing a board with the mouse or the keyboard: pieces and damage become a record.

import { h, once } from "./dom.ts";
import type { Games } from "./protocol.ts";
import { texts } from "./texts.ts";

const MOST = 30;
const MOST_PIECES = 9;

/** A board: 0 to 9 pieces a cell, -1 where it is damaged. */
export class Board {
  cells: number[];
  constructor(public rows: number, public cols: number) {
    this.cells = new Array<number>(rows * cols).fill(0);
  }
  resized(rows: number, cols: number): Board {
    const next = new Board(rows, cols);
    for (let r = 0; r < Math.min(rows, this.rows); r++)
      for (let c = 0; c < Math.min(cols, this.cols); c++) next.cells[r * cols + c] = this.cells[r * this.cols + c]!;
    return next;
  }
  /** The record: rows of text joined by slashes where they are short, else sizes and lists. */
  record(game: string): string {
    const places = (wanted: (cell: number) => number) =>
      this.cells.flatMap((cell, at) => new Array<string>(wanted(cell)).fill(`${Math.floor(at / this.cols) + 1},${(at % this.cols) + 1}`));
    const damaged = places((cell) => (cell < 0 ? 1 : 0));
    const pieces = places((cell) => Math.max(0, cell));
    const size = `${this.rows}x${this.cols}`;
    return `${game} ${size}${damaged.length ? ` damaged ${damaged.join(" ")}` : ""}:${pieces.map((piece) => ` ${piece}`).join("")}`;
  }
}

/** Fills the dialog when it is opened first. */
export function drawing(dialog: HTMLDialogElement, games: Promise<Games>, add: (record: string) => void) {
  return once(async () => {
    const boards = (await games).games.filter(({ board, name }) => board && name !== "leaper").map(({ name }) => name);
    let board = new Board(8, 8);
    const game = h("select", { id: "draw-game" }, ...boards.map((name) => h("option", {}, name)));
    const number = (id: string, value: number) => h("input", { type: "number", id, min: 1, max: MOST, value });
    const rows = number("draw-rows", 8), cols = number("draw-cols", 8);
    const brushes = [["piece", texts.brushPiece], ["damage", texts.brushDamage], ["erase", texts.brushErase]] as const;
    let brush: (typeof brushes)[number][0] = "piece";
    const choices = brushes.map(([name, text]) => {
      const input = h("input", { type: "radio", name: "brush", value: name, checked: name === brush });
      input.addEventListener("change", () => { brush = name; });
      return h("label", {}, input, " " + text);
    });
    const grid = h("div", { class: "grid", role: "grid", "aria-label": texts.draw, id: "draw-grid" });
    const record = h("code", { id: "draw-record" });
    const what = (cell: number) => (cell < 0 ? texts.damaged : cell === 0 ? texts.free : texts.piece(cell));
    const update = (element: HTMLElement, at: number) => {
      const cell = board.cells[at]!;
      element.className = cell < 0 ? "cell damaged" : cell > 0 ? "cell piece" : "cell";
      element.textContent = cell < 0 ? "×" : cell > 1 ? String(cell) : cell === 1 ? "●" : "";
      element.setAttribute("aria-label", texts.drawCell(Math.floor(at / board.cols) + 1, (at % board.cols) + 1, what(cell)));
      record.textContent = board.record(game.value);
    };
    let elements: HTMLElement[] = [];
    const paint = (at: number, dragging: boolean) => {
      const now = board.cells[at]!;
      if (brush === "erase") board.cells[at] = 0;
      else if (brush === "damage") board.cells[at] = dragging || now >= 0 ? -1 : 0;
      else board.cells[at] = dragging ? Math.max(now, 1) : now < 0 ? 1 : (now + 1) % (MOST_PIECES + 1);
      update(elements[at]!, at);
    };
    const build = () => {
      grid.style.setProperty("--cols", String(board.cols));
      elements = board.cells.map((_, at) => h("div", { role: "gridcell", tabindex: at === 0 ? 0 : -1, "data-at": at }));
      const lines = Array.from({ length: board.rows }, (_, r) =>
        h("div", { role: "row", class: "row" }, ...elements.slice(r * board.cols, (r + 1) * board.cols)));
      grid.replaceChildren(...lines);
      elements.forEach(update);
    };
    const resize = () => {
      const side = (input: HTMLInputElement) => Math.min(MOST, Math.max(1, Math.floor(Number(input.value)) || 1));
      board = board.resized(side(rows), side(cols));
      build();
    };
    rows.addEventListener("change", resize);
    cols.addEventListener("change", resize);
    game.addEventListener("change", () => { record.textContent = board.record(game.value); });
    const atOf = (event: Event) => {
      const cell = (event.target as Element).closest<HTMLElement>("[data-at]");
      return cell ? Number(cell.dataset.at) : undefined;
    };
    let last: number | undefined;
    grid.addEventListener("pointerdown", (event) => {
      const at = atOf(event);
      if (at === undefined) return;
      (event.target as Element).releasePointerCapture(event.pointerId);
      last = at;
      paint(at, false);
    });
    grid.addEventListener("pointerover", (event) => {
      const at = atOf(event);
      if (event.buttons !== 1 || at === undefined || at === last) return;
      last = at;
      paint(at, true);
    });
    grid.addEventListener("keydown", (event) => {
      const at = atOf(event);
      if (at === undefined) return;
      const steps: Record<string, number> = { ArrowUp: -board.cols, ArrowDown: board.cols, ArrowLeft: at % board.cols ? -1 : 0, ArrowRight: (at + 1) % board.cols ? 1 : 0 };
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        paint(at, false);
      } else if (event.key in steps) {
        event.preventDefault();
        const next = elements[at + steps[event.key]!];
        if (!next) return;
        elements[at]!.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    });
    dialog.append(
      h("p", { class: "note" }, texts.drawHelp),
      h("div", { class: "bar" },
        h("label", {}, texts.drawGame + " ", game), h("label", {}, texts.drawRows + " ", rows), h("label", {}, texts.drawCols + " ", cols)),
      h("fieldset", { class: "bar" }, h("legend", {}, texts.brush), ...choices),
      grid,
      h("p", {}, texts.drawRecord + ": ", record),
      h("button", { type: "button", id: "draw-add", click: () => { dialog.close(); add(board.record(game.value)); } }, texts.drawAdd));
    build();
  });
}
