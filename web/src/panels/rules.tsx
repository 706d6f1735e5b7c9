import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { Prose } from "../ui/text";
import { sayProblem } from "../ui/toast";

/** The rules of the game on the table. */
export function RulesPanel({ game }: { game: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    api.rules(game).then((rules) => setText(rules.rules), sayProblem);
  }, [game]);
  return text === null ? <p class="note">…</p> : <Prose text={text} />;
}
