import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { descriptions } from "../editor/api";
import { Prose } from "../ui/text";
import { sayProblem } from "../ui/toast";

/** The rules of the game on the table. */
export function RulesPanel({ game, name }: { game: string; name: string }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    api.rules(game).then((rules) => setText(rules.rules), sayProblem);
  }, [game]);
  return (
    <>
      {text === null ? <p class="note">…</p> : <Prose text={text} />}
      <DescriptionLink name={name} />
    </>
  );
}

/** The way to the description of a game that has one. */
export function DescriptionLink({ name }: { name: string }) {
  const [known, setKnown] = useState(name.startsWith("draft-"));
  useEffect(() => {
    descriptions.list().then(({ shelf }) => setKnown((old) => old || shelf.some((one) => one.name === name)), sayProblem);
  }, [name]);
  if (!known) return null;
  return (
    <a class="button" href={`#/describe/${encodeURIComponent(name)}`}>
      Read or change the description
    </a>
  );
}
