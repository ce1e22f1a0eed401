// The editor: records, their answers behind them, and what is wrong under the very place.

import { autocompletion, closeCompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, EditorView, WidgetType, drawSelection, highlightActiveLine, keymap, lineNumbers,
} from "@codemirror/view";
import { h } from "./dom.ts";
import { completer, records } from "./highlight.ts";
import type { Answer, Games } from "./protocol.ts";
import { texts } from "./texts.ts";

/** The longest answer shown behind a record. */
const LONGEST = 300;

/** An answer, shown behind its record. */
class AnswerWidget extends WidgetType {
  readonly text: string;
  readonly kind: string;
  constructor({ label, answer = "", error }: Answer) {
    super();
    const text = error ? "ERROR" : answer.length > LONGEST ? answer.slice(0, LONGEST) + "…" : answer;
    this.text = label ? `@${label} ${text}` : text;
    this.kind = error ? "wrong" : (/^(WIN|LOSE|DRAW)/.exec(answer)?.[1]?.toLowerCase() ?? "other");
  }
  override eq(other: AnswerWidget) {
    return other.text === this.text && other.kind === this.kind;
  }
  toDOM() {
    return h("span", { class: `answer answer-${this.kind}` }, this.text);
  }
}

/** New answers. The first of a text replace those of the text before. */
const answered = StateEffect.define<{ answers: Answer[]; first: boolean }>();

/** The answers at the ends of their lines, with which they move. */
const answers = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, { changes, effects, state: { doc } }) {
    let now = known.map(changes);
    // Lines that change get their answers anew in a moment.
    changes.iterChangedRanges((_from, _to, from, to) => {
      now = now.update({ filterFrom: doc.lineAt(from).from, filterTo: doc.lineAt(to).to, filter: () => false });
    });
    for (const effect of effects) {
      if (!effect.is(answered)) continue;
      const add = effect.value.answers.filter(({ line }) => line <= doc.lines).map((answer) =>
        Decoration.widget({ widget: new AnswerWidget(answer), side: 1 }).range(doc.line(answer.line).to));
      const places = new Set(add.map(({ from }) => from));
      now = (effect.value.first ? Decoration.none : now).update({ add, sort: true, filter: (from) => !places.has(from) });
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

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
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), records, answers,
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

  /** The record at the cursor, and its line: it ends where the next one that is answered begins. */
  get atCursor(): { record: string; line: number } | undefined {
    const { state } = this.view;
    const { doc } = state;
    const cursor = doc.lineAt(state.selection.main.head);
    let here = -1;
    state.field(answers).between(0, cursor.to, (at) => { here = at; });
    if (here < 0) return undefined;
    const next = state.field(answers).iter(cursor.to + 1);
    const { from, number } = doc.lineAt(here);
    return { record: doc.sliceString(from, next.value ? doc.lineAt(next.from).from : doc.length).trimEnd(), line: number };
  }

  /** Answers have come. The first of a text replace those of the text before. */
  take(answers: Answer[], first: boolean) {
    if (first) this.#wrong = [];
    const before = this.#wrong.length;
    for (const answer of answers) {
      if (answer.error && this.#wrong.length < MAX_MARKED) this.#wrong.push(answer);
    }
    this.view.dispatch({ effects: answered.of({ answers, first }) });
    if (first || this.#wrong.length > before) this.mark();
  }

  mark() {
    const { doc } = this.view.state;
    const found = this.#wrong.map((answer) => diagnosticOf(doc, answer)).filter((d) => d !== undefined);
    found.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, found));
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
