// The editor: records, their answers behind them, and what is wrong under the very place.

import { autocompletion, closeCompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType, drawSelection,
  highlightActiveLine, keymap, lineNumbers,
} from "@codemirror/view";
import { completer, records } from "./highlight.ts";
import type { Answer, Games } from "./protocol.ts";
import { texts } from "./texts.ts";

/** New answers; `null` forgets all. */
const answered = StateEffect.define<Answer[] | null>();

/** The answers by the lines of their records. They move with their lines while one types. */
const answers = StateField.define<Map<number, Answer>>({
  create: () => new Map(),
  update(known, transaction) {
    let now = known;
    if (transaction.docChanged) {
      const old = transaction.startState.doc;
      // Lines before the first change keep their answers; the others get theirs anew in a moment.
      let first = old.lines + 1;
      transaction.changes.iterChanges((from) => { first = Math.min(first, old.lineAt(from).number); });
      const moved = transaction.state.doc.lines - old.lines;
      now = new Map();
      for (const [line, answer] of known) {
        if (line < first) now.set(line, answer);
        else if (line > first && moved !== 0) now.set(line + moved, { ...answer, line: line + moved });
        else if (line > first) now.set(line, answer);
      }
    }
    for (const effect of transaction.effects) {
      if (!effect.is(answered)) continue;
      now = effect.value === null ? new Map() : now === known ? new Map(now) : now;
      effect.value?.forEach((answer) => now.set(answer.line, answer));
    }
    return now;
  },
});

class AnswerWidget extends WidgetType {
  constructor(readonly text: string, readonly kind: string) {
    super();
  }
  override eq(other: AnswerWidget) {
    return other.text === this.text && other.kind === this.kind;
  }
  toDOM() {
    const element = document.createElement("span");
    element.className = `answer answer-${this.kind}`;
    element.textContent = this.text;
    return element;
  }
}

/** The longest answer shown behind a record. */
const LONGEST = 300;

function kindOf(answer: Answer): string {
  if (answer.error) return "wrong";
  const word = /^(WIN|LOSE|DRAW)/.exec(answer.answer ?? "")?.[1];
  return word ? word.toLowerCase() : "other";
}

