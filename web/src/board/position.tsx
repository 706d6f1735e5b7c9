// A position set up by hand: its text, the board that it makes, and pieces to lay on it.

import { useEffect, useState } from "preact/hooks";
import { Board } from "./board";
import { formOf, place, type Placed } from "./place";

interface Props {
  game: string;
  /** The text; empty for the usual start. */
  text: string;
  onChange: (text: string, sound: boolean) => void;
}

export function PositionEditor({ game, text, onChange }: Props) {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [tool, setTool] = useState<string | null>(null);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      place(game, text).then(
        (found) => {
          if (stale) return;
          setPlaced(found);
          setWrong(null);
          onChange(text, true);
        },
        (error: Error) => {
          if (stale) return;
          setWrong(error.message);
          onChange(text, false);
        },
      );
    }, 120);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, text]);
  // What was clicked counts even while the position is not whole yet.
  const form = placed && formOf({ ...placed, position: text === "" ? placed.position : text });
  const tools = form?.tools ?? [];
  const chosen = tools.find((one) => one.name === tool) ?? tools[0];
  const write = (next: string) => onChange(next, false);
  return (
    <div class="position-editor">
      <label class="param wide">
        <span class="param-name">Position</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={text === "" ? (placed?.position ?? "") : text}
          aria-invalid={wrong !== null}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      {wrong && <p class="problem" role="alert">{wrong}</p>}
      {form && chosen && (
        <div class="place-tools" role="group" aria-label="What to lay">
          {tools.map((one) => (
            <button type="button" aria-pressed={one === chosen} onClick={() => setTool(one.name)}>{one.title}</button>
          ))}
          <button type="button" onClick={() => write(form.clear())}>Empty board</button>
          <button type="button" onClick={() => write("")}>Usual start</button>
        </div>
      )}
      {form && placed && placed.players.length > 1 && (
        <label class="param wide">
          <span class="param-name">To move</span>
          <select value={String(placed.player ?? 0)} onChange={(event) => write(form.turn(Number(event.currentTarget.value)))}>
            {placed.players.map((name, index) => <option value={String(index)}>{name}</option>)}
          </select>
        </label>
      )}
      {placed && (
        <div class={wrong ? "board-frame stale" : "board-frame"}>
          <Board
            scene={placed.scene}
            moves={[]}
            last={null}
            active={false}
            selected={null}
            onPoint={(spot) => form && chosen && "site" in spot && write(form.put(spot.site, chosen.name))}
            heat={null}
            hint={null}
            showMoves={false}
            stepped={false}
            laidOut
          />
        </div>
      )}
      {placed && !wrong && (
        <p class="note">
          {placed.over ? "The game is over in this position." : `${placed.players[placed.player ?? 0]} to move, ${placed.moves} moves possible.`}
          {!form && " This game's positions are changed in their text."}
        </p>
      )}
    </div>
  );
}
