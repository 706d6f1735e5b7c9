// The editor of descriptions: CodeMirror with what the language server knows.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { descriptions, type Remark } from "./api";
import { language } from "./language";

const ICONS = { ludeme: "function", constant: "constant", label: "property", define: "text" } as const;

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const quoted = context.matchBefore(/"[^"\n]*/);
  const word = context.matchBefore(/[A-Za-z_][\w]*/);
  const opened = context.matchBefore(/\(\s*/);
  if (!context.explicit && !quoted && !word && !opened) return null;
  const found = await descriptions.complete(text, context.pos).catch(() => []);
  if (found.length === 0) return null;
  const from = found[0]!.kind === "define" && quoted ? quoted.from + 1 : (word?.from ?? context.pos);
  return {
    from,
    options: found.map(({ text, kind, doc, fits }) => ({ label: text, type: ICONS[kind], info: doc || undefined, boost: fits ? 20 : 0 })),
    validFor: /^[\w ]*$/,
  };
}

/** A note of the language server: paragraphs, and code between fences. */
function asElement(markdown: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "hover-note";
  markdown.split("```").forEach((part, index) => {
    const text = part.replace(/^\n|\n$/g, "");
    if (text === "") return;
    const element = document.createElement(index % 2 === 1 ? "pre" : "p");
    element.textContent = text.replaceAll("`", index % 2 === 1 ? "`" : "");
    box.append(element);
  });
  return box;
}

const hover = hoverTooltip(async (view, at) => {
  const { text } = await descriptions.hover(view.state.doc.toString(), at).catch(() => ({ text: null }));
  if (!text) return null;
  const word = view.state.wordAt(at);
  return { pos: word?.from ?? at, end: word?.to ?? at, above: true, create: () => ({ dom: asElement(text) }) };
});

export class Editor {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, onChange: (text: string) => void, onPlay: () => void) {
    const changes = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    });
    const play = { key: "Mod-Enter", run: () => (onPlay(), true) };
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          lintGutter(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          history(),
          drawSelection(),
          closeBrackets(),
          language,
          hover,
          autocompletion({ override: [complete], icons: false }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Description of the game" }),
          keymap.of([play, ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          changes,
        ],
      }),
    });
  }

  /** Underlines what is wrong. */
  remark(remarks: Remark[]) {
    const length = this.view.state.doc.length;
    const shown = remarks.map(({ from, to, severity, message }) => {
      const start = Math.min(from, length);
      return { from: start, to: Math.min(Math.max(to, start), length), severity, message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  /** Replaces the whole text. */
  write(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Goes to a place in the text. */
  goTo(at: number) {
    const place = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
    this.view.focus();
  }

  /** The line of a place, from 1. */
  lineOf(at: number): number {
    return this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length)).number;
  }

  destroy() {
    this.view.destroy();
  }
}
