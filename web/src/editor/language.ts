// How a description is coloured: names after brackets, labels, constants, texts, numbers, comments.

import { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface State {
  /** Whether the last thing was an opening bracket, so that a name follows. */
  head: boolean;
}

const lud = StreamLanguage.define<State>({
  name: "lud",
  startState: () => ({ head: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    const head = state.head;
    state.head = false;
    if (stream.match(/^"[^"]*"?/)) return head ? "macroName" : "string";
    if (stream.match("(")) {
      state.head = true;
      return "bracket";
    }
    if (stream.match(/^[){}[\]]/)) return "bracket";
    if (stream.match(/^<[^>\s]*>/) || stream.match(/^#\d+/)) return "variableName";
    if (stream.match(/^-?\d+(\.\d+)?/)) return "number";
    if (stream.match(/^[A-Za-z_][\w]*:/)) return "labelName";
    if (head && stream.match(/^[^\s(){}[\]"]+/)) return "keyword";
    if (stream.match(/^[A-Z][\w]*/)) return "atom";
    if (stream.match(/^[^\s(){}[\]"<:]+/)) return "name";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", "[", '"'] } },
  tokenTable: { macroName: tags.macroName, labelName: tags.labelName, atom: tags.atom },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "lud-comment" },
  { tag: tags.string, class: "lud-string" },
  { tag: tags.macroName, class: "lud-define" },
  { tag: tags.keyword, class: "lud-ludeme" },
  { tag: tags.labelName, class: "lud-label" },
  { tag: tags.atom, class: "lud-constant" },
  { tag: tags.number, class: "lud-number" },
  { tag: tags.variableName, class: "lud-option" },
  { tag: tags.bracket, class: "lud-bracket" },
]);

export const language = [lud, syntaxHighlighting(colours), bracketMatching(), indentUnit.of("    ")];
