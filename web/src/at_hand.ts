// The position at hand: its picture, its moves, play against the computer, and why the answer holds.

import { type Drawn, draw } from "./board.ts";
import { download, h, prose } from "./dom.ts";
import type { Calls, Failed, Look, Map as WinMap, Move, Result } from "./protocol.ts";
import { labelOf, ofMap, plainLabel, show } from "./picture.ts";
import { Broken, type Solver, Stopped } from "./solver.ts";
import { type Spot, alike, narrowed } from "./spots.ts";
import { texts } from "./texts.ts";

/** How many moves are listed as buttons. */
const MAX_BUTTONS = 150;
/** The most spots times moves that are matched for their labels. */
const MAX_TOLD = 200_000;
/** The most cells of a board whose winning moves are shown. */
const MAX_TOLD_CELLS = 2_500;

/** The calls about a position, and what they take besides. */
type Asked = "look" | "choose" | "read" | "explain" | "map";
type Rest<N extends Asked> = Parameters<Calls[N]> extends [string, string[], ...infer More] ? More : never;

/** A move made since the record. */
interface Made {
  text: string;
  who: "you" | "computer";
}

const said = ({ text, who }: Made) => (who === "computer" ? texts.computerMoved(text) : texts.youMoved(text));

export class AtHand {
  #record = "";
  #moves: Made[] = [];
  #look: Look | undefined;
  #chosen: Move[] | undefined;
  #turn = 0;
  #mapPart = "";
  #mapShow = 0;
  #said = "";

  readonly level = h("select", { id: "level" },
    h("option", { value: 2 }, texts.levelPerfect), h("option", { value: 1 }, texts.levelFair), h("option", { value: 0 }, texts.levelEasy));
  readonly #replies = h("input", { type: "checkbox", id: "replies", checked: true });
  readonly #quiet = h("input", { type: "checkbox", id: "quiet" });
  readonly #verdict = h("p", { id: "verdict", class: "verdict", "aria-live": "polite" });
  readonly #say = h("p", { id: "said", role: "status" });
  readonly #point = h("p", { id: "pointed", class: "note" });
  readonly #picture = h("div", { id: "picture" });
  readonly #legal = h("div", { id: "legal", role: "group", "aria-label": texts.legal });
  readonly #history = h("ol", { id: "history" });
  readonly #why = h("div", { id: "why" });
  readonly #rules = h("p", { id: "game-rules" });
  readonly #map = h("div", { id: "map" });
  readonly #text = h("code", { id: "position-text" });
  readonly #typed = h("input", { id: "typed", autocomplete: "off", spellcheck: "false" });
  readonly #play: HTMLElement;

