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
  const { data, thought, judged } = useMemo(() => {
    // Each mover sees the game in its own light, so each has a line of its own.
    const by = (mover: number) =>
      line.map((node) => {
        const { evaluation, player } = view.tree[node]!;
        if (evaluation === null || player !== mover || view.players.length > 2) return null;
        return player === 0 ? evaluation : -evaluation;
      });
    const thought = [by(0), by(1)] as const;
    const judged = line.map((node) => view.tree[node]!.standing);
    const data: [number[], ...(number | null)[][]] = [line.map((_, move) => move), judged, ...thought];
    return { data, thought, judged };
  }, [line, view.tree]);
  if (line.length < 3 || ![judged, ...thought].some(known)) return null;
  return (
    <figure class="curve">
      <Plot
        label={`Standing of ${view.players[0]} through the game`}
        data={data}
        series={[{ title: "counted", kind: "dashes" }, { title: "first", kind: "line" }, { title: "second", kind: "other" }]}
        low={-1.05}
        high={1.05}
        height={112}
        here={line.indexOf(view.node)}
        onPick={(index) => onGo(line[index]!)}
      />
      <figcaption>
        <span>Up: better for {view.players[0]}</span>
        {thought.map((values, player) => known(values) && <span class={`key by-${player}`}>{view.players[player]}’s view</span>)}
        {known(judged) && <span class="key judged">the game’s own count</span>}
      </figcaption>
    </figure>
  );
}