/** Answers behind the lines that are seen. */
const shown = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = this.build(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || update.startState.field(answers) !== update.state.field(answers)) {
        this.decorations = this.build(update.view);
      }
    }
    build(view: EditorView): DecorationSet {
      const known = view.state.field(answers);
      const ranges = [];
      for (const { from, to } of view.visibleRanges) {
        for (let at = from; at <= to; ) {
          const line = view.state.doc.lineAt(at);
          const answer = known.get(line.number);
          if (answer) {
            const text = answer.error ? "ERROR" : (answer.answer ?? "");
            const short = text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text;
            const widget = new AnswerWidget((answer.label ? `@${answer.label} ` : "") + short, kindOf(answer));
            ranges.push(Decoration.widget({ widget, side: 1 }).range(line.to));
          }
          at = line.to + 1;
        }
      }
      return Decoration.set(ranges);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** The offsets of a line's characters: columns count characters, the editor counts UTF-16. */
function offset(text: string, characters: number): number {
  if (characters <= 0) return 0;
  let at = 0;
  for (const character of text) {
    if (characters-- <= 0) break;
    at += character.length;
  }
  return at;
}

function diagnosticOf(doc: Text, { error }: Answer): Diagnostic | undefined {
  if (!error || error.line > doc.lines) return undefined;
  const line = doc.line(error.line);
  const from = line.from + offset(line.text, error.column - 1);
  const to = line.from + offset(line.text, error.column - 1 + error.width);
  return { from, to: Math.max(from, to), severity: "error", message: `${error.message}\n${error.help}` };
}

export interface EditorEvents {
  changed: (text: string) => void;
  moved: () => void;
}

/** The most wrong records that are marked. */
const MAX_MARKED = 1000;

export class Editor {
  readonly view: EditorView;
  #wrong: Answer[] = [];
  #quietly = false;

  constructor(parent: HTMLElement, text: string, games: () => Games | undefined, events: EditorEvents) {
    // In a shadow root the editor's styles are style sheets, which the page's content security policy lets be.
    const root = parent.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(editorStyles);
    root.adoptedStyleSheets = [sheet];
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), records, answers, shown,
          autocompletion({ override: [completer(games)] }),
          keymap.of([
            { key: "Escape", run: (view) => closeCompletion(view) },
            { key: "Ctrl-Space", run: startCompletion },
            ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({ "aria-label": texts.editorLabel, "aria-describedby": "editor-help" }),
          EditorView.lineWrapping,
          EditorView.domEventHandlers({
            // A change of several lines is made here: the browser alone would try to style it inline.
            beforeinput: (event, view) => {
              const { main } = view.state.selection;
              const several = view.state.doc.lineAt(main.from).number !== view.state.doc.lineAt(main.to).number;
              if (event.inputType !== "insertText" || event.data === null || !(several || event.data.includes("\n"))) return false;
              event.preventDefault();
              view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
              return true;
            },
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.#quietly) events.changed(this.text);
            if (update.selectionSet || update.docChanged) events.moved();
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces the text; the cursor goes to a line. `quietly`: without an event. */
  setText(text: string, line = 1, quietly = false) {
    const { state } = this.view;
    this.#quietly = quietly;
    this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
    this.#quietly = false;
    this.goTo(line);
  }

  goTo(line: number) {
    const { doc } = this.view.state;
    const to = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({ selection: { anchor: to.from }, scrollIntoView: true });
  }

  /** Adds records behind the others, and puts the cursor on them. */
  append(record: string) {
    const { doc } = this.view.state;
    const before = doc.length === 0 || doc.line(doc.lines).text === "" ? "" : "\n";
    this.view.dispatch({ changes: { from: doc.length, insert: `${before}${record}\n` } });
    this.goTo(this.view.state.doc.lines - record.split("\n").length);
  }

  get cursorLine(): number {
    const { state } = this.view;
    return state.doc.lineAt(state.selection.main.head).number;
  }

  /** The text from this line on, up to another. */
  slice(from: number, to: number): string {
    const { doc } = this.view.state;
    if (from > doc.lines) return "";
    return doc.sliceString(doc.line(from).from, to > doc.lines ? doc.length : doc.line(to).from);
  }

  /** Answers have come. The first of a text replace those of the text before. */
  take(answers: Answer[], first: boolean) {
    if (first) this.#wrong = [];
    const before = this.#wrong.length;
    for (const answer of answers) {
      if (answer.error && this.#wrong.length < MAX_MARKED) this.#wrong.push(answer);
    }
    this.view.dispatch({ effects: first ? [answered.of(null), answered.of(answers)] : answered.of(answers) });
    if (first || this.#wrong.length > before) this.mark();
  }

  mark() {
    const { doc } = this.view.state;
    const found = this.#wrong.map((answer) => diagnosticOf(doc, answer)).filter((d) => d !== undefined);
    found.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** All answers in order. */
  get answers(): Answer[] {
    return [...this.view.state.field(answers).values()].sort((a, b) => a.line - b.line);
  }
}

const editorStyles = `
.cm-editor { height: 100%; color: var(--ink); background: var(--paper); font-size: 1rem; }
.cm-editor.cm-focused { outline: 3px solid var(--focus); outline-offset: -3px; }
.cm-scroller { font-family: var(--mono); line-height: 1.6; }
.cm-content { caret-color: var(--ink); }
.cm-cursor { border-left-color: var(--ink) !important; border-left-width: 2px !important; }
.cm-gutters { background: var(--panel) !important; color: var(--dim) !important; border-right: 1px solid var(--line) !important; }
.cm-activeLine { background: var(--active) !important; }
.cm-selectionBackground { background: var(--selection) !important; }
.cm-tooltip { background: var(--panel) !important; color: var(--ink) !important; border: 1px solid var(--line) !important; }
.cm-tooltip-autocomplete ul li[aria-selected] { background: var(--accent) !important; color: var(--on-accent) !important; }
.cm-completionDetail { font-style: normal !important; opacity: 0.8; }
.cm-panels { background: var(--panel) !important; color: var(--ink) !important; }
.cm-panel.cm-panel-lint ul [aria-selected] { background: var(--active) !important; color: var(--ink) !important; }
.cm-lintRange-error { background: none !important; border-bottom: 3px wavy var(--wrong); text-decoration: underline wavy 2px var(--wrong); }
.tok-game { color: var(--tok-game); font-weight: 600; }
.tok-number { color: var(--tok-number); }
.tok-keyword { color: var(--tok-keyword); }
.tok-ask { color: var(--tok-ask); }
.tok-comment { color: var(--dim); font-style: italic; }
.tok-label { color: var(--tok-label); }
.answer { margin-left: 2ch; padding: 0 0.6ch; border-radius: 0.4ch; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
.answer-win { color: var(--win-ink); background: var(--win); }
.answer-lose { color: var(--lose-ink); background: var(--lose); }
.answer-draw { color: var(--draw-ink); background: var(--draw); }
.answer-wrong { color: var(--wrong); border-color: var(--wrong); font-weight: 600; }
@media print { .cm-gutters, .cm-cursorLayer { display: none !important; } .cm-editor { height: auto; } }
`;
