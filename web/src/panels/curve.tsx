// How the game stood move by move: what the movers thought, and how the game itself judges, for the first player.

import type { View } from "../api";
import { lineTo, nextOf } from "./moves";

const WIDE = 320;
const HIGH = 90;

export function Curve({ view, onGo }: { view: View; onGo: (node: number) => void }) {
  const line = lineTo(view, view.node);
  for (let next = nextOf(view, view.node); next !== null; next = nextOf(view, next)) line.push(next);
  if (line.length < 3) return null;
  const x = (index: number) => (index / (line.length - 1)) * WIDE;
  const y = (value: number) => HIGH / 2 - (value * (HIGH - 10)) / 2;
  const thought = line.map((node) => {
    const { evaluation, player } = view.tree[node]!;
    if (evaluation === null || player === null || view.players.length > 2) return null;
    return player === 0 ? evaluation : -evaluation;
  });
  const judged = line.map((node) => view.tree[node]!.standing);
  const path = (values: (number | null)[]) => {
    let started = false;
    return values
      .map((value, index) => {
        if (value === null) return "";
        const step = `${started ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
        started = true;
        return step;
      })
      .join("");
  };
  const has = (values: (number | null)[]) => values.filter((value) => value !== null).length > 1;
  if (!has(thought) && !has(judged)) return null;
  const here = line.indexOf(view.node);
  const go = (event: MouseEvent) => {
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(((event.clientX - rect.left) / rect.width) * (line.length - 1));
    const node = line[Math.max(0, Math.min(index, line.length - 1))];
    if (node !== undefined) onGo(node);
  };
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={`Standing of ${view.players[0]} through the game`} onClick={go}>
        <line x1="0" x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} class="curve-zero" />
        {has(judged) && <path d={path(judged)} class="curve-judged" />}
        {has(thought) && <path d={path(thought)} class="curve-thought" />}
        <line x1={x(here)} x2={x(here)} y1="0" y2={HIGH} class="curve-here" />
      </svg>
      <figcaption>
        <span>Up: better for {view.players[0]}</span>
        {has(thought) && <span class="key thought">what the agents thought</span>}
        {has(judged) && <span class="key judged">how the game itself counts</span>}
      </figcaption>
    </figure>
  );
}
