// How the game stood move by move: what the movers thought, and how the game itself judges, for the first player.

import { useMemo } from "preact/hooks";
import type { View } from "../api";
import { Plot } from "../ui/plot";
import { lineTo, nextOf } from "./moves";

/** The moves up to the one looked at, and those that followed it. */
function wholeLine(view: View): number[] {
  const line = lineTo(view, view.node);
  for (let next = nextOf(view, view.node); next !== null; next = nextOf(view, next)) line.push(next);
  return line;
}

const known = (values: (number | null)[]) => values.filter((value) => value !== null).length > 1;

export function Curve({ view, onGo }: { view: View; onGo: (node: number) => void }) {
  const line = useMemo(() => wholeLine(view), [view.tree, view.node]);
  const rows = useMemo(() => {
    const thought = line.map((node) => {
      const { evaluation, player } = view.tree[node]!;
      if (evaluation === null || player === null || view.players.length > 2) return null;
      return player === 0 ? evaluation : -evaluation;
    });
    const judged = line.map((node) => view.tree[node]!.standing);
    return { thought, judged, data: [line.map((_, move) => move), judged, thought] as [number[], (number | null)[], (number | null)[]] };
  }, [line, view.tree]);
  if (line.length < 3 || (!known(rows.thought) && !known(rows.judged))) return null;
  return (
    <figure class="curve">
      <Plot
        label={`Standing of ${view.players[0]} through the game`}
        data={rows.data}
        series={[{ title: "counted", kind: "dashes" }, { title: "thought", kind: "line" }]}
        low={-1.05}
        high={1.05}
        height={112}
        here={line.indexOf(view.node)}
        onPick={(index) => onGo(line[index]!)}
      />
      <figcaption>
        <span>Up: better for {view.players[0]}</span>
        {known(rows.thought) && <span class="key thought">what the agents thought</span>}
        {known(rows.judged) && <span class="key judged">how the game itself counts</span>}
      </figcaption>
    </figure>
  );
}
