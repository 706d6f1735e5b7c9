// What remains to be chosen when several moves share their places: how many pieces, which group, which colour.

import type { Colour, LegalMove } from "../api";
import { Stack } from "../board/paint";
import { Dialog } from "./dialog";
import { plainMove } from "./text";

interface Props {
  moves: LegalMove[];
  onChoose: (move: string) => void;
  onClose: () => void;
}

interface Choice {
  words: string;
  /** The colour of the piece that is laid, where that is what is chosen. */
  colour: Colour | null;
}

const COLOURS: Colour[] = ["white", "black", "red", "blue", "yellow", "green"];

/** A choice as people call it: "White" rather than "White 1~2", "White ball" rather than "Ball1~2". */
function inPlainWords({ text, marks }: LegalMove): Choice {
  const name = (marks.choice || plainMove(text)).replace(/~\d+$/, "").replace(/(?<=[a-z]) \d+$/i, "");
  const owned = /^([A-Za-z]+?)(\d)$/.exec(name);
  const said = COLOURS.find((colour) => new RegExp(`^${colour}\\d*$`, "i").test(name));
  if (said) return { words: said[0]!.toUpperCase() + said.slice(1), colour: said };
  const colour = owned && COLOURS[Number(owned[2]) - 1];
  return colour ? { words: `${colour[0]!.toUpperCase()}${colour.slice(1)} ${owned[1]!.toLowerCase()}`, colour } : { words: name, colour: null };
}

function choicesOf(moves: LegalMove[]): Choice[] {
  const choices = moves.map(inPlainWords);
  const different = new Set(choices.map(({ words }) => words)).size === moves.length && choices.every(({ words }) => words !== "");
  return different ? choices : moves.map((move, index) => ({ words: /^~?\d*$/.test(move.marks.choice) ? `Way ${index + 1}` : move.marks.choice, colour: null }));
}

export function Chooser({ moves, onChoose, onClose }: Props) {
  const choices = choicesOf(moves);
  return (
    <Dialog title={choices.every(({ words }) => /^(all )?\d+ /.test(words)) ? "How many?" : "Which?"} class="chooser" modal={false} onClose={onClose}>
      <div class="chooser-list">
        {moves.map((move, index) => (
          <button type="button" onClick={() => onChoose(move.text)} title={move.text}>
            {choices[index]!.colour && (
              <svg viewBox="-34 -34 68 68" width="28" height="28" aria-hidden="true">
                <Stack pieces={[{ site: 0, level: 0, count: 1, colour: choices[index]!.colour!, shape: "ball", label: "" }]} />
              </svg>
            )}
            {choices[index]!.words}
          </button>
        ))}
      </div>
      <button type="button" class="link" onClick={onClose}>
        Cancel
      </button>
    </Dialog>
  );
}
