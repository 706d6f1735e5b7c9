// What remains to be chosen when several moves share their places: how many pieces, which group, and so on.

import { useEffect, useRef } from "preact/hooks";
import type { LegalMove } from "../api";
import { plainMove } from "./text";

interface Props {
  moves: LegalMove[];
  onChoose: (move: string) => void;
  onClose: () => void;
}

export function Chooser({ moves, onChoose, onClose }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [moves]);
  return (
    <div class="chooser" role="dialog" aria-label="Choose">
      <p>{moves.every((move) => /^(all )?\d+ /.test(move.marks.choice)) ? "How many?" : "Which?"}</p>
      <div class="chooser-list">
        {moves.map((move, index) => (
          <button type="button" ref={index === 0 ? first : undefined} onClick={() => onChoose(move.text)} title={move.text}>
            {/^~\d+$/.test(move.marks.choice) ? `Way ${index + 1}` : move.marks.choice || plainMove(move.text)}
          </button>
        ))}
      </div>
      <button type="button" class="link" onClick={onClose}>
        Cancel
      </button>
    </div>
  );
}
