// Writing a game: its description, and beside it the board as it becomes.

import { useEffect, useRef, useState } from "preact/hooks";
import { api, type AgentEntry } from "../api";
import { Board } from "../board/board";
import { descriptions, type Remark, type Shelf, type Shown } from "../editor/api";
import type { Editor } from "../editor/editor";
import { keep, kept } from "../ui/kept";
import { HUMAN, usualOpponent } from "../ui/seats";
import { Prose, titled } from "../ui/text";
import { say, sayProblem } from "../ui/toast";

const KEPT = "description";

export function DescribePage({ name }: { name: string | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [agents, setAgents] = useState<AgentEntry[]>([]);
  const [text, setText] = useState<string | null>(null);
  const [plies, setPlies] = useState(0);
  const [remarks, setRemarks] = useState<Remark[]>([]);
  const [shown, setShown] = useState<Shown | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const play = useRef(() => {});

  useEffect(() => {
    document.title = "Describe a game · Ludex";
    api.agents().then(setAgents, sayProblem);
    const first = descriptions.list().then((list) => {
      setShelf(list);
      return kept(KEPT) ?? list.templates[0]?.text ?? "";
    });
    const wanted = name ? descriptions.text(name).then((found) => found.text) : first;
    let gone = false;
    Promise.all([wanted, import("../editor/editor")]).then(([begin, { Editor }]) => {
      if (gone || !frame.current) return;
      setText(begin);
      editor.current = new Editor(
        frame.current,
        begin,
        (next) => {
          setText(next);
          keep(KEPT, next);
        },
        () => play.current(),
      );
    }, sayProblem);
    return () => {
      gone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    if (text === null) return;
    let stale = false;
    const timer = setTimeout(() => {
      descriptions.check(text, plies).then(
        (checked) => {
          if (stale) return;
          setTrouble(null);
          setRemarks(checked.remarks);
          editor.current?.remark(checked.remarks);
          // The last board that could be drawn stays while something is wrong.
          if (checked.game) setShown(checked.game);
        },
        (error: Error) => {
          if (stale) return;
          setTrouble(error.message);
          setRemarks([]);
        },
      );
    }, 180);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text, plies]);

  const errors = remarks.filter((remark) => remark.severity === "error").length;
  const ready = text !== null && shown !== null && errors === 0 && trouble === null;
  const withDraft = async (use: (game: string, players: string[]) => Promise<void> | void) => {
    if (text === null || shown === null) return;
    setBusy(true);
    try {
      const { game } = await descriptions.keep(text);
      await use(game, shown.players);
    } catch (error) {
      sayProblem(error);
    }
    setBusy(false);
  };
  const begin = () =>
    withDraft(async (game, players) => {
      const seats = players.map((_, index) => (index === 0 ? HUMAN : usualOpponent(agents)));
      const view = await api.open(game, seats);
      location.hash = `#/t/${view.id}`;
    });
  play.current = () => (ready ? void begin() : say("Something is still wrong with the description.", "bad"));

  const choose = async (choice: string) => {
    if (choice === "" || !shelf) return;
    const [kind, which] = choice.split("/");
    const small = shelf.templates.find((template) => kind === "small" && template.name === which);
    try {
      const next = small?.text ?? (await descriptions.text(which!)).text;
      editor.current?.write(next);
      setPlies(0);
    } catch (error) {
      sayProblem(error);
    }
  };
  const share = () =>
    withDraft(async (game) => {
      const link = `${location.origin}${location.pathname}#/describe/${game}`;
      await navigator.clipboard.writeText(link).then(
        () => say("Link copied. Whoever has it can read and play this game.", "good"),
        () => say(`The link: ${link}`),
      );
    });

  return (
    <div class="describe">
      <section class="describe-text" aria-label="Description">
        <div class="describe-head">
          <h1>Describe a game</h1>
          <select aria-label="Begin with" value="" onChange={(event) => { void choose(event.currentTarget.value); event.currentTarget.value = ""; }}>
            <option value="">Begin with…</option>
            <optgroup label="Small ones">
              {shelf?.templates.map((template) => <option value={`small/${template.name}`}>{template.title}</option>)}
            </optgroup>
            {[...new Set(shelf?.shelf.map((game) => game.family) ?? [])].map((family) => (
              <optgroup label={titled(family)}>
                {shelf!.shelf.filter((game) => game.family === family).map((game) => (
                  <option value={`shelf/${game.name}`} title={game.summary}>{titled(game.name)}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div class="editor" ref={frame} />
        <div class={errors > 0 || trouble ? "remarks wrong" : "remarks"} role="status" aria-live="polite">
          {trouble ? (
            <p>{trouble}</p>
          ) : remarks.length === 0 ? (
            <p>{shown ? "Everything is in order." : "Reading…"}</p>
          ) : (
            <ul>
              {remarks.slice(0, 6).map((remark) => (
                <li class={remark.severity}>
                  <button type="button" class="link" onClick={() => editor.current?.goTo(remark.from)}>
                    Line {editor.current?.lineOf(remark.from) ?? 1}
                  </button>{" "}
                  {remark.message.split("\n").map((line) => <span>{line}</span>)}
                </li>
              ))}
              {remarks.length > 6 && <li>and {remarks.length - 6} more</li>}
            </ul>
          )}
        </div>
      </section>
      <section class="describe-board" aria-label="Board">
        <div class="describe-head">
          <h2>{shown?.title || "…"}</h2>
          <div class="actions">
            <button type="button" class="primary" disabled={!ready || busy} onClick={() => void begin()} title="Ctrl+Enter">
              Play this
            </button>
            <button type="button" disabled={!ready || busy} onClick={() => void withDraft((game) => void (location.hash = `#/new/${game}`))}>
              Choose players
            </button>
            <button type="button" disabled={!ready || busy} onClick={() => void share()}>
              Share
            </button>
          </div>
        </div>
        {shown && (
          <>
            <div class={errors > 0 ? "board-frame stale" : "board-frame"}>
              <Board
                scene={shown.scene}
                moves={[]}
                last={null}
                active={false}
                selected={null}
                onPoint={() => say("Press “Play this” to move.")}
                heat={null}
                hint={null}
                showMoves={false}
                stepped={false}
              />
            </div>
            <label class="lookahead">
              <span>Random moves</span>
              <input type="range" min="0" max="60" value={plies} onInput={(event) => setPlies(Number(event.currentTarget.value))} />
              <span class="note">
                {shown.plies === 0 ? "the start" : `after ${shown.plies}`} · {shown.over ? "over" : `${shown.moves} moves possible`}
              </span>
            </label>
            <p class="note">
              {shown.players.length === 1 ? "1 player" : `${shown.players.length} players`}
              {shown.entry.parameters.length > 0 && ` · options: ${shown.entry.parameters.map((param) => param.name).join(", ")}`}
            </p>
            <Prose text={shown.rules} />
          </>
        )}
      </section>
    </div>
  );
}
