// A question before something that cannot be undone.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialog";

interface Question {
  text: string;
  /** What happens, as the button says it. */
  yes: string;
  act: () => void;
}

let listener: ((question: Question) => void) | null = null;

/** Asks, and acts if the answer is yes. */
export function confirmed(text: string, yes: string, act: () => void) {
  listener?.({ text, yes, act });
}

export function Questions() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    listener = setQuestion;
    return () => {
      listener = null;
    };
  }, []);
  if (!question) return null;
  const close = () => setQuestion(null);
  const agree = () => {
    close();
    question.act();
  };
  return (
    <Dialog title={question.text} class="question" modal onClose={close}>
      <div class="actions">
        <button type="button" class="primary" onClick={agree}>{question.yes}</button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </Dialog>
  );
}
