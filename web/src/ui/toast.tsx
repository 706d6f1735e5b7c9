// Short notes to the person at the board, shown and read aloud.

import { useEffect, useState } from "preact/hooks";

export interface Note {
  text: string;
  kind: "good" | "bad" | "plain";
}

let listener: ((note: Note) => void) | null = null;

export function say(text: string, kind: Note["kind"] = "plain") {
  listener?.({ text, kind });
}

/** Shows what went wrong with a call to the server. */
export function sayProblem(error: unknown) {
  say(error instanceof Error ? error.message : String(error), "bad");
}

export function Notes() {
  const [note, setNote] = useState<Note | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    listener = (next) => {
      setNote(next);
      clearTimeout(timer);
      timer = setTimeout(() => setNote(null), 3200 + next.text.length * 40);
    };
    return () => {
      listener = null;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div class="notes" role="status" aria-live="polite">
      {note && (
        <div class={`note-card ${note.kind}`} key={note.text}>
          {note.text}
        </div>
      )}
    </div>
  );
}