  constructor(parent: HTMLElement, readonly solver: Solver, readonly changed: () => void) {
    const button = (id: string, text: string, click: () => void) => h("button", { type: "button", id, click }, text);
    this.#play = h("div", { class: "play" },
      h("form", { class: "bar", submit: (event) => { event.preventDefault(); void this.#type(); } },
        h("label", { for: "typed" }, texts.typeMove), this.#typed, h("button", { type: "submit" }, texts.makeMove)),
      h("div", { class: "bar" },
        button("hint", texts.hint, () => void this.#hint()),
        button("undo", texts.undo, () => void this.undo()),
        button("restart", texts.restart, () => void this.#goTo([])),
        button("computer", texts.computerMove, () => void this.#computer())),
      h("div", { class: "bar" },
        h("label", {}, texts.level + " ", this.level),
        h("label", {}, this.#replies, " " + texts.replies),
        h("label", {}, this.#quiet, " " + texts.quiet)),
      this.#say, this.#legal,
      h("details", { class: "history" }, h("summary", {}, texts.history), this.#history));
    this.#quiet.addEventListener("change", () => void this.#refresh());
    this.level.addEventListener("change", () => this.changed());
    parent.append(
      h("p", {}, this.#text), this.#verdict, this.#picture, this.#point, this.#play,
      h("details", { open: true, id: "why-part" }, h("summary", {}, texts.why), this.#why),
      h("details", { id: "map-part", toggle: () => void this.#drawMap() }, h("summary", {}, texts.map), this.#map),
      h("details", { id: "rules-part" }, h("summary", {}, texts.rulesOfGame), this.#rules));
    this.#nothing(texts.noRecord);
  }

  get moves(): string[] {
    return this.#moves.map(({ text }) => text);
  }

  get record(): string {
    return this.#record;
  }

  /** Another record; the moves made since, where a link brings some. */
  async open(record: string, moves: string[] = []) {
    if (record === this.#record && moves.length === 0 && this.#look) return;
    this.#record = record;
    this.#mapPart = "";
    if (this.solver.busy) this.solver.stop();
    await this.#goTo(moves.map((text, at) => ({ text, who: at % 2 === 0 ? "you" : "computer" })));
  }

  close(why: string) {
    this.#record = "";
    this.#moves = [];
    this.#look = undefined;
    this.#nothing(why);
  }

  #nothing(why: string) {
    for (const part of [this.#picture, this.#legal, this.#history, this.#why, this.#map, this.#rules, this.#text, this.#point]) part.replaceChildren();
    this.#verdict.textContent = why;
    this.#verdict.className = "verdict";
    this.#play.hidden = true;
    this.#say.textContent = "";
  }

  /** Calls the solver about the position; gives nothing if something newer was asked meanwhile. */
  async #call<N extends Asked>(name: N, ...more: Rest<N>): Promise<Result<N> | undefined> {
    const turn = this.#turn;
    const found = await this.solver.call(name, [this.#record, this.moves, ...more] as unknown as Parameters<Calls[N]>);
    return turn === this.#turn ? found : undefined;
  }

  /** The same; says what is wrong. */
  async #ask<N extends Asked>(name: N, ...more: Rest<N>): Promise<Exclude<Result<N>, Failed> | undefined> {
    const turn = this.#turn;
    try {
      const found = await this.#call(name, ...more);
      if (!found?.error) return found as Exclude<Result<N>, Failed> | undefined;
      if (name === "look") this.#nothing(texts.wrong(found.error));
      else this.#sayThat(texts.wrong(found.error));
    } catch (error) {
      if (error instanceof Broken && turn === this.#turn) this.#nothing(texts.broken);
      else if (!(error instanceof Stopped) && !(error instanceof Broken)) throw error;
    }
    return undefined;
  }

  /** A map; nothing if the game has none. */
  async #mapOf(show: number): Promise<WinMap | undefined> {
    const map = await this.#call("map", show, "").catch(() => undefined);
    return map?.error ? undefined : map;
  }

  /** The position after these moves, and what is said of the last. */
  async #goTo(moves: Made[], said = "") {
    this.#moves = moves;
    this.#sayThat(said);
    await this.#refresh();
  }

  async #refresh() {
    this.#turn++;
    this.#chosen = undefined;
    const look = await this.#ask("look");
    if (!look) return;
    this.#look = look;
    this.#render();
    this.changed();
    await this.#drawPicture();
    const why = await this.#ask("explain");
    if (why) this.#showWhy(why.lines);
    await this.#drawMap();
  }

  #sayThat(text: string) {
    this.#said = text;
    this.#say.textContent = text;
  }

  /** Whether it is a secret who wins. */
  get #isQuiet(): boolean {
    return this.#quiet.checked && !this.#look?.over;
  }

  #render() {
    const look = this.#look;
    if (!look) return;
    const quiet = this.#isQuiet;
    const { outcome, count } = look.verdict;
    this.#play.hidden = !look.playable;
    this.#text.textContent = look.text;
    const values = look.values && look.values.length > 1 ? `, ${texts.componentValues(look.values.slice(0, 40).join(" "))}` : "";
    const grundy = look.value === undefined ? "" : ` ${texts.grundy(look.value)}${values}.`;
    this.#verdict.textContent = quiet ? texts.hidden : texts.verdict(outcome, count, look.over) + grundy;
    this.#verdict.className = quiet ? "verdict" : `verdict ${outcome}`;
    this.#rules.replaceChildren(...prose(look.rules));
    if (!look.playable) this.#sayThat(texts.notPlayable);
    if (quiet) this.#why.replaceChildren();
    this.#why.closest("details")!.hidden = quiet;
    this.#map.closest("details")!.hidden = quiet;
    const end = this.#result();
    this.#say.textContent = end ? `${this.#said} ${end}`.trim() : this.#said;
    this.#history.replaceChildren(...this.#moves.map((move) => h("li", {}, said(move))));
    this.#listMoves(quiet);
  }

  #listMoves(quiet: boolean) {
    const look = this.#look!;
    const moves = this.#chosen ?? look.legal;
    const best = new Set(quiet ? [] : look.best);
    const buttons = moves.slice(0, MAX_BUTTONS).map((move) => {
      const good = best.has(move.text);
      const word = look.verdict.outcome === "draw" ? texts.drawing : texts.winning;
      return h("button", { type: "button", class: good ? "move best" : "move", click: () => void this.make(move.text) },
        move.text, good && h("span", { class: "mark" }, ` ${word}`));
    });
    const more = look.more || moves.length > MAX_BUTTONS;
    const heading = this.#chosen ? texts.chosen(moves.length) : more ? texts.legalMore(buttons.length) : texts.legal;
    this.#legal.replaceChildren(
      h("h3", {}, heading),
      ...(buttons.length ? buttons : [h("span", {}, texts.noMoves)]),
      ...(this.#chosen ? [h("button", { type: "button", click: () => { this.#chosen = undefined; this.#render(); } }, texts.chooseAgain)] : []));
  }

  /** The result, when play is over. */
  #result(): string | undefined {
    const look = this.#look!;
    const last = this.#moves.at(-1);
    if (!last) return undefined;
    if (!look.over) return look.endless ? texts.goesRound : undefined;
    const { outcome } = look.verdict;
    if (outcome === "draw") return texts.drawn;
    return (outcome === "lose") === (last.who === "you") ? texts.youWin : texts.computerWins;
  }

  /** Makes a move, and lets the computer answer. */
  async make(text: string) {
    if (!this.#look || this.#look.over) return;
    const move: Made = { text, who: "you" };
    await this.#goTo([...this.#moves, move], said(move));
    if (this.#replies.checked && this.#look && !this.#look.over && !this.#look.endless && this.#moves.at(-1) === move) await this.#computer();
  }

  async #computer() {
    if (!this.#look || this.#look.over) return;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const chosen = await this.#ask("choose", Number(this.level.value), seed);
    if (!chosen?.move) return;
    const last = this.#moves.at(-1), answer: Made = { text: chosen.move, who: "computer" };
    await this.#goTo([...this.#moves, answer], (last?.who === "you" ? `${said(last)} ` : "") + said(answer));
  }

  async #type() {
    const typed = this.#typed.value.trim();
    if (!typed) return;
    const found = await this.#ask("read", typed);
    if (!found) return;
    const [only, ...others] = found.moves;
    if (only === undefined) this.#sayThat(texts.noSuchMove(typed));
    else if (others.length > 0) this.#sayThat(texts.severalMoves(found.moves.slice(0, 8).join(", ")));
    else {
      this.#typed.value = "";
      await this.make(only);
    }
  }

  async #hint() {
    const chosen = await this.#ask("choose", 2, 0);
    if (chosen?.move) this.#sayThat(texts.hintIs(chosen.move, this.#look!.verdict.outcome));
  }

  /** Takes back one's last move, and what the computer answered. */
  async undo() {
    const own = this.#moves.findLastIndex(({ who }) => who === "you");
    const to = own < 0 ? this.#moves.length - 1 : own;
    if (to >= 0) await this.#goTo(this.#moves.slice(0, to));
  }

  #choose(spot: Spot) {
    const look = this.#look;
    if (!look || look.over || !look.playable) return;
    let moves = narrowed(look, this.#chosen ?? look.legal, spot);
    // A cell that does not fit the choice begins a new one.
    if (moves.length === 0) moves = narrowed(look, look.legal, spot);
    if (moves.length === 0) {
      this.#chosen = undefined;
    } else if (moves.length === 1 || alike(moves)) {
      this.#chosen = undefined;
      void this.make(moves[0]!.text);
      return;
    } else {
      this.#chosen = moves;
    }
    this.#render();
  }

  async #drawPicture() {
    const look = this.#look!;
    const events = { chosen: (spot: Spot) => this.#choose(spot), pointed: (label: string) => { this.#point.textContent = label; } };
    const quiet = this.#isQuiet;
    let drawn = draw(look);
    if (!drawn && look.view !== "piles" && look.view !== "plain") {
      const map = await this.#mapOf(quiet ? 3 : 0);
      // Cells of pieces also know their winning moves.
      const told = !quiet && map?.hasValues && look.view === "pieces" && map.cells.length <= MAX_TOLD_CELLS;
      const moves = told ? await this.#mapOf(2) : undefined;
      map?.cells.forEach((cell, at) => {
        const move = moves?.cells[at]?.move;
        if (cell && move) cell.move = move;
      });
      if (map) drawn = ofMap(map, quiet ? plainLabel : labelOf);
    }
    this.#point.textContent = "";
    if (drawn && !quiet) this.#tellMore(drawn, look);
    this.#picture.replaceChildren(...(drawn ? [show(drawn, texts.pictureOf(look.text), events)] : []));
  }

  /** Adds to the labels of a picture the value of a component, and which winning moves go with a spot. */
  #tellMore(drawn: Drawn, look: Look) {
    if (drawn.spots.length * look.legal.length > MAX_TOLD) return;
    const best = new Set(look.best);
    for (const part of drawn.spots) {
      const { spot } = part;
      if (spot.kind === "heap" && look.values?.[spot.index] !== undefined) part.label += `, ${texts.valueOf(look.values[spot.index]!)}`;
      const moves = narrowed(look, look.legal, spot).filter(({ text }) => best.has(text)).map(({ text }) => text);
      if (moves.length > 0 && spot.kind !== "heap") part.label += `, ${texts.bestMoves(look.verdict.outcome, moves.slice(0, 3).join(" "))}`;
    }
  }

  #showWhy(lines: string[]) {
    const parts: HTMLElement[] = [];
    for (const line of lines.slice(2)) {
      if (line.startsWith(" ")) {
        const last = parts.at(-1);
        if (last?.tagName === "PRE") last.textContent += "\n" + line;
        else parts.push(h("pre", { tabindex: 0 }, line));
      } else if (line) {
        const last = parts.at(-1);
        // A sentence that goes on.
        if (last?.tagName === "P" && !/[.:;]$/.test(last.textContent!)) last.append(" " + line);
        else parts.push(h("p", {}, line));
      }
    }
    this.#why.replaceChildren(h("p", {}, h("strong", {}, lines[1] ?? "")), ...parts);
  }

  /** The map of who wins, where its part of the page is open. */
  async #drawMap() {
    const open = this.#map.closest("details")?.open;
    if (!open || !this.#look) return;
    const found = await this.#call("map", this.#mapShow, this.#mapPart).catch(() => undefined);
    if (!found) return;
    const shows = h("select", { id: "map-show" },
      ...[texts.mapOutcomes, texts.mapValues, texts.mapMoves].map((text, value) => h("option", { value, selected: value === this.#mapShow }, text)));
    const part = h("input", { id: "map-part-of", value: this.#mapPart, placeholder: texts.mapPartHelp, size: 16 });
    shows.addEventListener("change", () => { this.#mapShow = Number(shows.value); void this.#drawMap(); });
    part.addEventListener("change", () => { this.#mapPart = part.value.trim(); void this.#drawMap(); });
    const pointed = h("p", { class: "note" });
    const bar = h("div", { class: "bar" }, h("label", {}, texts.mapShow + " ", shows), h("label", {}, texts.mapPart + " ", part));
    if (found.error) {
      this.#map.replaceChildren(bar, h("p", { class: "wrong" }, texts.wrong(found.error)));
      return;
    }
    const { svg } = found;
    bar.append(h("button", { type: "button", click: () => download("map.svg", [svg], "image/svg+xml") }, texts.savePicture));
    const events = { chosen: (spot: Spot) => this.#choose(spot), pointed: (label: string) => { pointed.textContent = label; } };
    this.#map.replaceChildren(bar, show(ofMap(found), texts.map, events), pointed);
  }
}
