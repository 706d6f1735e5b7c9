// Seeds in pits. After a move they are sown one by one, in the order in which a hand would drop them.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Colour, Scene } from "../api";
import { toPaper, type Box, type XY } from "./geometry";
import { countsRoom, seedFill } from "./paint";
import { seedCounts, sowing } from "./sowing";

interface Seed {
  id: number;
  site: number;
  slot: number;
  colour: Colour;
}

/** How long a hand takes from pit to pit, in milliseconds. */
const BEAT = 150;
/** More seeds than this in one pit lie under the others unseen. */
const MOST_SHOWN = 60;

const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function freshSeeds(scene: Scene): Seed[] {
  const seeds: Seed[] = [];
  for (const piece of scene.pieces) {
    if (piece.shape !== "seed") continue;
    for (let slot = 0; slot < Math.min(piece.count, 400); slot++) {
      seeds.push({ id: seeds.length, site: piece.site, slot, colour: piece.colour });
    }
  }
  return seeds;
}

/** A sunflower spiral: each seed a golden angle further, at a radius that fills the hollow evenly. */
function seedPlace(seed: Seed, many: number, at: XY, reach: XY): { x: number; y: number; size: number } {
  const size = Math.max(9.6 - Math.sqrt(Math.min(many, MOST_SHOWN)) * 0.55, 5.2);
  const turn = seed.slot * 2.399963 + seed.site;
  const out = many < 2 ? 0 : Math.sqrt((seed.slot + 0.5) / Math.max(many, seed.slot + 1));
  const spread = Math.min(0.34 + 0.16 * Math.sqrt(many), 1);
  const x = at[0] + Math.cos(turn) * out * spread * (reach[0] * 0.78 - size * 0.4);
  const y = at[1] + Math.sin(turn) * out * spread * (reach[1] * 0.78 - size * 0.4);
  return { x, y, size };
}

interface Props {
  scene: Scene;
  reach: XY[];
  box: Box;
  /** Where the last move started, if this scene followed by one move from the scene shown before. */
  sownFrom: number | null;
  animate: boolean;
}

export function Seeds({ scene, reach, box, sownFrom, animate }: Props) {
  const [seeds, setSeeds] = useState<Seed[]>(() => freshSeeds(scene));
  const shown = useRef(seedCounts(scene));
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const latest = useRef(seeds);
  latest.current = seeds;

  useEffect(() => {
    const counts = seedCounts(scene);
    const same = counts.length === shown.current.length && counts.every((count, id) => count === shown.current[id]);
    if (same) return;
    timers.current.forEach(clearTimeout);
    timers.current = [];
    const flights = animate && !reduced() ? sowing(scene, shown.current, counts, sownFrom) : [];
    shown.current = counts;
    if (flights.length === 0) {
      setSeeds(freshSeeds(scene));
      return;
    }
    const lastBeat = Math.max(...flights.map((flight) => flight.beat));
    const beat = Math.max(Math.min(BEAT, 3000 / lastBeat), 18);
    for (let now = 0; now <= lastBeat; now++) {
      const due = flights.filter((flight) => flight.beat === now);
      timers.current.push(
        setTimeout(() => {
          const next = latest.current.slice();
          for (const flight of due) {
            const filled = next.filter((seed) => seed.site === flight.to).length;
            const index = next.findLastIndex((seed) => seed.site === flight.from);
            if (index >= 0) next[index] = { ...next[index]!, site: flight.to, slot: filled };
          }
          setSeeds(next);
        }, now * beat),
      );
    }
    timers.current.push(setTimeout(() => setSeeds(settle(latest.current, scene)), lastBeat * beat + 450));
  }, [scene]);

  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const many = new Map<number, number>();
  for (const seed of seeds) many.set(seed.site, (many.get(seed.site) ?? 0) + 1);
  const middle = (box.top + box.bottom) / 2 - 1;
  const room = countsRoom(scene) > 0 ? 14 : -1;
  return (
    <g class="seeds" aria-hidden="true">
      {seeds
        .filter((seed) => seed.slot < MOST_SHOWN && scene.sites[seed.site])
        .map((seed) => {
          const at = toPaper(scene.sites[seed.site]!.at);
          const { x, y, size } = seedPlace(seed, many.get(seed.site)!, at, reach[seed.site]!);
          return (
            <g key={seed.id} class="seed" style={{ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` }}>
              <circle cx="1.2" cy="2" r={size} fill="#000" fill-opacity=".3" />
              <circle r={size} fill={seed.colour === "neutral" ? seedFill(seed.id) : `url(#ball-${seed.colour})`} stroke="#3d2310" stroke-width=".7" stroke-opacity=".7" />
            </g>
          );
        })}
      {scene.sites.map((site, id) => {
        if (site.shape !== "pit" && site.shape !== "store") return null;
        const [x, y] = toPaper(site.at);
        const text = String(many.get(id) ?? 0);
        const wide = 9 + 4.5 * text.length;
        const rim = reach[id]![1] + room;
        const plate = y < middle ? y - rim : y + rim;
        return (
          <g transform={`translate(${x} ${plate})`}>
            <rect x={-wide} y="-10.5" width={2 * wide} height="21" rx="10.5" class="count" />
            <text y="5.2" class="badge dark">
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The seeds as they lie, numbered anew in each pit; whatever the scene says otherwise is put right. */
function settle(seeds: Seed[], scene: Scene): Seed[] {
  const counts = seedCounts(scene);
  const filled = scene.sites.map(() => 0);
  const settled = seeds.map((seed) => ({ ...seed, slot: filled[seed.site]!++ }));
  return filled.every((count, id) => count === counts[id]) ? settled : freshSeeds(scene);
}

export const hasSeeds = (scene: Scene) =>
  scene.sites.some((site) => site.shape === "pit");

