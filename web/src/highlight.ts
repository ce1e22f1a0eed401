// The language of records as the editor sees it: colours and completion.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { tags } from "@lezer/highlight";
import type { Games } from "./protocol.ts";

interface State {
  part: "game" | "rules" | "position" | "asks";
}

/** Colours for records; they need only their line. */
const language = StreamLanguage.define<State>({
  name: "grundy",
  startState: () => ({ part: "game" }),
  token(stream, state) {
    if (stream.sol()) state.part = "game";
    if (stream.eatSpace()) return null;
    if (stream.match("//", false)) {
      stream.skipToEnd();
      return "comment";
    }
    if (state.part === "game" && stream.match(/^@\S+/)) return "labelName";
    if (state.part === "game" && stream.match(/^[a-z][a-z0-9-]*/)) {
      state.part = "rules";
      return "keyword";
    }
    if (stream.eat(":")) {
      state.part = "position";
      return "punctuation";
    }
    if (stream.eat("?")) {
      state.part = "asks";
      return "punctuation";
    }
    if (stream.eat("+") && state.part === "position") {
      if (/^\s*[a-z]/.test(stream.string.slice(stream.pos))) state.part = "game";
      return "punctuation";
    }
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^[a-z][a-z-]*/)) return state.part === "asks" ? "typeName" : "modifier";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
});

const style = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-game" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.modifier, class: "tok-keyword" },
  { tag: tags.typeName, class: "tok-ask" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.labelName, class: "tok-label" },
]);

export const records = [language, syntaxHighlighting(style)];

/** Completes games, their keywords, and what they can be asked. */
export function completer(games: () => Games | undefined) {
  return (context: CompletionContext): CompletionResult | null => {
    const known = games()?.games;
    if (!known) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const word = /[a-z0-9-]*$/.exec(before)![0];
    if (!word && !context.explicit) return null;
    const from = context.pos - word.length;
    const lead = before.slice(0, before.length - word.length);
    if (/^\s*(@\S+\s+)?$/.test(lead)) {
      const options = known.map(({ name, summary, example }) => ({
        label: name,
        detail: summary,
        apply: example.startsWith(name + ":") ? `${name}: ` : `${name} `,
        type: "function",
        info: example,
      }));
      return { from, options, validFor: /^[a-z0-9-]*$/ };
    }
    const name = /^\s*(?:@\S+\s+)?([a-z][a-z0-9-]*)/.exec(lead)?.[1];
    const game = known.find((game) => game.name === name);
    if (!game) return null;
    const asked = /\?[^:]*$/.test(lead);
    const words = asked ? game.asks : lead.includes(":") ? [] : game.keywords;
    const options = words.map((label) => ({ label, type: asked ? "type" : "keyword" }));
    return options.length ? { from, options, validFor: /^[a-z0-9-]*$/ } : null;
  };
}
